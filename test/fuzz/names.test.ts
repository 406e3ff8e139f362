import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { nodeFor } from '../support/nodeUnderTest';
import { sampleChannel, samplePost } from '../support/sampleAnswers';
import { useRecordingServer } from '../support/useRecordingServer';
import { fuzzRuns, fuzzSeed } from './settings';
import { longTestMs } from '../support/longTest';

const server = useRecordingServer();
const numRuns = fuzzRuns(500);

const networks = new Map([
	['bluesky', 'Bluesky'],
	['facebook', 'Facebook'],
	['google_business', 'Google Business'],
	['linkedin', 'LinkedIn'],
	['youtube', 'YouTube'],
]);

interface TestChannel {
	id: string;
	platform: string;
	handle: string;
}

/** Names of companies, shops and people. Many are nearly the same or part of another. */
const handles = fc
	.tuple(
		fc.constantFrom('', '@'),
		fc.constantFrom(
			'Acme',
			'ACME Studio',
			'acmestudio',
			'Müller & Söhne',
			'O’Neil',
			'山田商店',
			'LinkedIn',
			'All',
		),
		fc.constantFrom('', '', ' TV', ', Main Street', ', Acme', '_de', '.example', ' 2', ': News', ' 🎬'),
	)
	.map((parts) => parts.join(''));

const idOf = (index: number): string => `c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** The channels of a key. Only in one of them are the network and the handle the same. */
const keys = fc
	.uniqueArray(fc.record({ platform: fc.constantFrom(...networks.keys()), handle: handles }), {
		minLength: 1,
		maxLength: 9,
		selector: ({ platform, handle }) => `${platform} ${handle}`,
	})
	.map((channels): TestChannel[] => channels.map((channel, index) => ({ ...channel, id: idOf(index) })));

/** What a name can mean: one channel, or several. */
interface Meaning {
	names: string[];
	ids: string[];
}

const meaningOf = ({ id, platform, handle }: TestChannel): Meaning => {
	const network = networks.get(platform) ?? '';
	return { ids: [id], names: [platform, network, handle, `${network}: ${handle}`, `${platform}: ${handle}`] };
};

const groupsOf = (channels: TestChannel[]): Meaning[] => [
	{ ids: channels.map(({ id }) => id), names: ['all', 'All Channels'] },
	...[...new Set(channels.map(({ platform }) => platform))].map((platform) => ({
		ids: channels.filter((one) => one.platform === platform).map(({ id }) => id),
		names: [`all ${platform}`, `All ${networks.get(platform)}`, `All ${networks.get(platform)} Channels`],
	})),
];

const meaningsOf = (channels: TestChannel[]): Meaning[] => [
	...channels.map(meaningOf),
	...groupsOf(channels),
];

/** How people in a hurry write a name. */
const manners: Array<(name: string) => string> = [
	(name) => name,
	(name) => name.toUpperCase(),
	(name) => ` ${name.toLowerCase()} `,
	(name) => name.replaceAll(' ', ''),
	(name) => name.normalize('NFD'),
	(name) => `@${name.replace(/^@/, '')}`,
];

/** A missing, extra or swapped letter. */
const typos: Array<(name: string) => string> = [
	(name) => name.slice(0, -1),
	(name) => `${name}x`,
	(name) => name.slice(1),
	(name) => `${name.slice(1, 2)}${name.slice(0, 1)}${name.slice(2)}`,
];

/** What someone wrote, and what they meant. Undefined for a channel that the key doesn't have. */
interface Written {
	text: string;
	meant?: Meaning;
}

const writtenFor = (meant: Meaning): fc.Arbitrary<Written> =>
	fc.oneof(
		{
			weight: 8,
			arbitrary: fc
				.tuple(fc.constantFrom(...meant.names), fc.constantFrom(...manners))
				.map(([name, manner]) => ({ text: manner(name), meant })),
		},
		{ weight: 1, arbitrary: fc.constant({ text: meant.ids.join(','), meant }) },
		{
			weight: 1,
			arbitrary: fc
				.tuple(fc.constantFrom(...meant.names), fc.constantFrom(...typos))
				.map(([name, typo]) => ({ text: typo(name), meant })),
		},
		{ weight: 1, arbitrary: handles.map((text) => ({ text })) },
	);

const cases = keys.chain((channels) =>
	fc.record({
		channels: fc.constant(channels),
		written: fc.array(fc.constantFrom(...meaningsOf(channels)).chain(writtenFor), {
			minLength: 1,
			maxLength: 4,
		}),
		isText: fc.boolean(),
	}),
);

const plain = (text: string): string =>
	text.normalize('NFC').toLowerCase().replaceAll(/\s/g, '').replace(/^@/, '');

const meaningsWith = (channels: TestChannel[], text: string): Meaning[] =>
	meaningsOf(channels).filter(({ names, ids }) =>
		[ids.join(), ...names].some((name) => plain(name) === plain(text)),
	);

const isSame = (one?: Meaning, other?: Meaning): boolean => one?.ids.join() === other?.ids.join();

/** A typo, or the name of a channel that the key lacks, can be the exact name of something else. Then it means that. */
const saysAnother = (channels: TestChannel[], { text, meant }: Written): boolean => {
	const [only, ...others] = meaningsWith(channels, text);
	return only !== undefined && others.length === 0 && !isSame(only, meant);
};

interface Outcome {
	accounts?: string[];
	perAccount?: Record<string, unknown>;
	error?: string;
}

async function post(channels: TestChannel[], more: IDataObject): Promise<Outcome> {
	server().answerWith(
		{ body: { data: channels.map(sampleChannel) } },
		{ status: 201, body: { post: samplePost(), routed: 'draft' } },
	);
	const parameters = { caption: 'Hi', ...more };
	const [answer] = await nodeFor(server()).json('post:create', parameters, {
		continueOnFail: true,
	});
	const sent = server().requests.find(({ method }) => method === 'POST');
	return sent ? (JSON.parse(sent.body) as Outcome) : { error: String(answer?.error) };
}

const sorted = (ids: string[] = []) => [...new Set(ids)].sort();
const report = { numRuns, seed: fuzzSeed };

test(
	"never sends a post to a channel that wasn't meant (P69)",
	async () => {
		const counts = { sent: 0, refused: 0 };
		const property = fc.asyncProperty(cases, async ({ channels, written, isText }) => {
			fc.pre(!written.some((one) => saysAnother(channels, one)));
			const texts = written.map(({ text }) => text);
			const { accounts, error } = await post(channels, { channels: isText ? texts.join(',') : texts });
			const isClear = written.every(
				({ text, meant }) => meant !== undefined && meaningsWith(channels, text).length === 1,
			);
			const hasCommas = texts.some((text) => text.includes(','));
			if (error === undefined) {
				counts.sent += 1;
				expect(sorted(accounts)).toEqual(sorted(written.flatMap(({ meant }) => meant?.ids ?? 'none')));
			} else {
				counts.refused += 1;
				expect(error).toMatch(
					/matches \d+ channels: |isn't the name or ID of a channel|could be one name or several/,
				);
				expect(isClear && !hasCommas).toBe(false);
			}
		});
		await fc.assert(property, report);
		expect(Math.min(counts.sent, counts.refused)).toBeGreaterThan(numRuns / 10);
	},
	longTestMs,
);

test(
	"never sends a text to a channel it wasn't meant for (P34)",
	async () => {
		const property = fc.asyncProperty(cases, async ({ channels, written }) => {
			fc.pre(!written.some((one) => saysAnother(channels, one)));
			const overrides = Object.fromEntries(
				written.map(({ text, meant }) => [text, { caption: `For ${meant?.ids.join() ?? 'nobody'}` }]),
			);
			const { perAccount, error } = await post(channels, {
				channels: channels.map(({ id }) => id),
				options: { channelOverridesJson: JSON.stringify(overrides) },
			});
			if (error !== undefined) return;
			for (const [id, override] of Object.entries(perAccount ?? {})) {
				expect(override).toEqual({ caption: `For ${id}` });
			}
		});
		await fc.assert(property, report);
	},
	longTestMs,
);

const niches = fc
	.uniqueArray(handles, { minLength: 1, maxLength: 9 })
	.map((names) => names.map((name, index) => ({ slug: `niche-${index}`, name })));

const writtenNiches = niches.chain((list) =>
	fc.record({
		list: fc.constant(list),
		text: fc
			.tuple(
				fc.constantFrom(...list.flatMap(({ slug, name }) => [name, name, slug])),
				fc.constantFrom(...manners, ...manners, ...typos),
			)
			.map(([name, write]) => write(name)),
	}),
);

test(
	"never pays for the gaps of a niche that wasn't meant (S13)",
	async () => {
		const counts = { asked: 0, refused: 0 };
		const property = fc.asyncProperty(writtenNiches, async ({ list, text }) => {
			const fitting = list.filter(({ slug, name }) => [slug, name].some((one) => plain(one) === plain(text)));
			server().answerWith({ body: { niches: list } }, { body: { gaps: [{ canonical_title: 'Gap' }] } });
			const niche = { __rl: true, mode: 'name', value: text };
			const run = nodeFor(server()).run('research:getContentGaps', { niche }, { continueOnFail: true });
			const [item] = await run;
			const asked = server().requests.flatMap(({ target }) =>
				new URL(target, server().url).searchParams.getAll('niche'),
			);
			const [only, ...others] = fitting;
			const isClear = only !== undefined && others.length === 0;
			counts[isClear ? 'asked' : 'refused'] += 1;
			expect(asked).toEqual(isClear ? [only.slug] : []);
			if (!isClear)
				expect(item?.json.error).toMatch(
					/matches \d+ niches: |isn't the name or ID of a niche|'Niche' is empty/,
				);
		});
		await fc.assert(property, report);
		expect(Math.min(counts.asked, counts.refused)).toBeGreaterThan(numRuns / 10);
	},
	longTestMs,
);
