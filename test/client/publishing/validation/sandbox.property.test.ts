import fc from 'fast-check';
import { Client } from 'undici';
import type { Finding } from '../../../../client/publishing/findings';
import type { MediaFacts, PostToCheck } from '../../../../client/publishing/validation/types';
import { seed } from '../../../../sandbox';
import { fuzzFactor, fuzzSeed } from '../../../fuzz/settings';
import { clientOf, testUserAgent, type ClientUnderTest } from '../../../support/publishingClient';
import { profile, takesEmptyFirstComment } from '../../../support/profile';
import { useSandbox } from '../../../support/useSandbox';
import { longTestMs } from '../../../support/longTest';

const sandbox = useSandbox();
const { channels, keys, boards, queues, media } = seed;
/** Fewer posts are not of every kind. */
const numRuns = 1500 * Math.max(1, fuzzFactor);

const mainChannels = Object.entries(channels).flatMap(([name, channel]) =>
	name.startsWith('approval') ? [] : [channel],
);
const unknownChannel = '99999999-9999-4999-8999-999999999999';

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
/** One of twelve is wrong: with more of that, nothing gets as far as what channels want. */
const rarely = <T>(wrong: T, right: T) =>
	fc.oneof({ weight: 1, arbitrary: fc.constant(wrong) }, { weight: 11, arbitrary: fc.constant(right) });
const textsAround = (...lengths: number[]) =>
	fc
		.constantFrom(...lengths)
		.chain((length) => fc.constantFrom('x', '😀').map((letter) => letter.repeat(length)));

const caption = fc.oneof(
	{ weight: 4, arbitrary: fc.constant('Hello') },
	textsAround(0, 300, 301, 500, 501, 800, 801, 1500, 1501, 2200, 2201),
);
const title = fc.oneof({ weight: 3, arbitrary: fc.constant('A title') }, textsAround(0, 100, 101, 128, 129));
/** An empty comment turns it off only in the observed service. */
const firstComment = fc.constantFrom(...(takesEmptyFirstComment ? [''] : []), 'First');
const boardId = fc.constantFrom(...Object.values(boards).map(({ id }) => id), '', 'no such board');

const tiktok = fc.record(
	{
		privacyLevel: fc.constantFrom('PUBLIC_TO_EVERYONE', 'SELF_ONLY', 'FOLLOWER_OF_CREATOR', 'NOBODY'),
		allowStitch: fc.boolean(),
		coverMs: fc.constantFrom(0, 1000, -1, 1.5),
	},
	{ requiredKeys: [] },
);
const youtube = fc.record(
	{
		privacyStatus: fc.constantFrom('public', 'secret'),
		madeForKids: fc.constantFrom(true, 'yes'),
		tags: fc.constantFrom([], ['a'], [''], ['x'.repeat(501)]),
		categoryId: fc.constantFrom('22', '9999', 'abc'),
		thumbnail: fc.constantFrom({ assetId: media.image }, { coverFrame: true }, {}),
	},
	{ requiredKeys: [] },
);
const devto = fc.record(
	{
		tags: fc.constantFrom(['a'], Array<string>(21).fill('a')),
		canonicalUrl: fc.constantFrom('https://example.com', 'x'.repeat(2049)),
	},
	{ requiredKeys: [] },
);
const facebook = fc.record({ publishAs: fc.constantFrom('reel', 'video', 'story') }, { requiredKeys: [] });
const options = fc.oneof(
	fc.record({ tiktok }),
	fc.record({ youtube }),
	fc.record({ devto }),
	fc.record({ facebook }),
	fc.constant({}),
);

const override = fc.oneof(
	{
		weight: 9,
		arbitrary: fc.record({ caption, title, firstComment, boardId, options }, { requiredKeys: [] }),
	},
	fc.constant(null),
);

const accountIds = fc.oneof(
	{
		weight: 12,
		arbitrary: fc.subarray(
			mainChannels.map(({ id }) => id),
			{ minLength: 1, maxLength: 2 },
		),
	},
	fc.constantFrom([], [unknownChannel], [channels.facebook.id, channels.facebook.id]),
);

const time = fc.oneof(
	rarely('2020-01-01T09:00:00Z', '2030-01-01T09:00:00Z'),
	rarely('2030-01-01T09:00:00', '2030-01-01T09:00:00+05:30'),
);
const queueIds = fc.constantFrom(
	{ [channels.facebook.id]: queues.facebookMornings.id },
	{ [channels.facebook.id]: null },
	{ [channels.facebook.id]: queues.linkedinWeekly.id },
	{ [channels.linkedin.id]: queues.linkedinWeekly.id },
);
const delivery = fc.oneof(
	{ weight: 3, arbitrary: fc.constant({ mode: 'now' }) },
	fc.record({ mode: fc.constant('at'), at: time }),
	fc.record({ mode: fc.constantFrom('queue', 'prioritise'), queueIds: sometimes(queueIds) }),
);

/** An asset of the sandbox, and what is known of it: its kind, where it was just uploaded. */
const asset = fc.tuple(fc.constantFrom('image', 'video', 'gif'), fc.boolean()).map(([kind, isKnown]) => ({
	id: media[kind as 'image'],
	facts: (isKnown ? { mediaType: kind } : {}) as MediaFacts,
}));
const unfinished = fc.constant({ id: media.unfinished, facts: {} as MediaFacts });

const post = fc.record({
	accounts: accountIds,
	caption,
	title: sometimes(title),
	firstComment: sometimes(firstComment),
	linkUrl: sometimes(rarely(`https://example.com/${'x'.repeat(2048)}`, 'https://example.com')),
	delivery: fc.option(delivery, { nil: undefined, freq: 8 }),
	proposedPublishAt: sometimes(fc.oneof(time, fc.constant(null))),
	assets: fc.array(fc.oneof({ weight: 12, arbitrary: asset }, { weight: 1, arbitrary: unfinished }), {
		maxLength: 2,
	}),
	overrides: fc.array(fc.tuple(fc.nat(20), override), { maxLength: 2 }),
});
type Drawn = typeof post extends fc.Arbitrary<infer T> ? T : never;

/** Overrides are mostly for channels of the post. */
function overridesOf({ accounts, overrides }: Drawn): Record<string, unknown> | undefined {
	if (overrides.length === 0) return undefined;
	const targets = accounts.length > 0 ? accounts : [channels.facebook.id];
	return Object.fromEntries(
		overrides.map(([number, values]) => [
			number === 20 ? channels.bluesky.id : targets[number % targets.length],
			values,
		]),
	) as Record<string, unknown>;
}

/** The post as it is checked, and the body that creates it. */
function bothOf(drawn: Drawn) {
	const { assets, overrides: _, ...fields } = drawn;
	const common = { ...fields, perAccount: overridesOf(drawn) };
	return {
		toCheck: { ...common, media: assets.map(({ facts }) => facts) } as PostToCheck,
		body: { ...common, mediaAssetIds: assets.map(({ id }) => id) },
	};
}

interface Verdict {
	findings: Finding[];
	isRefused: boolean;
	detail: string;
}

async function judge(client: ClientUnderTest, service: Client, drawn: Drawn): Promise<Verdict> {
	const { toCheck, body } = bothOf(drawn);
	const findings = await client.checks.find(toCheck);
	// Not through the client, which rejects invalid requests itself.
	const response = await service.request({
		method: 'POST',
		path: '/api/v1/posts/',
		headers: {
			Authorization: `Bearer ${keys.full}`,
			'Content-Type': 'application/json',
			'User-Agent': testUserAgent,
		},
		body: JSON.stringify(body),
	});
	const { detail = '' } = (await response.body.json()) as { detail?: string };
	return { findings, isRefused: response.statusCode >= 400, detail };
}

/** What the service refuses and no one can see before: the state of an asset. */
const exceptions = /the upload of \S+ is not finished/;

/** Refusals of which the check only warns, by what the service says: there it knows less than the service. */
const onlyWarnedOf: readonly RegExp[] = [
	/needs words or media/,
	/a video is required/,
	...(profile === 'observed'
		? [/named more than once/, /channels take none/]
		: [/^boardId: (?!pinterest).*there is no board/]),
];

describe('the check before sending, with the sandbox as the judge, over random posts', () => {
	const verdicts: Verdict[] = [];

	beforeAll(async () => {
		const client = clientOf({
			baseUrl: sandbox().url,
			key: keys.full,
			now: () => sandbox().clock.now().getTime(),
			remembersWorkspace: true,
		});
		const posts = fc.sample(post, { seed: fuzzSeed, numRuns });
		const service = new Client(sandbox().url);
		for (const drawn of posts) verdicts.push(await judge(client, service, drawn));
		await service.close();
	}, longTestMs);

	const errorsIn = ({ findings }: Verdict) => findings.filter(({ severity }) => severity === 'error');
	const isExcepted = ({ detail }: Verdict): boolean => exceptions.test(detail);

	test('reports an error only for refused posts (D7, P102)', () => {
		const wrong = verdicts.filter((verdict) => !verdict.isRefused && errorsIn(verdict).length > 0);
		expect(wrong.map(errorsIn)).toEqual([]);
	});

	test('finds every refusal, except for the state of assets (D7, P102)', () => {
		const missed = verdicts.filter(
			(verdict) => verdict.isRefused && verdict.findings.length === 0 && !isExcepted(verdict),
		);
		expect(missed.map(({ detail }) => detail)).toEqual([]);
	});

	test('reports every refusal as an error, except for facts only the service knows (D7, P102)', () => {
		const soft = verdicts.filter(
			(verdict) => verdict.isRefused && errorsIn(verdict).length === 0 && !isExcepted(verdict),
		);
		const unstated = soft.filter(({ detail }) => !onlyWarnedOf.some((reason) => reason.test(detail)));
		expect(unstated.map(({ detail, findings }) => [detail, findings])).toEqual([]);
		for (const reason of onlyWarnedOf) expect(soft.some(({ detail }) => reason.test(detail))).toBe(true);
	});

	test('covers refused posts, accepted posts and accepted posts with a warning (D7)', () => {
		const refused = verdicts.filter(({ isRefused }) => isRefused).length;
		const warned = verdicts.filter(({ isRefused, findings }) => !isRefused && findings.length > 0).length;
		const clean = verdicts.filter(({ isRefused, findings }) => !isRefused && findings.length === 0).length;
		expect(Math.min(refused, warned, clean)).toBeGreaterThan(numRuns / 50);
	});
});
