import { asObject } from '../../../client/http/json';
import type { IDataObject } from 'n8n-workflow';
import { overrideFields } from '../../../nodes/SocialPublishing/options/overrides';
import { seed, type Post } from '../../../sandbox';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const { boards, channels, keys, media } = seed;

const { approvalFacebook, facebook, linkedin, pinterest, tiktok, youtube } = channels;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

const sent = () => sandbox().requests.at(-1)?.body as IDataObject;

const perAccount = {
	[facebook.id]: { caption: 'Own', firstComment: 'Comment', options: { facebook: { publishAs: 'reel' } } },
	[tiktok.id]: { options: { tiktok: { allowComment: true, allowDuet: true } } },
	[pinterest.id]: { boardId: boards.ideas.id, title: 'Pin' },
	[youtube.id]: {
		options: {
			youtube: { madeForKids: true, tags: ['a'], categoryId: '22', thumbnail: { coverFrame: true } },
		},
	},
};

/** Creates a draft with a value in every field, on four channels with their own overrides. */
async function prepare(): Promise<Post> {
	const [created] = await nodeWith().json('post:create', {
		channels: Object.keys(perAccount),
		caption: 'Caption',
		media: 'assets',
		mediaAssetIds: media.image,
		title: 'Title',
		additionalFields: {
			linkUrl: 'https://a.example',
			proposedPublishAt: '2026-02-01T09:00:00Z',
		},
		options: { channelOverridesJson: JSON.stringify(perAccount) },
	});
	return sandbox().post(String(created?.id));
}

const update = async (postId: string, parameters: IDataObject, run = {}) =>
	await nodeWith().json('post:update', { postId: byId(postId), simplify: false, ...parameters }, run);

describe('leave, set and clear', () => {
	const allFields = ['firstComment', 'linkUrl', 'mediaAssetIds', 'proposedPublishAt', 'title'];
	test.each<[string, IDataObject, IDataObject, Partial<Post>]>([
		[
			'sets the caption and keeps the rest (P73)',
			{ updateFields: { caption: 'New' } },
			{ caption: 'New' },
			{ caption: 'New' },
		],
		['sets the title (P73)', { updateFields: { title: 'T' } }, { title: 'T' }, { title: 'T' }],
		[
			'converts a number to text (P73)',
			{ updateFields: { title: '={{ 2026 }}' } },
			{ title: '2026' },
			{ title: '2026' },
		],
		[
			'sets the link and the media (P73)',
			{
				updateFields: { linkUrl: 'https://b.example' },
				media: 'assets',
				mediaAssetIds: `${media.gif}, ${media.image}`,
			},
			{ linkUrl: 'https://b.example', mediaAssetIds: [media.gif, media.image] },
			{ linkUrl: 'https://b.example', mediaAssetIds: [media.gif, media.image] },
		],
		[
			"sets the proposed time in the workflow's time zone (P33, D10)",
			{ updateFields: { proposedPublishAt: '2026-03-01T09:00:00' } },
			{ proposedPublishAt: '2026-03-01T09:00:00+01:00' },
			{ proposedPublishAt: expect.stringMatching(/^2026-03-01T08:00:00(\.000)?\+00:00$/) },
		],
		[
			'clears one field with null (P33, P74, D8)',
			{ clearFields: ['title'] },
			{ title: null },
			{ title: null },
		],
		[
			'clears all fields that can be cleared (P33, P74, D8)',
			{ clearFields: allFields },
			{
				firstComment: null,
				linkUrl: null,
				mediaAssetIds: [],
				// If a channel can't have a comment, those of the others are their own.
				perAccount: { [facebook.id]: { firstComment: null } },
				proposedPublishAt: null,
				title: null,
			},
			{ title: null, linkUrl: null, mediaAssetIds: [], proposedPublishAt: null },
		],
		[
			'sets one field and clears another (P74, D8)',
			{ updateFields: { caption: 'New' }, clearFields: ['linkUrl'] },
			{ caption: 'New', linkUrl: null },
			{ caption: 'New', linkUrl: null },
		],
		[
			'keeps a field whose expression returns nothing (P74, D8)',
			{
				updateFields: {
					caption: 'New',
					title: '={{ $json.no }}',
					linkUrl: '={{ $json.none }}',
					proposedPublishAt: '={{ $json.none }}',
				},
				media: 'assets',
				mediaAssetIds: '={{ $json.none }}',
			},
			{ caption: 'New' },
			{ caption: 'New' },
		],
	])('%s', async (_title, parameters, body, changes) => {
		const { updatedAt: _before, ...before } = await prepare();
		const run = { timezone: 'Europe/Berlin', items: itemsOf({ none: null }) };
		const [updated] = await update(before.id, parameters, run);
		expect(sent()).toEqual(body);
		const { updatedAt: _after, ...after } = sandbox().post(before.id);
		const own = asObject(body.perAccount);
		const channelsAfter = before.channels.map((one) => ({ ...one, ...asObject(own[one.accountId]) }));
		expect(after).toEqual({ ...before, channels: channelsAfter, ...changes });
		expect(updated).toMatchObject({ id: before.id, routed: 'draft', ...changes });
	});

	test('replaces the channels (P73)', async () => {
		const { id } = await prepare();
		await update(id, { updateFields: { channels: [linkedin.id] } });
		expect(sent()).toEqual({ accounts: [linkedin.id] });
		expect(
			sandbox()
				.post(id)
				.channels.map(({ accountId }) => accountId),
		).toEqual([linkedin.id]);
	});
});

describe("fields that aren't set to be cleared", () => {
	const empty: Array<[string, unknown]> = [
		['left empty', ''],
		['an empty list', '={{ [] }}'],
		['a list of missing values', '={{ [$json.missing] }}'],
		['a list of null and an empty text', '={{ [null, ""] }}'],
		['only commas', ' , '],
	];

	test.each(empty)('keeps the media if the value is %s (P73, D8)', async (_title, mediaAssetIds) => {
		const { id, mediaAssetIds: before } = await prepare();
		await update(id, {
			updateFields: { caption: 'New' },
			media: 'assets',
			mediaAssetIds: mediaAssetIds as string,
		});
		expect(sent()).toEqual({ caption: 'New' });
		expect(sandbox().post(id).mediaAssetIds).toEqual(before);
	});

	test('ignores values of the other choices with Keep (P73, D8)', async () => {
		const { id } = await prepare();
		await update(id, { updateFields: { caption: 'New' }, media: 'keep', mediaAssetIds: media.gif });
		expect(sent()).toEqual({ caption: 'New' });
	});

	test.each(empty)('keeps the tags of an override if the value is %s (D8)', async (_title, tags) => {
		const { id } = await prepare();
		const value = { 'youtube:categoryId': '', 'youtube:tags': tags as string };
		await update(id, {
			updateFields: { caption: 'New' },
			overrides: 'all',
			channelOptions: { mappingMode: 'defineBelow', value },
		});
		expect(sent()).toEqual({ caption: 'New' });
	});

	test.each(empty.slice(0, 4))(
		'keeps an option of a channel if the value is %s (D8)',
		async (_title, tags) => {
			const { id } = await prepare();
			const value = { [`${channels.youtube.id}:youtube:tags`]: tags as string };
			await update(id, {
				updateFields: { caption: 'New' },
				overrides: 'all',
				channelOptions: { mappingMode: 'defineBelow', value },
			});
			expect(sent()).toEqual({ caption: 'New' });
		},
	);

	test.each(['title', 'firstComment', 'linkUrl', 'proposedPublishAt'])(
		'keeps an empty %s (P73, D8)',
		async (name) => {
			const { id } = await prepare();
			await update(id, { updateFields: { caption: 'New', [name]: '' } });
			expect(sent()).toEqual({ caption: 'New' });
		},
	);

	test('changes nothing for an override without values (D8)', async () => {
		const { id } = await prepare();
		const channels = [{ channelId: facebook.id, caption: '', fields: { clear: [] } }];
		const error = await nodeWith().error('post:update', {
			postId: byId(id),
			overrides: 'common',
			channelOverrides: { channels },
		});
		expect(error.message).toBe('There is nothing to update');
	});
});

describe('invalid input', () => {
	const texts = (entry: IDataObject) => ({
		overrides: 'common',
		channelOverrides: { channels: [{ channelId: facebook.id, ...entry }] },
	});
	test.each<[string, IDataObject, string, string]>([
		[
			'nothing to update (D8)',
			{},
			'There is nothing to update',
			"Add something under 'Update Fields', 'Fields to Clear' or 'Channel Overrides'.",
		],
		[
			'only expressions that return nothing (D8)',
			{ updateFields: { title: '={{ $json.no }}' } },
			'There is nothing to update',
			"The expressions in 'Update Fields' returned nothing for this item.",
		],
		[
			'an empty form',
			{},
			'There is nothing to update',
			"Add something under 'Update Fields', 'Fields to Clear' or 'Channel Overrides'.",
		],
		[
			'a field both set and cleared (D8)',
			{ updateFields: { linkUrl: 'x' }, clearFields: ['linkUrl'] },
			"'Link' is both set and cleared",
			"Remove it from 'Update Fields' or from 'Fields to Clear'.",
		],
		[
			'media both set and cleared (D8)',
			{ media: 'url', mediaUrl: 'https://a.example/x.png', clearFields: ['mediaAssetIds'] },
			"'Media' is both set and cleared",
			"Choose 'Keep' in 'Media', or remove it from 'Fields to Clear'.",
		],
		[
			'overrides both set and cleared (N50)',
			{ ...texts({ caption: 'C' }), clearFields: ['perAccount'] },
			"'Channel Overrides' is both set and cleared",
			"Choose 'None' in 'Channel Overrides', or remove it from 'Fields to Clear'.",
		],
		[
			'an unknown choice of media (D7)',
			{ media: '={{ "none" }}', updateFields: { caption: 'New' } },
			"'Media' can't be 'none'",
			'Use one of these values: assets (Uploaded Assets), binary (Input Files), keep (Keep), url (URL).',
		],
		[
			"a field that can't be cleared (P74)",
			{ clearFields: '={{ ["caption"] }}' },
			"'Fields to Clear' has 'caption', which can't be cleared",
			'Use one of these values: firstComment, linkUrl, mediaAssetIds, perAccount, proposedPublishAt, title.',
		],
		[
			'an override both set and cleared',
			texts({ caption: 'C', fields: { clear: ['caption'] } }),
			"'Channel Overrides' sets 'Caption' of the same channel more than once",
			'Keep one of the values.',
		],
		[
			'no channel (P73)',
			{ updateFields: { channels: [] } },
			"'Channel Names or IDs' must have at least one channel",
			'Correct the value, then run the node again.',
		],
	])('rejects %s', async (_title, parameters, message, description) => {
		const { id } = await prepare();
		sandbox().requests.length = 0;
		const error = await nodeWith().error('post:update', { postId: byId(id), ...parameters });
		expect(error).toMatchObject({ message, description: expect.stringContaining(description) });
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('asks to withdraw a post in review first (P49, P76, P100)', async () => {
		const parameters = { channels: [facebook.id], caption: 'Hi', delivery: 'now' };
		const [created] = await nodeWith(keys.drafts).json('post:create', parameters);
		const change = { postId: byId(String(created?.id)), updateFields: { caption: 'New' } };
		const error = await nodeWith(keys.drafts).error('post:update', change);
		expect(error).toMatchObject({
			message: "Can't update a post with the status Waiting for Approval",
			httpCode: '409',
		});
		expect(error.description).toMatch(
			/Return it to draft with 'Withdraw', update it, then use 'Submit' again\.$/,
		);
	});

	test.each([
		['scheduled', { delivery: 'at', publishAt: '2026-01-09T10:00:00Z' }, 'Scheduled'],
		['queued', { delivery: 'queue' }, 'Queued'],
	])('asks to cancel a %s post first (N36)', async (_status, delivery, name) => {
		const [created] = await nodeWith().json('post:create', {
			channels: [facebook.id],
			caption: 'Hi',
			...delivery,
		});
		const postId = byId(String(created?.id));
		const change = { postId, updateFields: { caption: 'New' } };
		const error = await nodeWith().error('post:update', change);
		expect(error).toMatchObject({ message: `Can't update a post with the status ${name}`, httpCode: '409' });
		expect(error.description).toBe("Set the option 'If the Post Is Scheduled' to 'Edit and Reschedule'.");
		await nodeWith().run('post:cancel', { postId });
		const [changed] = await nodeWith().json('post:update', change);
		expect(changed).toMatchObject({ id: created?.id, caption: 'New', status: 'draft' });
	});

	test.each(['schedule', 'publish'])(
		'suggests Submit for %s if the workspace requires approval (N37)',
		async (operation) => {
			sandbox().vary({ approval: 'refuse' });
			const careful = nodeWith(keys.approval);
			const [draft] = await careful.json('post:create', { channels: [approvalFacebook.id], caption: 'Hi' });
			const postId = byId(String(draft?.id));
			const error = await careful.error(`post:${operation}`, { postId, delivery: 'queue' });
			expect(error.message).toContain('This workspace requires approval');
			expect(error.description).toBe("Use 'Submit' instead. It sends the post for approval.");
			const [sent] = await careful.json('post:submit', { postId, delivery: 'queue' });
			expect(sent).toMatchObject({ id: draft?.id, routed: 'pending_approval' });
		},
	);

	test('sends additional properties unchanged (P70)', async () => {
		const { id } = await prepare();
		const error = await nodeWith().error('post:update', {
			postId: byId(id),
			options: { additionalBody: { newer: 1 } },
		});
		expect(sent()).toEqual({ newer: 1 });
		expect(error.description).toContain('newer: unknown property');
	});
});

describe('overrides', () => {
	const list = (value: string) => byId(value, 'list');
	test.each<[string, string, IDataObject, IDataObject, object]>([
		[
			'sets a text and keeps the others',
			facebook.id,
			{ channels: [{ channelId: facebook.id, caption: 'Newer', fields: { clear: [] } }] },
			{ caption: 'Newer' },
			{ caption: 'Newer', firstComment: 'Comment' },
		],
		[
			'clears a text',
			facebook.id,
			{ channels: [{ channelId: facebook.id, fields: { clear: ['caption', 'firstComment'] } }] },
			{ caption: null, firstComment: null },
			{ caption: null, firstComment: null, options: { facebook: { publishAs: 'reel' } } },
		],
		[
			'sets one text and clears another',
			facebook.id,
			{ channels: [{ channelId: facebook.id, caption: 'Newer', fields: { clear: ['firstComment'] } }] },
			{ caption: 'Newer', firstComment: null },
			{ caption: 'Newer', firstComment: null },
		],
		[
			'clears the board',
			pinterest.id,
			{ channels: [{ channelId: pinterest.id, boardId: list(''), fields: { clear: ['boardId'] } }] },
			{ boardId: null },
			{ boardId: null, title: 'Pin' },
		],
	])('%s', async (_title, channelId, channelOverrides, body, expected) => {
		const before = await prepare();
		await update(before.id, { overrides: 'common', channelOverrides });
		expect(sent()).toEqual({ perAccount: { [channelId]: body } });
		const after = sandbox().post(before.id).channels;
		expect(after.find(({ accountId }) => accountId === channelId)).toMatchObject(expected);
		const others = ({ channels: all }: Post) => all.filter(({ accountId }) => accountId !== channelId);
		expect(others(sandbox().post(before.id))).toEqual(others(before));
	});

	test('merges options of the form', async () => {
		const { id } = await prepare();
		const value = { 'tiktok:privacyLevel': 'SELF_ONLY', [`${tiktok.id}:tiktok:allowDuet`]: false };
		await update(id, { overrides: 'all', channelOptions: { mappingMode: 'defineBelow', value } });
		const tikTok = { privacyLevel: 'SELF_ONLY', allowDuet: false };
		expect(sent()).toEqual({ perAccount: { [tiktok.id]: { options: { tiktok: tikTok } } } });
		const after = sandbox()
			.post(id)
			.channels.find(({ accountId }) => accountId === tiktok.id);
		expect(after).toMatchObject({ options: { tiktok: { ...tikTok, allowComment: true } } });
	});

	test.each([
		['current channels', {}],
		['new channels', { channels: [tiktok.id, facebook.id] }],
	])('applies an option of a network only to channels of the post: %s', async (_title, updateFields) => {
		const channels = [facebook.id, tiktok.id];
		const [created] = await nodeWith().json('post:create', { channels, caption: 'Caption' });
		const value = { 'tiktok:aiGenerated': true, 'youtube:madeForKids': true };
		await update(String(created?.id), {
			updateFields,
			overrides: 'all',
			channelOptions: { mappingMode: 'defineBelow', value },
		});
		expect(sent()).toMatchObject({
			perAccount: { [tiktok.id]: { options: { tiktok: { aiGenerated: true } } } },
		});
		expect(sent().perAccount).not.toHaveProperty([youtube.id]);
	});

	test.each<[string, string[], unknown]>([
		['All Options', ['options'], null],
		['TikTok: Allow Duets', ['options.tiktok.allowDuet'], { tiktok: { allowDuet: null } }],
	])('clears %s of one channel in the form', async (label, clear, options) => {
		const { id } = await prepare();
		const channels = [{ channelId: tiktok.id, clear }];
		await update(id, { overrides: 'all', clearedOptions: { channels } });
		expect(sent()).toEqual({ perAccount: { [tiktok.id]: { options } } });
		expect(JSON.stringify(overrideFields({ canClear: true }))).toContain(
			`"name":"${label}","value":"${clear.join()}"`,
		);
	});

	test.each<[string, unknown, object]>([
		['null for all options', { [tiktok.id]: { options: null } }, { options: null }],
		['null for a whole channel (P34)', { [tiktok.id]: null }, { options: null }],
		[
			'null for one option',
			{ [tiktok.id]: { options: { tiktok: { allowComment: null } } } },
			{ options: { tiktok: { allowDuet: true } } },
		],
	])('accepts %s as JSON', async (_title, json, expected) => {
		const { id } = await prepare();
		await update(id, { options: { channelOverridesJson: JSON.stringify(json) } });
		expect(sent()).toEqual({ perAccount: json });
		expect(
			sandbox()
				.post(id)
				.channels.find(({ accountId }) => accountId === tiktok.id),
		).toMatchObject(expected);
	});
});

describe('If the Post Is Scheduled', () => {
	const later = '2026-01-06T09:00:00+00:00';
	const node = () => nodeFor(sandbox());
	const create = async (delivery: string): Promise<Post> => {
		const parameters = { channels: [facebook.id], caption: 'Before', delivery, publishAt: later };
		const [created] = await node().json('post:create', parameters);
		return sandbox().post(String(created?.id));
	};
	const options = { ifScheduled: 'reschedule' };
	const change = (id: string, more: IDataObject = {}): IDataObject => ({
		postId: byId(id),
		updateFields: { caption: 'After' },
		options,
		...more,
	});
	const unchecked = { options: { ...options, checkFirst: false } };
	const requests = (start: number): string[] =>
		sandbox()
			.requests.slice(start)
			.map(({ method, path }) => `${method} ${path.split('/')[5] ?? ''}`.trim());

	test('refuses by default and changes nothing (N36)', async () => {
		const { id } = await create('at');
		const error = await node().error('post:update', change(id, { options: {} }));
		expect(error.message).toBe("Can't update a post with the status Scheduled");
		expect(sandbox().post(id)).toMatchObject({ caption: 'Before', status: 'scheduled' });
	});

	test('edits a scheduled post and keeps its time (N36)', async () => {
		const before = await create('at');
		const start = sandbox().requests.length;
		const [output] = await node().json('post:update', change(before.id, unchecked));
		expect(output).toMatchObject({ caption: 'After', status: 'scheduled', routed: 'enacted' });
		expect(requests(start)).toEqual(['GET', 'POST cancel', 'PATCH', 'POST submit']);
		const { updatedAt: _now, ...after } = sandbox().post(before.id);
		const { updatedAt: _before, ...expected } = before;
		expect(after).toEqual({ ...expected, caption: 'After' });
	});

	test('edits a queued post and keeps it first (N9, N36)', async () => {
		const { id } = await create('queue');
		await create('queue');
		await node().json('post:update', change(id));
		expect(sandbox().post(id)).toMatchObject({
			caption: 'After',
			status: 'queued',
			channels: [{ queuePosition: 1 }],
		});
	});

	test('edits a draft as usual (P73)', async () => {
		const { id } = await create('draft');
		await node().json('post:update', change(id));
		expect(sandbox().post(id)).toMatchObject({ caption: 'After', status: 'draft' });
	});

	test('leaves a post unchanged that is published in less than a minute, and explains why', async () => {
		const { id } = await create('at');
		sandbox().clock.set('2026-01-06T08:59:10Z');
		const error = await node().error('post:update', change(id));
		expect(error.message).toBe("The post is published in less than a minute, so it wasn't changed");
		expect(sandbox().post(id)).toMatchObject({ caption: 'Before', status: 'scheduled' });
	});

	test('restores the post if the edit is refused (N36)', async () => {
		const { id } = await create('at');
		const tooLong = { updateFields: { firstComment: 'Comment', caption: 'x'.repeat(70_000) } };
		const error = await node().error('post:update', change(id, { ...tooLong, ...unchecked }));
		expect(error.description).toMatch(/The post was restored\.$/);
		expect(error.context.facts).toMatchObject({ postId: id });
		expect(sandbox().post(id)).toMatchObject({
			caption: 'Before',
			firstComment: null,
			status: 'scheduled',
			scheduledAt: '2026-01-06T09:00:00.000+00:00',
		});
	});

	test('continues an interrupted edit in the next try of the execution (N36)', async () => {
		const { id } = await create('at');
		sandbox().faults.add({ path: /\/submit$/, kind: 'status', status: 422, times: 2 });
		const run = { runData: createRunData([{ json: {} }]), executionId: 'retried' };
		const error = await node().error('post:update', change(id), run);
		expect(error.message).toBe("The post is a draft now and isn't scheduled anymore");
		expect(error.context.facts).toMatchObject({ postId: id });
		expect(sandbox().post(id)).toMatchObject({ status: 'draft' });
		await node().json('post:update', change(id), run);
		expect(sandbox().post(id)).toMatchObject({
			caption: 'After',
			status: 'scheduled',
			scheduledAt: '2026-01-06T09:00:00.000+00:00',
		});
	});
});
