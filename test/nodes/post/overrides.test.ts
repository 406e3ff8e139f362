import type { IDataObject } from 'n8n-workflow';
import { updatedContent } from '../../../client/publishing/posts/content';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const { channels, boards, media } = seed;

const { facebook, tiktok, youtube, pinterest, devto, bluesky } = channels;

const node = () => nodeFor(sandbox());

const all = [facebook, tiktok, youtube, pinterest, devto, bluesky].map(({ id }) => id);

/** @param form entries of 'Texts and Boards', and values of 'Network Options' by their IDs in `live` */
const create = ({ live = {}, ...form }: IDataObject, channelOverridesJson: unknown = ''): IDataObject => ({
	channels: all,
	caption: 'Hi',
	overrides: 'all',
	channelOverrides: form,
	channelOptions: { mappingMode: 'defineBelow', value: live },
	options: { channelOverridesJson: channelOverridesJson as string },
});

const perAccount = () => (sandbox().requests.at(-1)?.body as IDataObject).perAccount;

describe("values that aren't sent", () => {
	const chosen = { channels: [facebook.id], caption: 'Hi' };
	const own = { [facebook.id]: { caption: 'Own' } };
	const byForm = (channelOverrides: IDataObject) => ({ overrides: 'common', channelOverrides });
	const byJson = (channelOverridesJson: IDataObject) => ({ options: { channelOverridesJson } });
	const live = (id: string) => ({
		overrides: 'all',
		channelOptions: { mappingMode: 'defineBelow', value: { [`${id}:tiktok:aiGenerated`]: true } },
	});
	test.each<[string, IDataObject, unknown]>([
		['overrides of channels outside the selection', byJson({ ...own, [bluesky.id]: { caption: 'No' } }), own],
		[
			'overrides of channels outside the selection, in the form',
			byForm({ channels: [{ channelId: bluesky.id, caption: 'No' }] }),
			undefined,
		],
		['options of channels outside the selection', live(tiktok.id), undefined],
		['an empty override', byJson({ [facebook.id]: {} }), undefined],
		['an empty override beside another', byJson({ ...own, [tiktok.id]: {} }), own],
		[
			'overrides in a hidden field',
			{ ...byForm({ channels: [{ channelId: facebook.id, caption: 'No' }] }), overrides: 'none' },
			undefined,
		],
		[
			'an unfinished entry in a hidden field',
			{ ...byForm({ channels: [{ channelId: facebook.id }] }), overrides: 'none' },
			undefined,
		],
		['options in a hidden form', { ...live(tiktok.id), overrides: 'common' }, undefined],
		['options without values', byJson({ [facebook.id]: { options: { facebook: {} } } }), undefined],
	])('omits %s (P34)', async (_title, more, expected) => {
		await node().json('post:create', { ...chosen, ...more });
		expect(perAccount()).toEqual(expected);
	});

	test('keeps all overrides in an update without channels (P34, P73)', async () => {
		const [post] = await node().json('post:create', chosen);
		await node().json('post:update', { postId: byId(String(post?.id)), ...byJson(own) });
		expect(perAccount()).toEqual(own);
	});

	test('omits the overrides of other channels in an update with channels (P34, P73)', async () => {
		const [post] = await node().json('post:create', chosen);
		await node().json('post:update', {
			postId: byId(String(post?.id)),
			updateFields: { channels: [bluesky.id] },
			...byJson({ ...own, [bluesky.id]: { caption: 'Short' } }),
		});
		expect(perAccount()).toEqual({ [bluesky.id]: { caption: 'Short' } });
	});
});

describe('the form', () => {
	test.each<[string, IDataObject, IDataObject]>([
		[
			'texts of any channel (P34)',
			{ channels: [{ channelId: bluesky.id, caption: 'Short' }] },
			{ [bluesky.id]: { caption: 'Short' } },
		],
		[
			'the text of a channel that was chosen from the list (P34)',
			{ channels: [{ channelId: `bluesky:${bluesky.id}:noBoard:noTitle`, caption: 'Short' }] },
			{ [bluesky.id]: { caption: 'Short' } },
		],
		[
			'no text of an entry in which it is empty (P34)',
			{ channels: [{ channelId: youtube.id, caption: '', fields: { title: 'T' } }] },
			{ [youtube.id]: { title: 'T' } },
		],
		[
			'a title (P34)',
			{ channels: [{ channelId: youtube.id, fields: { title: 'T' } }] },
			{ [youtube.id]: { title: 'T' } },
		],
		[
			'a caption and a first comment (P34)',
			{ channels: [{ channelId: bluesky.id, caption: 'Own', fields: { firstComment: 'C' } }] },
			{ [bluesky.id]: { caption: 'Own', firstComment: 'C' } },
		],
		[
			'the board of a Pinterest channel (P20, P34)',
			{ channels: [{ channelId: pinterest.id, boardId: boards.ideas.id }] },
			{ [pinterest.id]: { boardId: boards.ideas.id } },
		],
		...['pin_board.7', 'AbC-123', 'b0000000-0000-4000-8000-000000000009'].map(
			(boardId): [string, IDataObject, IDataObject] => [
				`the ID ${boardId} of a board that isn't in the list, which the service decides about (P20, P34)`,
				{ channels: [{ channelId: pinterest.id, boardId }] },
				{ [pinterest.id]: { boardId } },
			],
		),
		[
			'the privacy level on TikTok (P22, P35)',
			{ live: { 'tiktok:privacyLevel': 'SELF_ONLY' } },
			{ [tiktok.id]: { options: { tiktok: { privacyLevel: 'SELF_ONLY' } } } },
		],
		[
			'no choice on TikTok, which sends no level (P35)',
			{ live: { 'tiktok:privacyLevel': '', 'tiktok:allowDuet': false } },
			{ [tiktok.id]: { options: { tiktok: { allowDuet: false } } } },
		],
		[
			'all TikTok settings (P35)',
			{
				live: {
					'tiktok:privacyLevel': 'PUBLIC_TO_EVERYONE',
					'tiktok:allowComment': true,
					'tiktok:allowDuet': false,
					'tiktok:allowStitch': true,
					'tiktok:disclose': true,
					'tiktok:brandOrganic': false,
					'tiktok:brandContent': true,
					'tiktok:aiGenerated': true,
					'tiktok:coverMs': 1500,
					'tiktok:autoAddMusic': false,
				},
			},
			{
				[tiktok.id]: {
					options: {
						tiktok: {
							privacyLevel: 'PUBLIC_TO_EVERYONE',
							allowComment: true,
							allowDuet: false,
							allowStitch: true,
							disclose: true,
							brandOrganic: false,
							brandContent: true,
							aiGenerated: true,
							coverMs: 1500,
							autoAddMusic: false,
						},
					},
				},
			},
		],
		[
			'YouTube with an asset as its thumbnail (P24, P37)',
			{
				live: {
					'youtube:categoryId': '22',
					'youtube:privacyStatus': 'unlisted',
					'youtube:madeForKids': false,
					'youtube:tags': 'alps, travel',
					'youtube:thumbnailAssetId': media.image,
				},
			},
			{
				[youtube.id]: {
					options: {
						youtube: {
							categoryId: '22',
							privacyStatus: 'unlisted',
							madeForKids: false,
							tags: ['alps', 'travel'],
							thumbnail: { assetId: media.image },
						},
					},
				},
			},
		],
		[
			'YouTube with a cover frame (P37)',
			{ live: { 'youtube:categoryId': '', 'youtube:thumbnailCoverFrame': true } },
			{ [youtube.id]: { options: { youtube: { thumbnail: { coverFrame: true } } } } },
		],
		[
			'a cover frame that is off, which sets no thumbnail (P37)',
			{ live: { 'youtube:thumbnailCoverFrame': false, 'youtube:madeForKids': true } },
			{ [youtube.id]: { options: { youtube: { madeForKids: true } } } },
		],
		[
			'dev.to (P36)',
			{ live: { 'devto:tags': 'webdev\njavascript', 'devto:canonicalUrl': 'https://example.com/a' } },
			{
				[devto.id]: {
					options: { devto: { tags: ['webdev', 'javascript'], canonicalUrl: 'https://example.com/a' } },
				},
			},
		],
		[
			'Facebook (P38)',
			{ live: { 'facebook:publishAs': 'reel' } },
			{ [facebook.id]: { options: { facebook: { publishAs: 'reel' } } } },
		],
		[
			'texts and options of one channel together (P34)',
			{
				channels: [{ channelId: facebook.id, caption: 'C' }],
				live: { [`${facebook.id}:facebook:publishAs`]: 'video' },
			},
			{ [facebook.id]: { caption: 'C', options: { facebook: { publishAs: 'video' } } } },
		],
		[
			'several channels of one group (P34)',
			{
				channels: [
					{ channelId: facebook.id, caption: 'F' },
					{ channelId: bluesky.id, caption: 'B' },
				],
			},
			{ [facebook.id]: { caption: 'F' }, [bluesky.id]: { caption: 'B' } },
		],
	])('sends %s', async (_title, form, expected) => {
		const [created] = await node().json('post:create', { ...create(form), simplify: false });
		expect(perAccount()).toEqual(expected);
		const stored = Object.fromEntries(
			sandbox()
				.post(String(created?.id))
				.channels.map((entry) => [entry.accountId, entry]),
		);
		for (const [id, own] of Object.entries(expected)) expect(stored[id]).toMatchObject(own as object);
	});

	test('applies an option of a network to all its channels in the post and prefers that of a channel (P35)', async () => {
		const [post] = await node().json('post:create', {
			...create({
				live: {
					'tiktok:aiGenerated': true,
					'tiktok:allowDuet': true,
					[`${tiktok.id}:tiktok:allowDuet`]: false,
				},
			}),
			channels: [facebook.id, tiktok.id],
		});
		expect(post?.id).toBeDefined();
		expect(perAccount()).toEqual({
			[tiktok.id]: { options: { tiktok: { aiGenerated: true, allowDuet: false } } },
		});
	});

	test('ignores an option of a network without channels in the post (P35)', async () => {
		await node().json('post:create', {
			...create({ live: { 'tiktok:aiGenerated': true } }),
			channels: [facebook.id],
		});
		expect(perAccount()).toBeUndefined();
	});

	test('sends nothing without an override (P34, D8)', async () => {
		await node().json('post:create', create({}));
		expect(sandbox().requests.at(-1)?.body).not.toHaveProperty('perAccount');
	});

	test('accepts channels and values from expressions (P34)', async () => {
		const items = itemsOf({ id: bluesky.id, text: 'From the item', tags: ['a', 'b'] });
		const form = {
			channels: [{ channelId: '={{ $json.id }}', caption: '={{ $json.text }}' }],
			live: { 'devto:tags': '={{ $json.tags }}' },
		};
		await node().json('post:create', create(form), { items });
		expect(perAccount()).toEqual({
			[bluesky.id]: { caption: 'From the item' },
			[devto.id]: { options: { devto: { tags: ['a', 'b'] } } },
		});
	});

	test('ignores expressions that return nothing (D8)', async () => {
		const form = {
			channels: [
				{ channelId: bluesky.id, caption: '={{ $json.no }}', fields: { title: '={{ $json.none }}' } },
			],
			live: {
				'tiktok:privacyLevel': '={{ $json.none }}',
				'tiktok:coverMs': '={{ $json.none }}',
				'devto:tags': '={{ $json.none }}',
			},
		};
		await node().json('post:create', create(form), { items: itemsOf({ none: null }) });
		expect(perAccount()).toBeUndefined();
	});
});

describe('the JSON', () => {
	const json = { [tiktok.id]: { caption: 'J', options: { tiktok: { privacyLevel: 'SELF_ONLY' } } } };
	test.each<[string, unknown]>([
		['as text', JSON.stringify(json)],
		['as an object from an expression', '={{ $json.overrides }}'],
	])('is accepted %s (P34, P39)', async (_title, value) => {
		await node().json('post:create', create({}, value), { items: itemsOf({ overrides: json }) });
		expect(perAccount()).toEqual(json);
	});

	test.each(['', '{}', ' '])("is ignored if it is '%s' (P34)", async (value) => {
		await node().json('post:create', create({}, value));
		expect(sandbox().requests.at(-1)?.body).not.toHaveProperty('perAccount');
	});

	test('overrides the form, field by field (P34)', async () => {
		const form = { live: { 'tiktok:privacyLevel': 'PUBLIC_TO_EVERYONE', 'tiktok:allowDuet': true } };
		await node().json('post:create', create(form, json));
		expect(perAccount()).toEqual({
			[tiktok.id]: { caption: 'J', options: { tiktok: { privacyLevel: 'SELF_ONLY', allowDuet: true } } },
		});
	});
});

describe('invalid input', () => {
	test.each<[string, IDataObject, unknown, string, string | RegExp]>([
		[
			'an entry without a channel (P34)',
			{ channels: [{ channelId: '', caption: 'C' }] },
			'',
			"An entry of 'Channel Overrides' has no channel",
			'Choose a channel for the entry, or remove it.',
		],
		...[{}, { caption: ' ', fields: {} }, { boardId: { __rl: true, mode: 'list', value: '' } }].map(
			(empty): [string, IDataObject, unknown, string, string] => [
				`an entry with a channel and nothing else in the form, as ${JSON.stringify(empty)} (P34)`,
				{
					channels: [
						{ channelId: bluesky.id, caption: 'C' },
						{ channelId: '={{ "any" }}', ...empty },
					],
				},
				'',
				"An entry of 'Channel Overrides' has a channel, but no value for it",
				'Fill in a field of the entry, or remove the entry.',
			],
		),
		[
			'the same value twice (P34)',
			{
				channels: [
					{ channelId: facebook.id, fields: { firstComment: 'A' } },
					{ channelId: facebook.id, fields: { firstComment: 'B' } },
				],
			},
			'',
			"'Channel Overrides' sets 'First Comment' of the same channel more than once",
			'Keep one of the values.',
		],
		[
			'two thumbnails (P37)',
			{
				live: { 'youtube:thumbnailAssetId': media.image, 'youtube:thumbnailCoverFrame': true },
			},
			'',
			"'Thumbnail ID' and 'Cover as Thumbnail' are both set",
			'Keep one of them. A video has one thumbnail.',
		],
		[
			'broken JSON (P34)',
			{},
			'{ "a": ',
			"'Channel Overrides (JSON)' isn't valid JSON",
			/^Check quotes, commas and brackets\. If an expression adds a text, write .+\. The parser says: /,
		],
		[
			'a list of JSON (P34)',
			{},
			'[]',
			"'Channel Overrides (JSON)' isn't a JSON object",
			`Write 'Channel Overrides (JSON)' as { "name": value }.`,
		],
		[
			'JSON by a name of several channels (P34)',
			{},
			'{ "pinterest": {} }',
			"'pinterest' in 'Channel Overrides (JSON)' matches 2 channels: Pinterest: acmestudio; Pinterest: acme_workshop",
			/^Use one/,
		],
		[
			'JSON with an unknown option (P39)',
			{},
			JSON.stringify({ [tiktok.id]: { options: { tiktok: { music: 1 } } } }),
			`In 'Channel Overrides (JSON)', '${tiktok.id}' has 'music', which isn't a known name`,
			/Use privacyLevel, aiGenerated, allowComment, /,
		],
		[
			'JSON with a typo in a name (P39)',
			{},
			'{ "TikTok": { "captoin": "Hello" } }',
			"In 'Channel Overrides (JSON)', 'TikTok' has 'captoin', which isn't a known name",
			"Did you mean 'caption'? Use boardId, caption, firstComment, title, options.",
		],
		...['Own text', ['Own text'], 1].map((own): [string, IDataObject, string, string, RegExp] => [
			`JSON with ${JSON.stringify(own)} for a channel (P39)`,
			{},
			JSON.stringify({ TikTok: own }),
			`In 'Channel Overrides (JSON)', 'TikTok' can't be ${typeof own === 'string' ? `'${own}'` : JSON.stringify(own)}`,
			/^Write what is different for the channel, such as \{ "TikTok": \{ "caption"/,
		]),
		[
			'JSON with a network that has no options (P39)',
			{},
			'{ "tiktok": { "options": { "tik_tok": {} } } }',
			"In 'Channel Overrides (JSON)', 'tiktok' has 'tik_tok', which isn't a known name",
			/^Did you mean 'tiktok'\? Use /,
		],
		[
			'JSON with an option outside of its network (P39)',
			{},
			'{ "TikTok": { "options": { "privacyLevel": "SELF_ONLY" } } }',
			"In 'Channel Overrides (JSON)', 'TikTok' has 'privacyLevel' outside of its network",
			/^Write it as \{ "options": \{ "tiktok": \{ "privacyLevel": … \} \} \}/,
		],
		[
			'JSON with a board for another network (P15)',
			{},
			'{ "TikTok": { "boardId": "Chairs" } }',
			"'Board' can't be set for TikTok (acmestudio)",
			/^Only Pinterest channels have boards/,
		],
		[
			'a value of another type (P35)',
			{},
			JSON.stringify({ [tiktok.id]: { options: { tiktok: { coverMs: '5' } } } }),
			"'Channel Overrides (JSON) > Cover Time (Ms)' for TikTok (acmestudio) must be a whole number",
			/^Correct the value, then run the node again\. The post wasn't sent\.$/,
		],
		[
			'a switch with a text (P35)',
			{},
			JSON.stringify({ [tiktok.id]: { options: { tiktok: { allowStitch: 'yes' } } } }),
			"'Channel Overrides (JSON) > Allow Stitches' for TikTok (acmestudio) must be true or false, but it is 'yes'",
			/^Correct the value, then run the node again\. The post wasn't sent\.$/,
		],
		[
			'an unknown privacy level (P22)',
			{},
			JSON.stringify({ [tiktok.id]: { options: { tiktok: { privacyLevel: 'NOBODY' } } } }),
			"'Channel Overrides (JSON) > Privacy Level' for TikTok (acmestudio) must be one of 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'PUBLIC_TO_EVERYONE', 'SELF_ONLY', but it is 'NOBODY'",
			/^Correct the value, then run the node again\. The post wasn't sent\.$/,
		],
		[
			'a tag that is too long (P36)',
			{},
			JSON.stringify({ [devto.id]: { options: { devto: { tags: ['ok', 'x'.repeat(101)] } } } }),
			"'Channel Overrides (JSON) > Tags' (entry 2) for dev.to (acmestudio) is longer than 100 characters",
			/^Correct the value, then run the node again\. The post wasn't sent\.$/,
		],
	])('rejects %s (D7)', async (_title, form, json, message, description) => {
		const error = await node().error('post:create', create(form, json));
		expect(error.message).toBe(message);
		expect(error.description).toEqual(
			typeof description === 'string'
				? `${description} Nothing was sent for this item.`
				: expect.stringMatching(description),
		);
		expect(sandbox().posts()).toEqual([]);
	});

	test.each<[string, IDataObject, RegExp]>([
		[
			"a privacy level this creator can't use (P22)",
			{ live: { 'tiktok:privacyLevel': 'FOLLOWER_OF_CREATOR' } },
			/this creator may not use FOLLOWER_OF_CREATOR/,
		],
		[
			'a first comment on a channel without one (P69)',
			{ channels: [{ channelId: youtube.id, fields: { firstComment: 'C' } }] },
			/youtube channels take none/,
		],
		[
			'a thumbnail that is a video',
			{ live: { 'youtube:thumbnailAssetId': media.video } },
			/^The service says: 'Network Options > Thumbnail ID' for YouTube \(Acme Studio TV\): must be a finished image\./,
		],
	])("shows the service's own words if it refuses %s (P102)", async (_title, form, words) => {
		const error = await node().error('post:create', create(form));
		expect(error.message).toBe('The service refused the content');
		expect(error.description).toMatch(words);
	});
});

test('a draft names the channel whose option is wrong', async () => {
	const overrides = { [bluesky.id]: { options: { tiktok: { privacyLevel: 'ALL' } } } };
	const { hints } = await nodeFor(sandbox()).result(
		'post:create',
		{
			channels: [bluesky.id],
			caption: 'Hi',
			delivery: 'draft',
			options: { channelOverridesJson: JSON.stringify(overrides) },
		},
		{ continueOnFail: true },
	);
	expect(hints[0]?.message).toMatch(
		/'Channel Overrides \(JSON\) &#62; Privacy Level' for Bluesky \(acme\.example\) must be .+ 'Channel Overrides \(JSON\)' for Bluesky \(acme\.example\) isn't for this channel/,
	);
});

test.each<[string, IDataObject]>([
	[
		'an entry',
		{
			overrides: 'common',
			channelOverrides: { channels: [{ channelId: bluesky.id, caption: '={{ $json.own }}' }] },
		},
	],
	['JSON', { options: { channelOverridesJson: `={{ ({ '${bluesky.id}': { caption: $json.own } }) }}` } }],
])('a hint says that %s has no value for an item', async (_title, parameters) => {
	const values = { channels: [bluesky.id], caption: 'Hi', ...parameters };
	const items = [{ json: { own: 'Own' } }, { json: {} }];
	const { outputs, hints } = await nodeFor(sandbox()).result('post:create', values, { items });
	expect(outputs[0]).toHaveLength(2);
	const said = hints.filter(({ message }) => message.includes('has no value'));
	expect(said).toMatchObject([
		{ message: expect.stringMatching(/^Item 1: An entry of 'Channel Overrides'/) as string },
	]);
});

describe("'Channel Overrides' in 'Fields to Clear'", () => {
	const draftWithOverrides = async () => {
		const overrides = {
			[facebook.id]: { caption: 'Own', options: { facebook: { publishAs: 'reel' } } },
			[pinterest.id]: { boardId: boards.ideas.id, title: 'Pin' },
		};
		const [post] = await node().json('post:create', create({}, overrides));
		return byId(String(post?.id));
	};
	const overridesOf = ({ value }: { value: string }) =>
		sandbox()
			.post(value)
			.channels.map(({ caption, title, boardId, options }) => [caption, title, boardId, options])
			.filter((values) => values.some((value) => value !== null));

	test('clears the overrides of all channels (N50)', async () => {
		const postId = await draftWithOverrides();
		expect(overridesOf(postId)).toHaveLength(2);
		await node().json('post:update', { postId, clearFields: ['perAccount'] });
		expect(sandbox().requests.at(-1)?.body).toEqual({ perAccount: null });
		expect(overridesOf(postId)).toEqual([]);
	});

	test.each(['statusAfter', 'status'] as const)(
		'is sent again only if the overrides are still there after a lost response (%s, N50)',
		async (kind) => {
			const postId = await draftWithOverrides();
			sandbox().faults.add({ method: 'PATCH', path: /posts/, kind, status: 500 });
			const waiting = nodeFor(sandbox());
			await waiting.json('post:update', { postId, clearFields: ['perAccount'] });
			expect(overridesOf(postId)).toEqual([]);
			const sent = sandbox().requests.filter(({ method }) => method === 'PATCH');
			expect(sent).toHaveLength(kind === 'status' ? 2 : 1);
		},
	);

	test('is part of the checked content (N50)', async () => {
		const { value } = await draftWithOverrides();
		const post = sandbox().post(value) as never;
		expect(updatedContent(post, {}).perAccount).toHaveProperty(`${facebook.id}.caption`, 'Own');
		expect(updatedContent(post, { perAccount: null }).perAccount).toEqual({});
	});
});
