import type { IDataObject } from 'n8n-workflow';
import { CancelledError } from '../../../client/http/errors';
import type { Send } from '../../../client/http/types';
import { seed, type Post } from '../../../sandbox';
import { fetchSend } from '../../support/fetchSend';
import { fileOfKind, itemWith } from '../../support/mediaItems';
import { useBinaryMode } from '../../support/n8nBinary';
import type { NodeRun } from '../../support/n8nContexts';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { hasExtras, onlyIn } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

/** Tests compare times in answers with those in the sandbox. */
const sandbox = useSandbox({ variants: { times: 'offset' } });
const { boards, channels, keys, media, queues } = seed;
const { bluesky, facebook, linkedin, pinterest } = channels;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

/** The sandbox's clock starts on 5 January at 9:00 UTC. */
const later = '2026-01-06T09:00:00+00:00';
const muchLater = '2026-01-07T09:00:00+00:00';
const atTime = (publishAt: string): IDataObject => ({ delivery: 'at', publishAt });

const upsert = async (
	parameters: IDataObject,
	{ key = keys.full, ...run }: NodeRun & { key?: string } = {},
) => {
	const [output = {}] = await nodeWith(key).json(
		'post:upsert',
		{ channels: [facebook.id], caption: 'Hello', delivery: 'draft', ...parameters },
		{ items: itemsOf({ text: 'Hello' }), ...run },
	);
	return output;
};
const again = async ({ id }: IDataObject, parameters: IDataObject, key = keys.full, run: NodeRun = {}) =>
	await upsert({ postId: byId(String(id)), ...parameters }, { key, ...run });

const postOf = ({ id }: IDataObject): Post => sandbox().post(String(id));
/** The requests sent since then, without reads. */
const writesSince = (start: number): string[] =>
	sandbox()
		.requests.slice(start)
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path }) => `${method} ${path.replace(/^.*\/posts\/[^/]*\/?/, '')}`.trim());

test('creates the post without a post ID, and sends nothing for the same item with the ID (P45, P46)', async () => {
	const created = await upsert(atTime(later));
	expect(created).toMatchObject({ action: 'created', status: 'scheduled', caption: 'Hello' });
	const count = sandbox().requests.length;
	expect(await again(created, atTime(later))).toMatchObject({
		action: 'unchanged',
		changes: {},
		id: created.id,
	});
	expect(writesSince(count)).toEqual([]);
});

const scheduledPost = {
	...atTime(later),
	title: 'Title',
	additionalFields: { linkUrl: 'https://a.example' },
};

test.each<[string, IDataObject, IDataObject, string, string[], IDataObject]>([
	['edits a draft (P73)', {}, { caption: 'New' }, 'updated', ['PATCH'], { caption: 'New', status: 'draft' }],
	['delivers a draft (P46)', {}, atTime(later), 'updated', ['POST submit'], { status: 'scheduled' }],
	[
		'moves a scheduled post to another time (N9)',
		scheduledPost,
		{ ...scheduledPost, ...atTime(muchLater) },
		'rescheduled',
		['POST schedule'],
		{ status: 'scheduled', scheduledAt: '2026-01-07T09:00:00.000+00:00' },
	],
	[
		'edits a scheduled post in one step (N36)',
		scheduledPost,
		{ ...scheduledPost, caption: 'New' },
		'updated',
		['POST cancel', 'PATCH', 'POST submit'],
		{
			caption: 'New',
			status: 'scheduled',
			scheduledAt: '2026-01-06T09:00:00.000+00:00',
			title: 'Title',
			proposedPublishAt: null,
		},
	],
	[
		'edits and moves it (N36)',
		scheduledPost,
		{ ...scheduledPost, ...atTime(muchLater), caption: 'New' },
		'updated',
		['POST cancel', 'PATCH', 'POST submit'],
		{ caption: 'New', scheduledAt: '2026-01-07T09:00:00.000+00:00' },
	],
	[
		'returns a scheduled post to draft (N11)',
		scheduledPost,
		{ delivery: 'draft' },
		'updated',
		['POST cancel'],
		{ status: 'draft', scheduledAt: null },
	],
	[
		'publishes a scheduled post now (N10)',
		scheduledPost,
		{ delivery: 'now' },
		'updated',
		['POST publish'],
		{ status: 'publishing' },
	],
	[
		"keeps fields that aren't in the form",
		scheduledPost,
		atTime(later),
		'unchanged',
		[],
		{ title: 'Title', linkUrl: 'https://a.example' },
	],
	[
		'clears fields of the form that the item leaves empty (P74)',
		scheduledPost,
		{ ...atTime(later), caption: '={{ $json.text }}', title: '={{ $json.no }}' },
		'updated',
		['POST cancel', 'PATCH', 'POST submit'],
		{ title: null, linkUrl: 'https://a.example' },
	],
	[
		'sets an override',
		{},
		{ options: { channelOverridesJson: { [facebook.id]: { caption: 'Own' } } } },
		'updated',
		['PATCH'],
		{ caption: 'Hello' },
	],
	[
		'keeps the media if the item has none',
		{ media: 'assets', mediaAssetIds: media.image },
		{},
		'unchanged',
		[],
		{ mediaAssetIds: [media.image] },
	],
	[
		'removes the media if the list is empty (P74)',
		{ media: 'assets', mediaAssetIds: media.image },
		{ media: 'assets', mediaAssetIds: '' },
		'updated',
		['PATCH'],
		{ mediaAssetIds: [] },
	],
	[
		'replaces the media (P73)',
		{ media: 'assets', mediaAssetIds: media.image },
		{ media: 'assets', mediaAssetIds: media.gif },
		'updated',
		['PATCH'],
		{ mediaAssetIds: [media.gif] },
	],
])('%s', async (_title, before, after, action, writes, post) => {
	const created = await upsert(before);
	const count = sandbox().requests.length;
	const output = await again(created, after);
	expect(output).toMatchObject({ action, id: created.id, status: postOf(created).status });
	expect(writesSince(count)).toEqual(writes);
	expect(postOf(created)).toMatchObject(post);
	if (action === 'unchanged' || after.delivery === 'now') return;
	expect(await again(created, after)).toMatchObject({ action: 'unchanged' });
});

test('lists each changed field with its old and new value', async () => {
	const created = await upsert(scheduledPost);
	expect(await again(created, { ...scheduledPost, caption: 'New', ...atTime(muchLater) })).toMatchObject({
		changes: {
			caption: { before: 'Hello', after: 'New' },
			scheduledAt: { before: '2026-01-06T09:00:00.000+00:00', after: muchLater },
		},
	});
});

test("lists changes with channel names beside their IDs and times in the workflow's time zone (P5)", async () => {
	sandbox().vary({ optionalFields: 'sent' });
	const created = await upsert(scheduledPost);
	const channelOverridesJson = { [bluesky.id]: { caption: 'Own' } };
	const changed = {
		...scheduledPost,
		...atTime(muchLater),
		channels: [facebook.id, bluesky.id],
		options: { channelOverridesJson },
	};
	const { changes } = await upsert(
		{ ...changed, postId: byId(String(created.id)) },
		{ timezone: 'Asia/Tokyo' },
	);
	expect(changes).toEqual({
		channels: {
			before: [{ accountId: facebook.id, channel: 'Facebook: Acme Studio' }],
			after: [
				{ accountId: facebook.id, channel: 'Facebook: Acme Studio' },
				{ accountId: bluesky.id, channel: 'Bluesky: acme.example' },
			],
		},
		perAccount: {
			before: { [bluesky.id]: { channel: 'Bluesky: acme.example', caption: null } },
			after: { [bluesky.id]: { channel: 'Bluesky: acme.example', caption: 'Own' } },
		},
		scheduledAt: {
			before: expect.stringMatching(/T18:00:00.*\+09:00$/) as string,
			after: expect.stringMatching(/\+09:00$/) as string,
		},
	});
});

test('clears the title if its expression returns nothing, because the item describes the whole post', async () => {
	const created = await upsert({ title: 'Old' });
	expect(postOf(created).title).toBe('Old');
	expect(postOf(await again(created, { title: '' })).title).toBe('Old');
	const empty = { caption: '={{ $json.text }}', title: '={{ $json.nothing }}' };
	expect(postOf(await again(created, empty)).title).toBeNull();
});

test.each<[string, IDataObject]>([
	['a new post', {}],
	['a post that stays as it is', { caption: 'Hello' }],
	['a post that changes', { caption: 'Changed' }],
	['a dry run', { caption: 'Changed', options: { dryRun: true } }],
])(
	'returns %s with its ID and updatedAt with Selected Fields, because the next run needs them',
	async (title, parameters) => {
		const selected = { output: 'fields', fields: ['caption'] };
		const postId = title === 'a new post' ? {} : { postId: byId(String((await upsert({})).id)) };
		const output = await upsert({ ...parameters, ...postId, ...selected }, { isTool: true });
		expect(output).toMatchObject({ id: postOf(output).id, updatedAt: postOf(output).updatedAt });
		expect(Object.keys(output)).not.toContain('channels');
		const next = { ...parameters, options: { knownUpdatedAt: output.updatedAt } };
		expect((await again(output, next)).action).toBe(title === 'a dry run' ? 'updated' : 'unchanged');
	},
);

describe('a dry run', () => {
	test('returns what the run would and sends nothing', async () => {
		const created = await upsert(scheduledPost);
		const count = sandbox().requests.length;
		const options = { dryRun: true };
		const planned = await again(created, { ...scheduledPost, caption: 'New', options });
		expect(planned).toMatchObject({
			action: 'wouldUpdate',
			changes: { caption: { before: 'Hello', after: 'New' } },
			dryRun: true,
			id: created.id,
			caption: 'Hello',
		});
		expect(await upsert({ ...atTime(later), options })).toMatchObject({
			action: 'wouldCreate',
			changes: { caption: { before: null, after: 'Hello' }, status: { before: null, after: 'scheduled' } },
			dryRun: true,
			id: null,
		});
		expect(writesSince(count)).toEqual([]);
		expect(sandbox().posts()).toHaveLength(1);
	});

	const tooLong = { channels: [channels.bluesky.id], caption: 'x'.repeat(301), delivery: 'queue' };
	const caption = "'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters.";

	test.each<[title: string, parameters: IDataObject, fault: string]>([
		['a text that is too long', tooLong, caption],
		[
			'a text that is too long with Check Before Sending off',
			{ ...tooLong, options: { checkFirst: false } },
			caption,
		],
		[
			'a channel without a board or a file',
			{ channels: [channels.pinterest.id], caption: 'Hi', delivery: 'queue' },
			"'Board' for Pinterest (acmestudio) is required. 'Media' for Pinterest (acmestudio) must have an image or a video.",
		],
		[
			'a name that no channel has',
			{ channels: '={{ ["nowhere"] }}', caption: 'Hi', delivery: 'queue' },
			"In 'Channel Names or IDs', 'nowhere' isn't the name or ID of a channel. Use one of these names:",
		],
		[
			'a file that is missing',
			{ channels: [channels.facebook.id], caption: 'Hi', delivery: 'queue', media: 'binary' },
			"The item has no file in its field 'data'.",
		],
	])(
		'reports as invalid what the run itself rejects: %s (P16)',
		async (_title, { options, ...parameters }, fault) => {
			const count = sandbox().requests.length;
			const output = await upsert({ ...parameters, options: { ...(options as IDataObject), dryRun: true } });
			expect(output).toMatchObject({
				id: null,
				action: 'invalid',
				reason: 'invalid',
				changes: {},
				dryRun: true,
			});
			expect(output.message).toContain(fault);
			expect(writesSince(count)).toEqual([]);
		},
	);

	test("names both faults of a row: a time that can't be read, and a text that is too long (P16)", async () => {
		const count = sandbox().requests.length;
		const row = { ...tooLong, delivery: 'at', publishAt: 'tomorrow' };
		const output = await upsert({ ...row, options: { dryRun: true } });
		const begin = `Dry run: “${'x'.repeat(80)}…” is invalid. 'Publish At' isn't a date and time.`;
		expect(output.message).toMatch(new RegExp(`^${begin}.*'Caption' for Bluesky`));
		expect(writesSince(count)).toEqual([]);
	});

	test('reports a change that the run rejects as invalid, with the ID of its post (P16)', async () => {
		const created = await upsert({ channels: [channels.bluesky.id], caption: 'Hello', delivery: 'queue' });
		const planned = await again(created, { ...tooLong, options: { dryRun: true } });
		expect(planned).toMatchObject({
			id: created.id,
			action: 'invalid',
			message: expect.stringContaining(caption),
		});
	});
});

describe('a post that must not be touched', () => {
	const live = async (): Promise<IDataObject> => {
		const created = await upsert({ delivery: 'now' });
		sandbox().outcomes.publish(String(created.id));
		return created;
	};

	test('is a conflict if it is published, with the status as shown on screen', async () => {
		const created = await live();
		const count = sandbox().requests.length;
		expect(await again(created, { delivery: 'now', caption: 'New' })).toMatchObject({
			action: 'conflict',
			reason: 'status',
			message: "“Hello” wasn't changed. Its status is Published.",
			changes: { caption: { before: 'Hello', after: 'New' } },
		});
		expect(await again(created, { delivery: 'now' })).toMatchObject({ action: 'unchanged' });
		expect(writesSince(count)).toEqual([]);
	});

	test('is a conflict in review, unless it can be withdrawn (P47, N20)', async () => {
		const created = await upsert(atTime(later), { key: keys.drafts });
		expect(created).toMatchObject({ action: 'created', status: 'pending_approval' });
		expect(await again(created, atTime(later), keys.drafts)).toMatchObject({ action: 'unchanged' });
		const changed = { ...atTime(later), caption: 'New' };
		expect(await again(created, changed, keys.drafts)).toMatchObject({
			action: 'conflict',
			reason: 'status',
			message: expect.stringContaining('Its status is Waiting for Approval'),
		});
		const withdrawing = { ...changed, options: { onReview: 'withdraw' } };
		if (!hasExtras) {
			await expect(again(created, withdrawing, keys.drafts)).rejects.toMatchObject({
				message: "This service doesn't support withdrawing posts",
			});
			expect(postOf(created)).toMatchObject({ status: 'pending_approval', caption: 'Hello' });
			return;
		}
		expect(await again(created, withdrawing, keys.drafts)).toMatchObject({
			action: 'updated',
			status: 'pending_approval',
			caption: 'New',
		});
		expect(await again(created, changed, keys.drafts)).toMatchObject({ action: 'unchanged' });
	});

	test('is sent to the service if changes were requested, and is a conflict if the service refuses', async () => {
		const created = await upsert(atTime(later), { key: keys.drafts });
		sandbox().review.requestChanges(String(created.id));
		expect(await again(created, atTime(later), keys.drafts)).toMatchObject({ action: 'conflict' });
		const count = sandbox().requests.length;
		expect(await again(created, { ...atTime(later), caption: 'New' }, keys.drafts)).toMatchObject({
			action: 'conflict',
			reason: 'status',
			message:
				"“Hello” wasn't changed. Its status is Changes Requested, and the service refused to change it. The service says: Only drafts can be edited (this post is changes_requested). Change it in the web app, or clear the post ID to create another post.",
			changes: { caption: { before: 'Hello', after: 'New' } },
		});
		expect(writesSince(count)).toEqual(['PATCH', 'POST withdraw']);
	});

	onlyIn('observed', 'no document knows a withdrawal', () => {
		test.each([
			['withdraw', ['PATCH', 'POST withdraw', 'PATCH', 'POST submit']],
			['edit and withdraw', ['PATCH', 'POST submit', 'POST withdraw', 'POST submit']],
		] as const)(
			'is sent to review again if the service allows "%s" after requested changes',
			async (variant, writes) => {
				const created = await upsert(atTime(later), { key: keys.drafts });
				sandbox().review.requestChanges(String(created.id));
				const { updatedAt: knownUpdatedAt } = sandbox().post(String(created.id));
				sandbox().vary({ changesRequested: variant });
				const changed = { ...atTime(later), caption: 'New', options: { knownUpdatedAt } };
				const count = sandbox().requests.length;
				const updated = await again(created, changed, keys.drafts);
				expect(updated).toMatchObject({ action: 'updated', status: 'pending_approval', caption: 'New' });
				expect(updated.changes).toMatchObject({ caption: { before: 'Hello', after: 'New' } });
				expect(writesSince(count)).toEqual(writes);
				const options = { knownUpdatedAt: updated.updatedAt };
				expect(await again(created, { ...changed, options }, keys.drafts)).toMatchObject({
					action: 'unchanged',
				});
			},
		);

		test('stays a draft that names what is left to do if the edit fails after the withdrawal', async () => {
			const created = await upsert(atTime(later), { key: keys.drafts });
			sandbox().review.requestChanges(String(created.id));
			sandbox().vary({ changesRequested: 'withdraw' });
			const tooLong = { ...atTime(later), caption: 'x'.repeat(100_000), options: { checkFirst: false } };
			await expect(again(created, tooLong, keys.drafts)).rejects.toMatchObject({
				message: 'The post is a draft now',
				description: expect.stringContaining("Its content was changed. Then use 'Submit'."),
			});
		});
	});

	test('is edited and sent to review again if the service lets posts with requested changes be edited', async () => {
		const created = await upsert(atTime(later), { key: keys.drafts });
		sandbox().review.requestChanges(String(created.id));
		sandbox().vary({ changesRequested: 'edit' });
		expect(await again(created, { ...atTime(later), caption: 'New' }, keys.drafts)).toMatchObject({
			action: 'updated',
			status: 'pending_approval',
			caption: 'New',
		});
	});

	test('is a conflict if it was deleted', async () => {
		const created = await upsert({});
		await nodeWith().json('post:delete', { postId: byId(String(created.id)) });
		expect(await again(created, {})).toMatchObject({
			action: 'conflict',
			reason: 'gone',
			message: expect.stringMatching(/^“.+” wasn't changed\. The post was deleted/),
			id: created.id,
		});
	});

	test('is a conflict if someone has changed it since, unless it can be overwritten', async () => {
		const created = await upsert({});
		sandbox().clock.advance(1000);
		await nodeWith().json('post:update', {
			postId: byId(String(created.id)),
			updateFields: { caption: 'Somebody' },
		});
		const options = { knownUpdatedAt: created.updatedAt };
		expect(await again(created, { options })).toMatchObject({
			action: 'conflict',
			reason: 'changed',
			message: expect.stringContaining('Someone changed this post in the service'),
			caption: 'Somebody',
		});
		expect(await again(created, { options: { ...options, onChanged: 'overwrite' } })).toMatchObject({
			action: 'updated',
			caption: 'Hello',
		});
	});

	test('is skipped less than a minute before its time, with the reason', async () => {
		const created = await upsert(atTime(later));
		sandbox().clock.set('2026-01-06T08:59:01Z');
		const count = sandbox().requests.length;
		expect(await again(created, { ...atTime(muchLater), caption: 'New' })).toMatchObject({
			action: 'skipped',
			reason: 'startsSoon',
			message: expect.stringContaining("The post is published in less than a minute, so it wasn't changed"),
		});
		expect(writesSince(count)).toEqual([]);
	});

	test('is skipped if its time has passed and it was never created', async () => {
		expect(await upsert(atTime('2026-01-05T08:00:00Z'))).toMatchObject({
			action: 'skipped',
			reason: 'timePassed',
			message: "“Hello” was skipped. The time in 'Publish At' has passed. Enter a later time.",
			id: null,
		});
	});
});

describe('an edit of a scheduled post that stops midway', () => {
	const edit = { ...scheduledPost, caption: 'New', ...atTime(muchLater) };
	const fail = { options: {} };
	/** All fields of a post that users would miss. */
	const essence = ({ updatedAt: _time, ...post }: Post): object => post;

	test.each<[string, RegExp, number, number]>([
		['the edit is refused', /posts\/[^/]+$/, 422, 1],
		['the delivery is refused', /\/submit$/, 422, 1],
		['the edit fails repeatedly', /posts\/[^/]+$/, 500, 5],
		['the delivery fails repeatedly', /\/submit$/, 500, 4],
	])('leaves the post unchanged if %s (N36)', async (_title, path, status, times) => {
		const created = await upsert(scheduledPost);
		const before = essence(postOf(created));
		const method = String(path).includes('submit') ? 'POST' : 'PATCH';
		sandbox().faults.add({ method, path, kind: 'status', status, times });
		const error = await nodeWith().error('post:upsert', {
			channels: [facebook.id],
			...edit,
			...fail,
			postId: byId(String(created.id)),
		});
		sandbox().faults.clear();
		expect(error.description).toMatch(/The post was restored\.$/);
		expect(essence(postOf(created))).toEqual(before);
		// The next call is a new request, not a retry of the failed one.
		expect(sandbox().takeFindings()).toEqual([]);
		expect(await again(created, edit)).toMatchObject({ action: 'updated', caption: 'New' });
	});

	test("describes what is left if the post can't be restored (N36)", async () => {
		const created = await upsert(scheduledPost);
		sandbox().faults.add({ path: /\/submit$/, kind: 'status', status: 422, times: 2 });
		const error = await nodeWith().error('post:upsert', {
			channels: [facebook.id],
			...edit,
			postId: byId(String(created.id)),
		});
		expect(error.message).toBe("The post is a draft now and isn't scheduled anymore");
		expect(error.description).toContain(String(created.id));
		expect(error.description).toContain("Its content wasn't changed");
		expect(error.description).toContain("Then use 'Submit' to schedule it for 2026-01-06T09:00:00.000+00:00");
		expect(postOf(created)).toMatchObject({ status: 'draft', caption: 'Hello' });
		sandbox().faults.clear();
		expect(await again(created, edit)).toMatchObject({
			action: 'updated',
			status: 'scheduled',
			caption: 'New',
		});
	});

	test.each<[string, 'dropAfter' | 'statusAfter' | 'cut', RegExp]>(
		(['dropAfter', 'statusAfter', 'cut'] as const).flatMap((kind) =>
			[/\/cancel$/, /posts\/[^/]+$/, /\/submit$/].map((path): [string, typeof kind, RegExp] => [
				`${kind} of ${path.source}`,
				kind,
				path,
			]),
		),
	)('does everything once if a response is lost: %s', async (_title, kind, path) => {
		const created = await upsert(scheduledPost);
		const method = path.source.includes('+$') ? 'PATCH' : 'POST';
		sandbox().faults.add({ method, path, kind });
		expect(await again(created, edit)).toMatchObject({ action: 'updated', status: 'scheduled' });
		expect(postOf(created)).toMatchObject({ caption: 'New', scheduledAt: '2026-01-07T09:00:00.000+00:00' });
		expect(sandbox().posts()).toHaveLength(1);
	});

	describe("isn't mistaken for someone else's change if the item has the updatedAt of the previous run", () => {
		const knowing = ({ updatedAt }: IDataObject, more: IDataObject = {}): IDataObject => ({
			...edit,
			options: { knownUpdatedAt: updatedAt, ...more },
		});
		/** What n8n keeps for the workflow. */
		let run: { staticData: IDataObject };
		beforeEach(() => {
			run = { staticData: {} };
		});
		/** A post whose edit is stopped right before one of its requests. */
		async function interrupted(path: RegExp): Promise<IDataObject> {
			const created = await upsert(scheduledPost);
			sandbox().clock.advance(1000);
			const send: Send = async (request) => {
				if (request.method !== 'GET' && path.test(request.url)) throw new CancelledError();
				return await fetchSend(keys.full)(request);
			};
			const dying = nodeFor(sandbox(), { own: { send } });
			const postId = byId(String(created.id));
			await dying.error('post:upsert', { channels: [facebook.id], ...edit, postId }, run);
			expect(postOf(created).status).toBe('draft');
			return created;
		}

		test.each<[string, RegExp]>([
			['cancel and edit', /posts\/[^/]+$/],
			['edit and delivery', /\/submit$/],
		])('if stopped between %s (N36)', async (_title, path) => {
			const created = await interrupted(path);
			const updated = { action: 'updated', caption: 'New' };
			expect(await again(created, knowing(created), keys.full, run)).toMatchObject(updated);
			expect(postOf(created)).toMatchObject({ status: 'scheduled', caption: 'New' });
		});

		test('unless n8n was killed, because nothing shows then who returned it to draft', async () => {
			const created = await interrupted(/\/submit$/);
			expect(await again(created, knowing(created))).toMatchObject({
				action: 'conflict',
				reason: 'changed',
				message: expect.stringContaining('Someone changed this post in the service'),
			});
			expect(postOf(created)).toMatchObject({ status: 'draft', caption: 'New' });
		});

		test('if restored, with the new updatedAt in the error (N36)', async () => {
			const created = await upsert(scheduledPost);
			sandbox().clock.advance(1000);
			sandbox().faults.add({ method: 'PATCH', path: /posts\/[^/]+$/, kind: 'status', status: 422 });
			const [{ details } = {}] = await nodeWith().json(
				'post:upsert',
				{ channels: [facebook.id], ...edit, postId: byId(String(created.id)) },
				{ continueOnFail: true },
			);
			expect(details).toMatchObject({ updatedAt: postOf(created).updatedAt });
			expect(await again(created, knowing(details as IDataObject))).toMatchObject({ action: 'updated' });
		});

		/** A completed edit whose new `updatedAt` the item doesn't know. */
		async function editedUnnoticed(): Promise<IDataObject> {
			const created = await upsert(scheduledPost);
			sandbox().clock.advance(1000);
			await again(created, edit, keys.full, run);
			sandbox().clock.advance(1000);
			return created;
		}
		const rewrite = async (postId: IDataObject, caption = 'Their own') =>
			await nodeWith().json('post:update', { postId, updateFields: { caption } });

		test.each<[string, () => Promise<IDataObject>, (postId: IDataObject) => Promise<unknown>]>([
			[
				'returned to draft after the edit and rewrote',
				editedUnnoticed,
				async (postId) => {
					await nodeWith().json('post:cancel', { postId });
					await rewrite(postId);
				},
			],
			[
				'returned to draft after an interrupted edit was continued, and rewrote',
				async () => {
					const created = await interrupted(/\/submit$/);
					await again(created, knowing(created), keys.full, run);
					sandbox().clock.advance(1000);
					return created;
				},
				async (postId) => {
					await nodeWith().json('post:cancel', { postId });
					await rewrite(postId);
				},
			],
			[
				'returned to draft after the edit had failed and was undone, and rewrote',
				async () => {
					const created = await upsert(scheduledPost);
					sandbox().clock.advance(1000);
					sandbox().faults.add({ method: 'PATCH', path: /posts\/[^/]+$/, kind: 'status', status: 422 });
					const postId = byId(String(created.id));
					await nodeWith().error('post:upsert', { channels: [facebook.id], ...edit, postId }, run);
					sandbox().clock.advance(1000);
					return created;
				},
				async (postId) => {
					await nodeWith().json('post:cancel', { postId });
					await rewrite(postId);
				},
			],
			[
				'rewrote after the edit was interrupted before its delivery',
				async () => await interrupted(/\/submit$/),
				async (postId) => await rewrite(postId),
			],
		])('reports a conflict for a post that someone %s', async (_title, prepare, act) => {
			const created = await prepare();
			await act(byId(String(created.id)));
			const before = postOf(created);
			expect(await again(created, knowing(created), keys.full, run)).toMatchObject({
				action: 'conflict',
				reason: 'changed',
				message: expect.stringContaining('Someone changed this post in the service'),
				caption: 'Their own',
			});
			expect(postOf(created)).toEqual(before);
		});

		test('leaves a post unchanged that someone schedules during the check', async () => {
			const created = await interrupted(/posts\/[^/]+$/);
			sandbox().clock.advance(1000);
			const postId = byId(String(created.id));
			let reads = 0;
			const send: Send = async (request) => {
				if (request.method === 'GET' && /posts\/[^/]+$/.test(request.url)) reads += 1;
				if (reads === 2) {
					reads += 1;
					await nodeWith().json('post:schedule', { postId, ...atTime('2026-01-09T09:00:00+00:00') });
				}
				return await fetchSend(keys.full)(request);
			};
			const racing = nodeFor(sandbox(), { own: { send } });
			const parameters = { channels: [facebook.id], ...knowing(created), postId };
			await racing.json('post:upsert', parameters, { ...run, continueOnFail: true });
			expect(postOf(created)).toMatchObject({
				status: 'scheduled',
				scheduledAt: '2026-01-09T09:00:00.000+00:00',
				caption: 'Hello',
			});
		});

		test('sends nothing in a dry run', async () => {
			const created = await interrupted(/posts\/[^/]+$/);
			const count = sandbox().requests.length;
			expect(await again(created, knowing(created, { dryRun: true }))).toMatchObject({ dryRun: true });
			expect(writesSince(count)).toEqual([]);
		});

		test.each<[string, (postId: IDataObject) => Promise<unknown>, string]>([
			['returned it to draft', async (postId) => await nodeWith().json('post:cancel', { postId }), 'draft'],
			[
				'moved it',
				async (postId) =>
					await nodeWith().json('post:schedule', { postId, ...atTime('2026-01-09T09:00:00+00:00') }),
				'scheduled',
			],
		])('reports a conflict with someone who %s', async (_title, act, status) => {
			const created = await upsert(scheduledPost);
			sandbox().clock.advance(1000);
			await act(byId(String(created.id)));
			const before = postOf(created);
			expect(await again(created, knowing(created))).toMatchObject({
				action: 'conflict',
				reason: 'changed',
				message: expect.stringContaining('Someone changed this post in the service'),
			});
			expect(postOf(created)).toEqual(before);
			expect(before.status).toBe(status);
		});
	});

	test('reads the post again if someone else was faster', async () => {
		const created = await upsert(scheduledPost);
		sandbox().faults.add({
			path: /\/cancel$/,
			kind: 'status',
			status: 409,
			body: {
				error: 'conflict',
				detail: 'Only posts that are queued … can be cancelled (this post is publishing).',
			},
		});
		expect(await again(created, edit)).toMatchObject({ action: 'updated', caption: 'New' });
	});
});

test("shows the asset of a file in what has changed, and not that it wasn't uploaded yet", async () => {
	await useBinaryMode('filesystem');
	const items = [await itemWith({ data: fileOfKind('png', 100) }, 'image/png')];
	const post = { channels: [facebook.id], caption: 'Hi', media: 'binary' };
	const [created] = await nodeWith().json('post:upsert', post, { items });
	const { mediaAssetIds } = postOf(created ?? {});
	expect(created?.changes).toMatchObject({ mediaAssetIds: { after: mediaAssetIds } });
});

describe('overrides and channels', () => {
	test('are restored on a scheduled post if its edit fails', async () => {
		const overrides = {
			[facebook.id]: { caption: 'Own', options: { facebook: { publishAs: 'reel' } } },
			[pinterest.id]: { boardId: boards.ideas.id, title: 'Pin' },
		};
		const post = {
			...atTime(later),
			channels: [facebook.id, pinterest.id],
			media: 'assets',
			mediaAssetIds: media.image,
			options: { channelOverridesJson: overrides },
		};
		const created = await upsert(post);
		const { updatedAt: _before, ...before } = postOf(created);
		sandbox().faults.add({ path: /\/submit$/, kind: 'status', status: 422 });
		const error = await nodeWith().error('post:upsert', {
			...post,
			caption: 'New',
			channels: [facebook.id, linkedin.id],
			options: { channelOverridesJson: { [facebook.id]: { caption: 'Other' } } },
			postId: byId(String(created.id)),
		});
		expect(error.description).toMatch(/was restored\.$/);
		const { updatedAt: _after, ...after } = postOf(created);
		expect(after).toEqual(before);
	});

	test('keep a queued post in its queue, and first if it was first (N9)', async () => {
		const queued = {
			delivery: 'queue',
			options: { queuesJson: JSON.stringify({ [facebook.id]: queues.facebookMornings.id }) },
		};
		const first = await upsert({ ...queued, caption: 'First' });
		const second = await upsert({ ...queued, caption: 'Second' });
		await upsert({ ...queued, caption: 'Third' });
		await again(first, { ...queued, caption: 'First again' });
		await again(second, { ...queued, caption: 'Second again' });
		const order = sandbox()
			.posts()
			.map(({ caption, channels: [channel] }) => [channel?.queuePosition, channel?.queueId, caption])
			.sort();
		const { id } = queues.facebookMornings;
		expect(order).toEqual([
			[1, id, 'First again'],
			[2, id, 'Third'],
			[3, id, 'Second again'],
		]);
	});
});

describe('a run after a crash', () => {
	test('finds the post that the same item created (D4)', async () => {
		const first = await upsert(atTime(later));
		const second = await upsert(atTime(later));
		expect(second.id).toBe(first.id);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('creates a post for each of two identical items', async () => {
		const same = { channels: [facebook.id], caption: '={{ $json.text }}', delivery: 'draft' };
		const text = 'Hello';
		const run = { items: itemsOf({ text }, { text }) };
		const ids = (await nodeWith().json('post:upsert', same, run)).map(({ id }) => id);
		expect(new Set(ids).size).toBe(2);
		expect((await nodeWith().json('post:upsert', same, run)).map(({ id }) => id)).toEqual(ids);
		const oneKnown = { items: itemsOf({ text, id: ids[0] }, { text }) };
		const postId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const third = await nodeWith().json('post:upsert', { ...same, postId }, oneKnown);
		expect(third.map(({ id }) => id)).toEqual(ids);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('creates a post for each of two identical items after Retry On Fail', async () => {
		const runData = createRunData([{ json: {} }]);
		const run = { runData, executionId: 'two', items: itemsOf({}, {}) };
		const same = { channels: [facebook.id], caption: 'Hello', delivery: 'draft' };
		const failing = { ...same, channels: `={{ $itemIndex === 1 ? [] : ["${facebook.id}"] }}` };
		await nodeWith().error('post:upsert', failing, run);
		const ids = (await nodeWith().json('post:upsert', same, run)).map(({ id }) => id);
		expect(new Set(ids).size).toBe(2);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('creates a post for each loop iteration, even if an earlier one used a post ID', async () => {
		const runData = createRunData([{ json: {} }]);
		const round = async (runIndex: number, postId = '') => {
			const run = { runData, executionId: 'loop', runIndex, items: itemsOf({}) };
			const same = { postId: byId(postId), channels: [facebook.id], caption: 'Hello', delivery: 'draft' };
			return String((await nodeWith().json('post:upsert', same, run))[0]?.id);
		};
		const known = String((await upsert({})).id);
		const ids = [await round(0, known), await round(1), await round(2)];
		expect(new Set(ids).size).toBe(3);
		expect(sandbox().posts()).toHaveLength(3);
	});

	test('creates a new post if the earlier one was deleted', async () => {
		const first = await upsert({});
		await nodeWith().json('post:delete', { postId: byId(String(first.id)) });
		const second = await upsert({});
		expect(second).toMatchObject({ action: 'created' });
		expect(
			sandbox()
				.posts()
				.map(({ id }) => id),
		).toEqual([second.id]);
	});
});

describe('a create that returns 404', () => {
	test.each(['post:upsert', 'post:syncCalendar'])(
		'ends %s with the error after a few tries, because no key leads to a deleted post (P100)',
		async (operation) => {
			sandbox().faults.add({ path: '/posts/', method: 'POST', kind: 'status', status: 404, times: 100 });
			const error = await nodeWith().error(operation, {
				channels: [facebook.id],
				caption: 'Hello',
				delivery: 'draft',
			});
			expect(error.httpCode).toBe('404');
			expect(error.message).toBe("There is no publishing API at the address in 'Base URL'");
			const tries = sandbox().requests.filter(({ method }) => method === 'POST');
			expect(tries).toHaveLength(4);
			expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(4);
			sandbox().takeFindings();
		},
	);

	test('creates the post under an unused key if many copies of it were deleted', async () => {
		for (let copy = 0; copy < 6; copy++) {
			const { id } = await upsert({});
			expect(sandbox().posts()).toHaveLength(1);
			await nodeWith().json('post:delete', { postId: byId(String(id)) });
		}
		expect(await upsert({})).toMatchObject({ action: 'created' });
	});
});

test('creates nothing again in a retry of the execution, even with other content (D4)', async () => {
	const runData = createRunData([{ json: {} }]);
	const run = { runData, executionId: 'one', items: itemsOf({}, {}) };
	const parameters = {
		channels: [facebook.id],
		caption: '={{ $now.toMillis() + " " + $itemIndex }}',
		delivery: 'draft',
	};
	const node = nodeWith();
	const failing = { ...parameters, channels: '={{ $itemIndex === 1 ? [] : ["' + facebook.id + '"] }}' };
	await node.error('post:upsert', failing, run);
	expect(sandbox().posts()).toHaveLength(1);
	const outputs = await node.json('post:upsert', parameters, run);
	expect(outputs.map(({ action }) => action)).toEqual(['created', 'created']);
	expect(sandbox().posts()).toHaveLength(2);
});

test("returns nothing to draft that couldn't be delivered again with Drafts and Review Only", async () => {
	const created = await upsert(scheduledPost);
	const count = sandbox().requests.length;
	const error = await nodeWith().error('post:upsert', {
		channels: [facebook.id],
		...scheduledPost,
		caption: 'New',
		postId: byId(String(created.id)),
		draftsAndReviewOnly: true,
	});
	expect(error.message).toContain("'Drafts and Review Only' is on");
	expect(writesSince(count)).toEqual([]);
});
