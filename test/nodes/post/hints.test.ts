import type { IDataObject } from 'n8n-workflow';
import { hintsAbout } from '../../../nodes/SocialPublishing/output/hints';
import type { ItemResult } from '../../../nodes/SocialPublishing/output/results';
import { seed } from '../../../sandbox';
import type { NodeRun } from '../../support/n8nContexts';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default', variants: { optionalFields: 'sent' } });

const { channels } = seed;
const { bluesky, facebook, linkedin, tiktok } = channels;

const three = [facebook.id, linkedin.id, bluesky.id];
const later = { delivery: 'at', publishAt: '2099-11-23T09:00:00' };

async function hintsOf(parameters: IDataObject, texts = ['Hi'], more: NodeRun = {}): Promise<string[]> {
	const run = { ...more, items: itemsOf(...texts.map((text) => ({ text }))), timezone: 'Europe/Berlin' };
	const values = { caption: '={{ $json.text }}', ...parameters };
	const { hints } = await nodeFor(sandbox()).result('post:create', values, run);
	return hints.map(({ message }) => message);
}

test.each<[string, IDataObject, string[], string]>([
	[
		'when and on which channels a post is scheduled',
		{ channels: three, ...later },
		['Hi'],
		'“Hi” was scheduled on Facebook (Acme Studio), LinkedIn (Acme Studio), and Bluesky (acme.example) for Mon, Nov 23, 2099, 9:00 AM (Europe/Berlin).',
	],
	[
		'when, in the time zone of the option',
		{ channels: [facebook.id], ...later, options: { timezone: 'America/New_York' } },
		['Hi'],
		'“Hi” was scheduled on Facebook (Acme Studio) for Mon, Nov 23, 2099, 9:00 AM (America/New_York).',
	],
	[
		'how many posts with one item per channel',
		{ channels: three, ...later, options: { outputPerChannel: true } },
		['Hi'],
		'Scheduled: 1 post.',
	],
	[
		'that a draft was saved',
		{ channels: [facebook.id] },
		['Hi'],
		'“Hi” was saved as a draft for Facebook (Acme Studio).',
	],
	[
		'that a post is being published',
		{ channels: [facebook.id], delivery: 'now' },
		['Hi'],
		"“Hi” is being published on Facebook (Acme Studio). 'Wait for Outcome' after this node gets the result and the addresses.",
	],
	['how many posts', { channels: three, ...later }, ['One', 'Two'], 'Scheduled: 2 posts.'],
])('shows %s in a hint (P42)', async (_title, parameters, texts, expected) => {
	expect(await hintsOf(parameters, texts)).toEqual([expected]);
});

test.each([
	['what was done with one row', ['One'], /^“One” is being published on Facebook \(Acme Studio\)\./],
	['how many posts were created', ['One', 'Two'], /^Created: 2 posts\./],
])('shows %s, and how to get the outcome', async (_title, texts, says) => {
	const { hints } = await nodeFor(sandbox()).result(
		'post:syncCalendar',
		{ channels: [facebook.id], caption: '={{ $json.text }}', delivery: 'now' },
		{ items: itemsOf(...texts.map((text) => ({ text }))) },
	);
	const [hint, ...others] = hints.filter(({ type }) => type === 'info');
	expect(others).toEqual([]);
	expect(hint?.message).toMatch(says);
	expect(hint?.message).toMatch(/'Wait for Outcome' after this node gets the result and the addresses\.$/);
});

test("doesn't advise a node that already follows (P42)", async () => {
	const after = [{ parameters: { resource: 'post', operation: 'waitForOutcome' } }];
	const now = { channels: [facebook.id], delivery: 'now' };
	expect(await hintsOf(now, ['Hi'], { after })).toEqual([
		'“Hi” is being published on Facebook (Acme Studio).',
	]);
});

test.each<[string, IDataObject, RegExp]>([
	[
		'that a canceled post is a draft again',
		{ operation: 'cancel', postId: byId(seed.posts.scheduled) },
		/^“.*” was returned to draft\.$/,
	],
	[
		'when a queued post is published',
		{ channels: [facebook.id], delivery: 'queue' },
		/^“Hi” was added to the queue of Facebook \(Acme Studio\)( for \w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M \(Europe\/Berlin\))\.$/,
	],
	[
		'on which channels the post that was awaited is published',
		{ operation: 'waitForOutcome', postId: byId(seed.posts.published) },
		/^“.*” was published on Facebook \(.*\) and Bluesky \(.*\)\.$/,
	],
	[
		'why the post that was awaited is not published on all channels',
		{ operation: 'waitForOutcome', postId: byId(seed.posts.partiallyPublished) },
		/^“.*” was published on Facebook \(.*\), but not on Instagram \(.*\): .+\.$/,
	],
])('shows %s in a hint (P42)', async (_title, parameters, expected) => {
	expect(await hintsOf(parameters)).toEqual([expect.stringMatching(expected)]);
});

test('counts the posts that were awaited by status, and says where to find why some are not published', async () => {
	const { result } = nodeFor(sandbox());
	const wait = async (...ids: string[]) =>
		(
			await result(
				'post:waitForOutcome',
				{ postId: byId('={{ $json.id }}') },
				{ items: itemsOf(...ids.map((id) => ({ id }))) },
			)
		).hints;
	const { published, scheduled } = seed.posts;
	expect(await wait(published, scheduled)).toMatchObject([
		{
			message: "Published: 1 post. Scheduled: 1 post. Not all are published. The reasons are in 'message'.",
			type: 'warning',
		},
	]);
	expect((await wait(published, published)).at(-1)).toMatchObject({
		message: 'Published: 1 post.',
		type: 'info',
	});
});

test('lists the channels without a first comment in a hint if others have one (P16)', async () => {
	const hints = await hintsOf({
		channels: [facebook.id, tiktok.id],
		additionalFields: { firstComment: 'Which color?' },
	});
	expect(hints).toContain(
		"No first comment on TikTok (acmestudio), which can't have one or has it turned off.",
	);
});

test('shows no hint after reading posts', async () => {
	expect(await hintsOf({ operation: 'get', postId: byId(seed.posts.scheduled) })).toEqual([]);
	expect(await hintsOf({ operation: 'getAll', returnAll: true })).toEqual([]);
});

test.each<[string, IDataObject]>([
	['selected fields', { output: 'fields', fields: ['id'] }],
	['all fields', { output: 'raw' }],
])('says what was done whatever the output has: %s', async (_title, shape) => {
	const values = { channels: [facebook.id, tiktok.id], additionalFields: { firstComment: 'Hi?' }, ...shape };
	const expected = [
		'“Hi” was saved as a draft for Facebook (Acme Studio) and TikTok (acmestudio).',
		"No first comment on TikTok (acmestudio), which can't have one or has it turned off.",
	];
	expect(await hintsOf(values)).toEqual(expect.arrayContaining(expected));
});

describe('a key that expires soon', () => {
	const hintsAbout = async (days: number, operation: string, parameters: IDataObject) => {
		const { clock, keys } = sandbox();
		keys.setExpiry(seed.keys.full, clock.now().getTime() + days * 86_400_000);
		const { hints } = await nodeFor(sandbox()).result(operation, parameters);
		return hints.filter(({ message }) => message.startsWith('The API key “Automation” expires in'));
	};

	test('is mentioned by a run that reads it, in the last 14 days', async () => {
		expect(await hintsAbout(15, 'workspace:get', {})).toEqual([]);
		expect(await hintsAbout(14, 'workspace:get', {})).toMatchObject([{ type: 'warning' }]);
	});

	test("isn't read for that", async () => {
		expect(await hintsAbout(2, 'post:get', { postId: byId(seed.posts.published) })).toEqual([]);
		expect(sandbox().requests.map(({ path }) => path)).not.toContain('/api/v1/me/');
	});
});

test.each<[string, Array<ItemResult['row']>, string]>([
	[
		'a dry run',
		['wouldCreate', 'invalid', 'wouldCreate', 'invalid'].map((action) => ({ action, dryRun: true })),
		"Dry run: 2 would be created, 2 are invalid. Nothing was changed. The reasons are in 'message'.",
	],
	[
		'a dry run, in which a blank row is told elsewhere',
		['timePassed', 'blank'].map((reason) => ({ action: 'skipped', reason, dryRun: true })),
		"Dry run: 1 would be skipped. Nothing was changed. The reasons are in 'message'.",
	],
	[
		'a dry run of removals after real changes',
		[{ action: 'updated' }, { action: 'wouldRemove', dryRun: true }],
		'Dry run: 1 would be deleted.',
	],
])(
	'counts what %s would do in a hint, which is yellow if something needs the user',
	(_title, rows, expected) => {
		const type = expected.includes('reasons') ? 'warning' : 'info';
		expect(hintsAbout(rows.map((row) => ({ row })))).toMatchObject([{ message: expected, type }]);
	},
);
