import fc from 'fast-check';
import { isObject } from '../../client/http/json';
import type { Post } from '../../client/publishing/schemas';
import { takePage } from '../../nodes/SocialPublishingTrigger/poll';
import type { AwaitedPost } from '../../nodes/SocialPublishingTrigger/incidents/deadlines';
import {
	readIncidents,
	type IncidentState,
} from '../../nodes/SocialPublishingTrigger/incidents/incidentState';
import {
	bounds,
	readSeenPosts,
	readState,
	revisionOf,
	stateVersions,
	writeSeenPosts,
	writeState,
	type Progress,
} from '../../nodes/SocialPublishingTrigger/pollState';
import { packId, packTime, unpackId, unpackTime } from '../../nodes/SocialPublishingTrigger/compact';
import {
	digestOf,
	nothingSeen,
	toSeenPost,
	type SeenPost,
	type SeenPosts,
} from '../../nodes/SocialPublishingTrigger/seenPosts';
import { at, channelOf, eventsOfPages, pageOf, postOf, progressOf, seenPostsOf } from './samplePosts';
import { loadStaticData } from './staticData';

/** What a version has stored, and what it means. */
interface Kept {
	stored: object;
	posts: Record<string, SeenPost>;
	incidents: IncidentState;
}

/** A post on two channels, one of which has lost its connection. */
const first = {
	version: 1,
	revision: 3,
	settings: 's',
	key: 'k',
	startFrom: '',
	startedAt: '2026-01-05T09:00:00.000+00:00',
	position: { watermark: '2026-01-05T08:59:00.000+00:00' },
	seen: {
		names: ['!scheduled', 'wAAAAAAAQACAAAAAAAAAAQ', 'wAAAAAAAQACAAAAAAAAAAg', '!failed'],
		posts: { C3pNXjwfT36aUS9KPwybEQ: 't8dvo0.000|0|1|2.3.2' },
		digests: '',
	},
	incidents: {
		connections: {
			nextReading: '2026-01-05T09:15:00.000+00:00',
			troubles: { wAAAAAAAQACAAAAAAAAAAg: { lost: 'reported|t8dsw0.000' } },
		},
		posts: 'C3pNXjwfT36aUS9KPwybEQ|0|t8fqc0Z|||2',
	},
};
const updatedAt = '2026-01-05T09:00:00.000+00:00';
const ofFirst = {
	posts: {
		'0b7a4d5e-3c1f-4f7e-9a51-2f4a3f0c9b11': {
			status: 'scheduled',
			updatedAt,
			channels: new Map([
				['c0000000-0000-4000-8000-000000000001', { status: 'scheduled', warnings: 0 }],
				['c0000000-0000-4000-8000-000000000002', { status: 'failed', warnings: 2 }],
			]),
		},
	},
	incidents: {
		connections: {
			nextReading: '2026-01-05T09:15:00.000+00:00',
			troubles: new Map([
				[
					'c0000000-0000-4000-8000-000000000002',
					{ lost: { state: 'reported' as const, seenAt: '2026-01-05T08:00:00.000+00:00', isOld: false } },
				],
			]),
		},
		posts: new Map([
			[
				'0b7a4d5e-3c1f-4f7e-9a51-2f4a3f0c9b11',
				{
					status: 'scheduled',
					dueAt: '2026-01-06T09:00:00Z',
					reported: ['postDueSoon=2026-01-06T09:00:00Z'],
				},
			],
		]),
	},
};

const dueAt = '2026-01-06T09:00:00Z';
const since = '2026-01-05T09:00:00.000+00:00';
const dealtWith = { status: 'partially_published', updatedAt, channels: new Map() };

/** What each version has stored. The last one is also what is written. */
const kept: Record<(typeof stateVersions)[number], Kept> = {
	1: { stored: first, ...ofFirst },
	// Besides, a post with which someone has dealt and one that waits for it, the API key, and awaited posts in every status.
	2: {
		stored: {
			...first,
			version: 2,
			seen: {
				names: [...first.seen.names, '!partially_published'],
				posts: { ...first.seen.posts, '!done': 't8dvo0.000|4|@t8dvq0.000', '!open': 't8dvo0.000|4|@' },
				digests: 'earlier1',
			},
			incidents: {
				...first.incidents,
				posts: [
					first.incidents.posts,
					'!queued|1|t8fqc0Z|||2',
					'!hold|2|t8fqc0Z|||0',
					'!review|3||t8dvo0.000|mark|1=t8dvo0.000',
					'!publishing|4|t8fqc0Z|t8dvo0.000|mark',
					'!left|||||0=t8fqc0Z',
				].join(';'),
				key: { nextReading: '2026-01-06T09:00:00.000+00:00', credentialId: 'key', step: 3 },
			},
		},
		posts: {
			...ofFirst.posts,
			done: { ...dealtWith, dealtWithAt: '2026-01-05T09:01:12.000+00:00' },
			open: { ...dealtWith, dealtWithAt: null },
		},
		incidents: {
			...ofFirst.incidents,
			posts: new Map<string, AwaitedPost>([
				...ofFirst.incidents.posts,
				['queued', { status: 'queued', dueAt, reported: [`postDueSoon=${dueAt}`] }],
				['hold', { status: 'on_hold', dueAt, reported: [`postOverdue=${dueAt}`] }],
				['review', { status: 'pending_approval', since, mark: 'mark', reported: [`reviewOverdue=${since}`] }],
				['publishing', { status: 'publishing', dueAt, since, mark: 'mark', reported: [] }],
				['left', { status: '', reported: [`postOverdue=${dueAt}`] }],
			]),
			key: { nextReading: '2026-01-06T09:00:00.000+00:00', credentialId: 'key', step: 3 },
		},
	},
};

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const withDigests = (posts: Post[], digests: string[]): SeenPosts => ({
	...seenPostsOf(posts),
	digests: new Set(digests),
});
const scope = { watermark: at(0), keepsDigests: false };
const read = (stored: unknown): Progress | undefined => {
	const state = readState(stored);
	return state && { startedAt: state.startedAt, position: state.position, seen: readSeenPosts(state.seen) };
};
const head = { settings: 's', key: 'k', startFrom: '', revision: 3 };
const manyPosts = (count: number, more: (number: number) => Parameters<typeof postOf>[0] = () => ({})) =>
	Array.from({ length: count }, (_, number) => postOf({ id: uuid(number), ...more(number) }));

test('reads seen posts back unchanged', () => {
	const word = fc.string({ minLength: 1 });
	const channel = fc.record({
		accountId: word,
		status: word,
		warnings: fc.array(fc.constant({ code: 'a' }), { maxLength: 40 }),
	});
	const post = fc.record({
		id: word,
		status: word,
		updatedAt: fc.integer({ min: -9_999, max: 9_999 }).map(at),
		attentionResolvedAt: fc.option(fc.integer({ min: -9_999, max: 9_999 }).map(at)),
		channels: fc.uniqueArray(channel, { selector: ({ accountId }) => accountId, maxLength: 20 }),
	});
	const digest = fc.stringMatching(/^[A-Za-z0-9+/]{8}$/);
	fc.assert(
		fc.property(fc.array(post), fc.uniqueArray(digest), (posts, digests) => {
			const seen = withDigests(
				posts.map(({ channels, ...rest }) => postOf({ ...rest, channels: channels.map(channelOf) })),
				digests,
			);
			expect(readSeenPosts(writeSeenPosts(seen, { ...scope, keepsDigests: true }))).toEqual(seen);
		}),
		{ seed: 4 },
	);
});

describe('the size limit of the state (D6)', () => {
	const sizeOf = (value: unknown) => JSON.stringify(value).length;
	const channels = (count: number) =>
		Array.from({ length: count }, (_, number) => channelOf({ accountId: uuid(number), status: 'published' }));

	test.each([
		{ posts: 20_000, perPost: 4, kept: 2_000 },
		{ posts: 5_000, perPost: 20, kept: 1_000 },
	])('has room for $posts posts on $perPost channels, all just changed', ({ posts, perPost, kept }) => {
		const listed = manyPosts(posts, () => ({ channels: channels(perPost) }));
		const { position } = progressOf();
		const { changes, progress } = takePage(progressOf(), pageOf(position, listed));
		const state = writeState(head, { ...progress, position: { watermark: at(0) } }, { keepsDigests: false });
		expect(changes).toHaveLength(posts);
		expect(sizeOf(state)).toBeLessThan(350_000);
		expect(Object.keys(state.seen.posts).length).toBeGreaterThan(kept);
		const again = read(loadStaticData(JSON.stringify(state)));
		expect(eventsOfPages(again ?? progressOf(), listed)).toEqual([]);
	});

	test('stays within the limit with 50,000 posts, each on its own channel', () => {
		const posts = manyPosts(50_000, (number) => ({ channels: [channelOf({ accountId: uuid(number) })] }));
		const stored = writeSeenPosts(seenPostsOf(posts), scope);
		expect(sizeOf([stored.names, stored.posts])).toBeLessThanOrEqual(bounds.postsSizeMax + 50);
		expect(stored.digests).toHaveLength(bounds.digestsMax * 8);
	});

	test('drops settled posts first, oldest first', () => {
		const statuses = ['draft', 'published', 'scheduled', 'failed', 'partially_published', 'rejected'];
		const posts = manyPosts(12_000, (number) => ({
			status: statuses[number % statuses.length] ?? '',
			updatedAt: at(number),
		}));
		const kept = [...readSeenPosts(writeSeenPosts(seenPostsOf(posts), scope)).posts.values()];
		expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['draft', 'scheduled']));
		const oldest = kept.map(({ updatedAt }) => Date.parse(updatedAt)).sort((a, b) => a - b)[0] ?? 0;
		const open = posts.filter(({ status }) => ['draft', 'scheduled'].includes(status));
		expect(open.filter(({ updatedAt }) => Date.parse(updatedAt) >= oldest)).toHaveLength(kept.length);
	});

	test('keeps digests only of posts that the next listing shows again', () => {
		const posts = manyPosts(12_000, (number) => ({ status: 'published', updatedAt: at(number) }));
		const stored = writeSeenPosts(withDigests(posts, ['earlier1']), {
			watermark: at(11_000),
			keepsDigests: false,
		});
		const given = posts.filter(({ id }) => !(packId(id) in stored.posts));
		expect(given.length).toBeGreaterThan(5_000);
		const expected = given.filter(({ updatedAt }) => Date.parse(updatedAt) >= Date.parse(at(11_000)));
		expect(stored.digests).toHaveLength(expected.length * 8);
		const kept = writeSeenPosts(withDigests([], ['earlier1']), { watermark: at(0), keepsDigests: true });
		expect(kept.digests).toBe('earlier1');
	});

	test('keeps the newest digests if there are too many', () => {
		const posts = manyPosts(5, (number) => ({ updatedAt: at(number + 1) }));
		const { digests } = writeSeenPosts(seenPostsOf(posts), scope, { postsSizeMax: 0, digestsMax: 2 });
		const newest = posts.slice(3).map((post) => digestOf(post.id, toSeenPost(post)));
		expect(digests.match(/.{8}/g)?.sort()).toEqual(newest.sort());
	});

	test('computes a different digest for each version of each post', () => {
		const version = toSeenPost(postOf());
		const others = [postOf({ updatedAt: at(2) }), postOf({ status: 'failed' }), postOf({ channels: [] })];
		const digests = [
			digestOf('a', version),
			digestOf('b', version),
			...others.map((post) => digestOf('a', toSeenPost(post))),
		];
		expect(new Set(digests).size).toBe(5);
		expect(digests.every((digest) => digest.length === 8)).toBe(true);
	});
});

test('is below 100 kB for 1,000 posts and 100 channels, even if a time of each post was reported (D6)', () => {
	const posts = Array.from({ length: 1_000 }, (_, number) =>
		postOf({
			id: uuid(number),
			status: 'scheduled',
			updatedAt: '2026-01-05T09:00:00.123456+00:00',
			channels: [0, 1].map((own) =>
				channelOf({ accountId: uuid(5_000 + ((number * 2 + own) % 100)), status: 'scheduled' }),
			),
		}),
	);
	const lost = { seenAt: at(1), isOld: false, state: 'reported' } as const;
	const incidents: IncidentState = {
		connections: {
			nextReading: at(15),
			troubles: new Map(posts.slice(0, 100).map(({ id }) => [id, { lost }])),
		},
		posts: new Map(
			posts.map(({ id }) => [id, { status: 'scheduled', dueAt: at(3), reported: [`postDueSoon=${at(3)}`] }]),
		),
	};
	const state = writeState(head, progressOf(posts), { keepsDigests: true, incidents });
	expect(JSON.stringify(state).length).toBeLessThan(100_000);
	expect(Object.keys(state.seen.posts)).toHaveLength(1_000);
});

test.each([
	...[
		'2026-01-05T09:00:00Z',
		'2026-01-05T09:00:00.123456+00:00',
		'2026-01-05T09:00:00+00:00',
		'1969-12-31T23:59:59Z',
	],
	...['2026-01-05T09:00:00+01:00', '2026-02-30T09:00:00Z', '', 'soon'],
])('packs the time %j without changing it', (time) => {
	expect(unpackTime(packTime(time))).toBe(time);
});

test.each([
	'6f9619ff-8b86-4d01-b42d-00c04fc964ff',
	'6F9619FF-8b86-4d01-b42d-00c04fc964ff',
	'',
	'!',
	'facebook',
])('packs the ID %j without changing it', (id) => {
	expect(unpackId(packId(id))).toBe(id);
});

describe('a stored state (D6)', () => {
	const position = {
		watermark: at(-1),
		etag: { query: 'q', value: 'v' },
		listing: { cursor: 'c', serverTime: at(1) },
	};
	const progress = progressOf([postOf()], { position });
	const good = writeState({ ...head, credentialId: 'id' }, progress, { keepsDigests: false });

	test('can be read as n8n loads it', () => {
		const stored = loadStaticData(JSON.stringify({ poll: good })).poll;
		expect(read(stored)).toEqual(progress);
		expect(() => structuredClone(writeState(head, read(stored) ?? progressOf(), scope))).not.toThrow();
	});

	test('has incidents that read back unchanged, and is valid without them', () => {
		const incidents: IncidentState = {
			connections: {
				nextReading: at(15),
				troubles: new Map([
					[
						'facebook',
						{
							expiring: { seenAt: at(0), isOld: true, state: 'known' },
							lost: { seenAt: at(1), isOld: false, state: 'waiting' },
						},
					],
				]),
			},
			posts: new Map([
				['a', { status: 'scheduled', dueAt: at(3), reported: [] }],
				['b', { status: 'publishing', dueAt: at(3), since: at(2), mark: `0 ${at(2)}`, reported: [] }],
				['c', { status: '', reported: [`postOverdue=${at(1)}`, `postDueSoon=${at(2)}`] }],
			]),
			key: { nextReading: at(15), credentialId: 'key', step: 14 },
		};
		const state = writeState(head, progress, { keepsDigests: false, incidents });
		const stored = loadStaticData(JSON.stringify({ poll: state })).poll;
		expect(readIncidents(readState(stored)?.incidents ?? {})).toEqual(incidents);
		expect(readState(good)?.incidents).toBeUndefined();
	});

	const withPosition = (more: object) => ({ ...good, position: { ...good.position, ...more } });
	const withSeen = (more: object) => ({ ...good, seen: { ...good.seen, ...more } });
	const withTrouble = (lost: string) => ({
		...good,
		incidents: { connections: { nextReading: at(1), troubles: { facebook: { lost } } } },
	});
	const odd: Array<[string, unknown]> = [
		['nothing', undefined],
		['null', null],
		['a text', 'state'],
		['a list', []],
		['an empty object', {}],
		['another version', { ...good, version: Math.max(...stateVersions) + 1 }],
		['the form of another trigger', { lastTimeChecked: at(0) }],
		...Object.keys(good).map((name): [string, unknown] => [`a bad ${name}`, { ...good, [name]: 42.5 }]),
		...Object.keys(good.position).map((name): [string, unknown] => [
			`a bad ${name}`,
			withPosition({ [name]: 42.5 }),
		]),
		...Object.keys(good.seen).map((name): [string, unknown] => [`bad ${name}`, withSeen({ [name]: 42.5 })]),
		['a time without an offset', withPosition({ watermark: '2026-01-05T09:00:00' })],
		['a date without a time', { ...good, startedAt: '2026-01-05' }],
		['a listing without a cursor', withPosition({ listing: { serverTime: at(0) } })],
		['an ETag without a query', withPosition({ etag: { value: 'v' } })],
		['posts that are objects', withSeen({ posts: { post: { status: 'draft' } } })],
		['a truncated line', withSeen({ names: ['facebook', 'draft'], posts: { post: `${at(1)}|` } })],
		[
			'a line with one more time',
			withSeen({
				names: ['!facebook', '!draft'],
				posts: { '!p': `${packTime(at(1))}|${packTime(at(1))}|1|0` },
			}),
		],
		[
			'a line with one more number',
			withSeen({ names: ['!facebook', '!draft'], posts: { '!p': `1|${packTime(at(1))}|1|0` } }),
		],
		[
			'a line with the index of no name',
			withSeen({ names: ['!draft'], posts: { '!p': `${packTime(at(1))}|0|7` } }),
		],
		['an end of no time', withSeen({ names: ['!draft'], posts: { '!p': `${packTime(at(1))}|0|@soon` } })],
		['an invalid channel', withSeen({ posts: { post: `${at(1)}|1|0.1` } })],
	];
	test.each(odd)("isn't a valid state: %s", (_title, stored) => {
		expect(readState(stored)).toBeUndefined();
	});

	test.each<[string, unknown]>([
		['text', 'incidents'],
		['connections', { connections: 42.5 }],
		['posts', { posts: 42.5 }],
		['a trouble without a time', withTrouble('reported|').incidents],
		['an unknown state of a trouble', withTrouble(`told|${at(0)}`).incidents],
		['a post with a malformed report', { posts: '!post|0||||once' }],
		['a post whose time is none', { posts: '!post|0|zzzzzzzz|||' }],
		['a key without an ID', { key: { nextReading: at(1) } }],
		['a key whose step is no number', { key: { nextReading: at(1), credentialId: 'k', step: 'soon' } }],
	])('begins incidents anew, and nothing else, if they are damaged: %s', (_title, incidents) => {
		expect(
			readState({ ...good, incidents: isObject(incidents) ? incidents : { posts: incidents } }),
		).toBeDefined();
		expect(readIncidents(incidents as never)).toBeUndefined();
	});

	const readAll = (stored: object) => {
		const state = readState(stored);
		return {
			state,
			seen: state && readSeenPosts(state.seen),
			incidents: readIncidents(state?.incidents ?? {}),
		};
	};

	test.each(Object.entries(kept))(
		'is still read as version %s has stored it',
		(_version, { stored, ...meaning }) => {
			const { seen, incidents } = readAll(stored);
			expect({ posts: Object.fromEntries(seen?.posts ?? []), incidents }).toEqual(meaning);
		},
	);

	test('is written as the last version has stored it, because another form needs another version', () => {
		const { stored = {} } = Object.values(kept).at(-1) ?? {};
		const { state, seen = nothingSeen, incidents } = readAll(stored);
		expect(state && writeState(state, { ...state, seen }, { keepsDigests: true, incidents })).toEqual(stored);
	});

	test.each([
		[good, 3],
		[{ version: 9, revision: 7 }, 7],
		[{ revision: 'many' }, 0],
		[undefined, 0],
		['state', 0],
	])('reads the number of %j as %d', (stored, number) => {
		expect(revisionOf(stored)).toBe(number);
	});
});
