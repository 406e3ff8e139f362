import fc from 'fast-check';
import { markOf, toKnown, type Memory } from '../../nodes/SocialPublishingTrigger/known';
import { readState, revisionOf, writeState } from '../../nodes/SocialPublishingTrigger/state';
import { bounds, pack, unpack } from '../../nodes/SocialPublishingTrigger/storedMemory';
import { takePage, type Watch } from '../../nodes/SocialPublishingTrigger/watch';
import { at, channelOf, pageOf, postOf, told, watchOf } from './posts';
import { loadStaticData } from './stage';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const memoryOf = (posts: ReturnType<typeof postOf>[], marks: string[] = []): Memory => ({
	posts: new Map(posts.map((post) => [post.id, toKnown(post)])),
	marks: new Set(marks),
});
const outlook = { since: at(0), keepsMarks: false };
const read = (stored: unknown): Watch | undefined => {
	const state = readState(stored);
	if (!state) return undefined;
	const { startedAt, since, tag, listing } = state;
	return { startedAt, since, tag, listing, memory: unpack(state) };
};
const head = { watch: 'w', key: 'k', startFrom: '', revision: 3 };
const manyPosts = (count: number, more: (number: number) => Parameters<typeof postOf>[0] = () => ({})) =>
	Array.from({ length: count }, (_, number) => postOf({ id: uuid(number), ...more(number) }));

test('a memory is read as it was written', () => {
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
		channels: fc.uniqueArray(channel, { selector: ({ accountId }) => accountId, maxLength: 20 }),
	});
	const mark = fc.stringMatching(/^[A-Za-z0-9+/]{8}$/);
	fc.assert(
		fc.property(fc.array(post), fc.uniqueArray(mark), (posts, marks) => {
			const memory = memoryOf(
				posts.map(({ channels, ...rest }) => postOf({ ...rest, channels: channels.map(channelOf) })),
				marks,
			);
			expect(unpack(pack(memory, { ...outlook, keepsMarks: true }))).toEqual(memory);
		}),
		{ seed: 4 },
	);
});

describe('the bound of the state (D6)', () => {
	const sizeOf = (value: unknown) => JSON.stringify(value).length;
	const channels = (count: number) =>
		Array.from({ length: count }, (_, number) => channelOf({ accountId: uuid(number), status: 'published' }));

	test.each([
		{ posts: 20_000, perPost: 4, kept: 2_000 },
		{ posts: 5_000, perPost: 20, kept: 1_000 },
	])('$posts posts on $perPost channels, all changed within the last minute', ({ posts, perPost, kept }) => {
		const { changes, watch } = takePage(
			watchOf(),
			pageOf(manyPosts(posts, () => ({ channels: channels(perPost) }))),
		);
		const state = writeState(head, { ...watch, since: at(0) }, { keepsMarks: false });
		expect(changes).toHaveLength(posts);
		expect(sizeOf(state)).toBeLessThan(420_000);
		expect(Object.keys(state.posts).length).toBeGreaterThan(kept);
		const again = read(loadStaticData(JSON.stringify(state)));
		expect(
			told(
				again ?? watchOf(),
				manyPosts(posts, () => ({ channels: channels(perPost) })),
			),
		).toEqual([]);
	});

	test('50,000 posts, each on a channel of its own', () => {
		const posts = manyPosts(50_000, (number) => ({ channels: [channelOf({ accountId: uuid(number) })] }));
		const stored = pack(memoryOf(posts), outlook);
		expect(sizeOf([stored.names, stored.posts])).toBeLessThanOrEqual(bounds.knownSizeMax + 50);
		expect(stored.marks).toHaveLength(bounds.marksMax * 8);
	});

	test('settled posts are given up first, and of each the oldest', () => {
		const statuses = ['draft', 'published', 'scheduled', 'failed', 'partially_published', 'rejected'];
		const posts = manyPosts(12_000, (number) => ({
			status: statuses[number % statuses.length] ?? '',
			updatedAt: at(number),
		}));
		const kept = [...unpack(pack(memoryOf(posts), outlook)).posts.values()];
		expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['draft', 'scheduled']));
		const oldest = kept.map(({ updatedAt }) => Date.parse(updatedAt)).sort((a, b) => a - b)[0] ?? 0;
		const open = posts.filter(({ status }) => ['draft', 'scheduled'].includes(status));
		expect(open.filter(({ updatedAt }) => Date.parse(updatedAt) >= oldest)).toHaveLength(kept.length);
	});

	test('only what the next listing shows again leaves a mark', () => {
		const posts = manyPosts(12_000, (number) => ({ status: 'published', updatedAt: at(number) }));
		const stored = pack(memoryOf(posts, ['oldmark1']), { since: at(11_000), keepsMarks: false });
		const given = posts.filter(({ id }) => !(id in stored.posts));
		expect(given.length).toBeGreaterThan(5_000);
		const expected = given.filter(({ updatedAt }) => Date.parse(updatedAt) >= Date.parse(at(11_000)));
		expect(stored.marks).toHaveLength(expected.length * 8);
		expect(pack(memoryOf([], ['oldmark1']), { since: at(0), keepsMarks: true }).marks).toBe('oldmark1');
	});

	test('of too many marks the newest are kept', () => {
		const posts = manyPosts(5, (number) => ({ updatedAt: at(number + 1) }));
		const { marks } = pack(memoryOf(posts), outlook, { knownSizeMax: 0, marksMax: 2 });
		const newest = posts.slice(3).map((post) => markOf(post.id, toKnown(post)));
		expect(marks.match(/.{8}/g)?.sort()).toEqual(newest.sort());
	});

	test('a mark stands for one look at one post', () => {
		const look = toKnown(postOf());
		const others = [postOf({ updatedAt: at(2) }), postOf({ status: 'failed' }), postOf({ channels: [] })];
		const marks = [markOf('a', look), markOf('b', look), ...others.map((post) => markOf('a', toKnown(post)))];
		expect(new Set(marks).size).toBe(5);
		expect(marks.every((mark) => mark.length === 8)).toBe(true);
	});
});

describe('a stored state (D6)', () => {
	const tag = { query: 'q', value: 'v' };
	const listing = { cursor: 'c', serverTime: at(1) };
	const good = writeState({ ...head, credentialId: 'id' }, watchOf([postOf()], { tag, listing }), {
		keepsMarks: false,
	});

	test('is read as n8n loads it', () => {
		const stored = loadStaticData(JSON.stringify({ poll: good })).poll;
		expect(read(stored)).toEqual(watchOf([postOf()], { tag, listing }));
		expect(() => structuredClone(writeState(head, read(stored) ?? watchOf(), outlook))).not.toThrow();
	});

	const odd: Array<[string, unknown]> = [
		['nothing', undefined],
		['null', null],
		['a text', 'state'],
		['a list', []],
		['an empty object', {}],
		['another version', { ...good, version: 2 }],
		['the form of another trigger', { lastTimeChecked: at(0) }],
		...Object.keys(good).map((name): [string, unknown] => [`a bad ${name}`, { ...good, [name]: 42.5 }]),
		['a time without an offset', { ...good, since: '2026-01-05T09:00:00' }],
		['a day', { ...good, startedAt: '2026-01-05' }],
		['a listing without a cursor', { ...good, listing: { serverTime: at(0) } }],
		['a tag without a query', { ...good, tag: { value: 'v' } }],
		['posts that are objects', { ...good, posts: { post: { status: 'draft' } } }],
		['a line without an end', { ...good, names: ['facebook', 'draft'], posts: { post: `${at(1)}|` } }],
		['a channel that makes no sense', { ...good, posts: { post: `${at(1)}|1|0.1` } }],
	];
	test.each(odd)('%s is no state', (_title, stored) => {
		expect(readState(stored)).toBeUndefined();
	});

	test.each([
		[good, 3],
		[{ version: 9, revision: 7 }, 7],
		[{ revision: 'many' }, 0],
		[undefined, 0],
		['state', 0],
	])('the number of %j is %d', (stored, number) => {
		expect(revisionOf(stored)).toBe(number);
	});
});
