import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INode,
} from 'n8n-workflow';
import { networkOptions } from '../../../nodes/SocialPublishing/options/channelOptions';
import { optionLabel } from '../../../nodes/SocialPublishing/words/labels';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { publishingErrorTexts } from '../../../nodes/SocialPublishing/words/errorTexts';
import { ParameterError } from '../../../nodes/shared/errors';
import { toNodeError, withAdviceForModel } from '../../../nodes/shared/nodeErrors';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import type { Reply } from '../../support/recordingServer';
import { sampleChannel, sampleIds } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useSandbox } from '../../support/useSandbox';

const server = useRecordingServer();

const { post, channel } = sampleIds;

const node = () => nodeFor(server());

const refusal = (status: number, error: string, detail: string, more: object = {}): Reply => ({
	status,
	body: { error, detail, ...more },
});

type Row = [title: string, operation: string, reply: Reply, message: string, description: string];

const create: IDataObject = { channels: [channel], caption: 'Hi' };

const parametersOf: Record<string, IDataObject> = {
	'post:create': { ...create, options: { checkFirst: false } },
	'post:schedule': { postId: byId(post), delivery: 'at', publishAt: '2099-01-06T09:00:00+00:00' },
	'post:update': { postId: byId(post), updateFields: { caption: 'New' }, options: { checkFirst: false } },
};

const says = 'The service says: ';

const anyway = 'The request may have been carried out anyway. Check your posts before you run this again.';

/** Errors whose text depends on more than their kind. docs/errors.md has the text of each kind. */
const rows: Row[] = [
	[
		'a missing permission (P92, P93)',
		'post:getAll',
		refusal(403, 'forbidden', 'missing permission: read'),
		"This API key doesn't have the permission read",
		"Add the permission to the API key in the workspace settings under 'API & MCP'. The person who created the API key needs it, too.",
	],
	[
		"a key that can't publish (P93, P94)",
		'post:publish',
		refusal(403, 'forbidden', 'missing permission: publish_directly'),
		"This API key doesn't have the permission publish_directly",
		"Add the permission to the API key in the workspace settings under 'API & MCP'. The person who created the API key needs it, too. Without it, use 'Submit' for a draft, which sends it for approval.",
	],
	...['cancel', 'delete'].map(
		(operation): Row => [
			`a key that can't ${operation} (P93, P94)`,
			`post:${operation}`,
			refusal(403, 'forbidden', 'missing permission: publish_directly'),
			"This API key doesn't have the permission publish_directly",
			"Add the permission to the API key in the workspace settings under 'API & MCP'. The person who created the API key needs it, too.",
		],
	),
	...['cancel', 'delete', 'withdraw'].map(
		(operation): Row => [
			`a refusal to ${operation} whose cause only the service knows (P101)`,
			`post:${operation}`,
			refusal(422, 'E1422', 'Something is wrong.'),
			`The service refused to ${operation} this post`,
			`${says}Something is wrong.${operation === 'delete' ? " If it waits for approval, return it to draft with 'Withdraw' first. If it's on hold, use 'Cancel' first. Otherwise, delete it in the web app." : ''}`,
		],
	),
	[
		'a refusal to schedule whose cause only the service knows (P102)',
		'post:schedule',
		refusal(422, 'E1422', 'Something is wrong.'),
		'The service refused to schedule this post',
		`${says}Something is wrong. If this is about the time, correct it. If it's about the content of the post, correct it with 'Update'. Then run the node again. If this API key can't change the post, use 'Duplicate'.`,
	],
	[
		"a refusal that names the request's fields (P102)",
		'post:update',
		refusal(422, 'E1422', 'mediaAssetIds[0] is unknown. proposedPublishAt and newField are wrong.'),
		'The service refused to update this post',
		`${says}'Asset IDs' (entry 1) is unknown. 'Proposed Publish Time' and newField are wrong. If this is about the values, correct them. If this API key can't change the post, use 'Duplicate' and update the copy. Then run the node again.`,
	],
	[
		'a missing resource (P99)',
		'post:get',
		refusal(404, 'not_found', 'No such post'),
		"The post wasn't found",
		`${says}No such post. It may have been deleted, or this API key can't access it. Check the ID 11111111-1111-4111-8111-111111111111.`,
	],
	[
		'a post in the wrong status without details (P49, P100)',
		'post:update',
		refusal(409, 'conflict', 'The post is pending_approval'),
		"The post can't be changed right now",
		`${says}The post is pending_approval. Use 'Get' to see the status of the post and of its channels, then run the node again.`,
	],
	[
		'a reused key (P102, P107)',
		'post:publish',
		refusal(422, 'idempotency_mismatch', 'Another body'),
		'This idempotency key was used for another request',
		'An earlier attempt of this execution sent different values for this item under the same key. Check your posts before you run the workflow again.',
	],
	[
		'a daily limit while publishing (P103, P110, D5)',
		'post:publish',
		refusal(429, 'platform_quota', 'At most 2 posts a day', {
			tier: 'platform_quota:tiktok',
			available_at: null,
			retry_after: 60,
		}),
		"The channel's daily limit is reached",
		`${says}At most 2 posts a day. Schedule the post for another day, or set 'If a Daily Limit Is Hit' to 'Use the Next Possible Time'.`,
	],
	[
		'too many requests after waiting (P98, P103)',
		'post:get',
		{
			...refusal(429, 'rate_limited', 'At most 300', { tier: 'credential_reads' }),
			headers: { 'Retry-After': '0' },
		},
		'Too many requests',
		`${says}At most 300. Run the node again later, or send fewer requests per minute.`,
	],
	[
		'a failure of the service (P54)',
		'post:update',
		refusal(500, 'internal', 'Oops'),
		'The service returned an error (500)',
		`${says}Oops. ${anyway}`,
	],
	[
		'a failure of the service during a read (P54)',
		'agent:listTools',
		{ ...refusal(500, 'internal', 'Oops'), headers: { 'Retry-After': '0' } },
		'The service returned an error (500)',
		`${says}Oops. Nothing was changed. Try again later.`,
	],
	[
		'a gateway that returns a page (P97)',
		'post:update',
		{ status: 502, body: '<html>Bad gateway</html>' },
		'The service returned an error (502)',
		`The service answered with status 502. ${anyway}`,
	],
	[
		'a status without a text (P97)',
		'post:update',
		refusal(418, 'teapot', 'Short and stout'),
		'The service refused the request (status 418)',
		`${says}Short and stout. Check the values in the node, then run it again.`,
	],
	[
		'a redirect (P1)',
		'post:get',
		{ status: 301, headers: { Location: 'https://social.example/api/v1/posts?sig=x' } },
		'The service redirects to another address',
		"The address in use redirects to https://social.example/api/v1/posts?[hidden]. Put the final address into 'Base URL' in the credential. The node doesn't send the API key to other addresses.",
	],
	[
		'another website (P1)',
		'post:get',
		{ body: '<html>Welcome</html>' },
		"The service returned an answer that can't be read",
		"The answer isn't JSON. Check that 'Base URL' in the credential is the address of the API.",
	],
	[
		'a failed create that may have succeeded (P54, P98)',
		'post:create',
		refusal(500, 'internal', 'Oops', { post_id: post }),
		'The service returned an error (500). The post was saved and may be published',
		`${says}Oops. ${anyway} The post has the ID ${post}. Read it with 'Get'. If it's still a draft, use 'Submit'. Don't create it again.`,
	],
	[
		'a failed create that saved a draft (P53, P98)',
		'post:create',
		refusal(422, 'invalid', 'Media are required', { post_id: post }),
		'The service refused the content. The post was saved as a draft',
		`${says}Media are required. The draft has the ID ${post}. Correct it with 'Update', then use 'Submit'. Don't create it again.`,
	],
];

test.each(rows)('shows a clear error for %s (D3)', async (_title, operation, reply, message, description) => {
	server().answerWith(reply);
	const error = await node().error(operation, parametersOf[operation] ?? { postId: byId(post) });
	expect(error).toMatchObject({ message, description });
	const { status = 200 } = reply;
	expect(error.httpCode).toBe(String(status));
	expect(error.context.itemIndex).toBe(0);
	expect(error.node.name).toBe('Social Publishing');
});

test('says that the key can be the reason of a refusal if the user has set it (P102)', async () => {
	server().answerWith(refusal(422, 'E1422', 'Something is wrong.'));
	const own = { options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'row-7' } } } };
	const { message, description } = await node().error('post:create', { ...create, ...own });
	expect(message).toBe('The service refused the values');
	expect(description).toBe(
		`${says}Something is wrong. Correct it, then run the node again. If this is about the idempotency key, use another 'Own Key' for each item.`,
	);
});

describe('fields', () => {
	type Part = INodeProperties | INodePropertyCollection | INodePropertyOptions;

	/** Every label in the editor, at any depth. */
	function labelsIn(parts: Part[]): string[] {
		return parts.flatMap((part) => [
			...('displayName' in part ? [part.displayName] : []),
			...labelsIn('options' in part ? (part.options as Part[]) : []),
			...labelsIn('values' in part ? part.values : []),
		]);
	}

	const labels = new Set([
		// In JSON, this is one value. The form has two fields for it.
		optionLabel('thumbnail'),
		...labelsIn(new SocialPublishing().description.properties),
		...Object.values(networkOptions).flatMap((options) => options.map(({ displayName }) => displayName)),
	]);

	const override = (entry: IDataObject) => ({
		overrides: 'common',
		channelOverrides: { channels: [{ channelId: channel, ...entry }] },
	});

	const byJson = (options: IDataObject) => ({
		options: { channelOverridesJson: { [channel]: { options } } },
	});

	const long = (length: number) => 'x'.repeat(length);

	const inCreate: Array<[string, IDataObject]> = [
		['no channel', { channels: [] }],
		['an unknown channel', { channels: 'linkedin' }],
		['a caption that is an object', { caption: '={{ ({ a: 1 }) }}' }],
		['a long link', { additionalFields: { linkUrl: long(2049) } }],
		['an invalid asset ID', { media: 'assets', mediaAssetIds: 'image' }],
		['a title that is an object', { title: '={{ ({ a: 1 }) }}' }],
		['a comment that is an object', { additionalFields: { firstComment: '={{ ({ a: 1 }) }}' } }],
		['a proposed time', { additionalFields: { proposedPublishAt: 'soon' } }],
		['no time', { delivery: 'at', publishAt: '' }],
		['a time', { delivery: 'at', publishAt: 'soon' }],
		['an unknown delivery', { delivery: '={{ "later" }}' }],
		['an unfinished queue', { delivery: 'queue', queues: { queue: [{ channelId: channel, queueId: '' }] } }],
		[
			'an unknown queue',
			{ delivery: 'queue', queues: { queue: [{ channelId: channel, queueId: 'mornings' }] } },
		],
		[
			'a key that is an object',
			{ options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: '={{ ({ a: 1 }) }}' } } } },
		],
		['additional properties', { options: { additionalBody: '{' } }],
		['a board', override({ boardId: long(129) })],
		['a privacy level', byJson({ tiktok: { privacyLevel: 'NOBODY' } })],
		['a cover', byJson({ tiktok: { coverMs: -1 } })],
		['a switch', byJson({ tiktok: { allowStitch: 'yes' } })],
		['a category', byJson({ youtube: { categoryId: 'Music' } })],
		['a privacy', byJson({ youtube: { privacyStatus: 'secret' } })],
		['a thumbnail', byJson({ youtube: { thumbnail: { assetId: 'image' } } })],
		['YouTube tags', byJson({ youtube: { tags: [long(501)] } })],
		['dev.to tags', byJson({ devto: { tags: [long(101)] } })],
		['a canonical URL', byJson({ devto: { canonicalUrl: long(2049) } })],
		['a way to publish', byJson({ facebook: { publishAs: 'story' } })],
		[
			'two thumbnails',
			{
				overrides: 'all',
				channelOptions: {
					value: { 'youtube:thumbnailAssetId': 'image', 'youtube:thumbnailCoverFrame': true },
				},
			},
		],
		['override JSON', { options: { channelOverridesJson: '[]' } }],
	];

	test.each<[string, string, IDataObject]>([
		...inCreate.map(([title, more]): [string, string, IDataObject] => [
			title,
			'post:create',
			{ ...create, ...more },
		]),
		[
			'a field both set and cleared',
			'post:update',
			{ postId: byId(post), updateFields: { linkUrl: 'x' }, clearFields: ['linkUrl'] },
		],
		['a required field to clear', 'post:update', { postId: byId(post), clearFields: ['caption'] }],
		['no post', 'post:get', { postId: byId('') }],
		['an invalid post ID', 'post:get', { postId: byId('the newest') }],
		['no channel to read', 'channel:get', { channelId: byId('') }],
		['an unknown channel to read', 'channel:getBoards', { channelId: byId('mine') }],
		['an unknown channel for metrics', 'analytics:getChannelSnapshots', { channelId: byId('mine') }],
		['a limit of 0', 'post:getAll', { limit: 0 }],
		['a limit of one and a half', 'channel:getAll', { limit: 1.5 }],
		['a filter by channel', 'post:getAll', { filters: { channelId: 'mine' } }],
		['a filter by status', 'post:getAll', { filters: { status: '={{ ["gone"] }}' } }],
		['a filter by change', 'post:getAll', { filters: { updatedSince: 'yesterday' } }],
	])('an error about %s names the field as the screen does (D7)', async (_title, operation, parameters) => {
		const entry = { ...sampleChannel(), name: 'Board' };
		server().answerWith({ body: { data: [entry], categories: [], regionCode: 'CH' } });
		const { message, description } = await nodeFor(server()).error(operation, parameters);
		const [, named = 'no label'] = /'([^']+)'/.exec(message) ?? [];
		expect(named.split(' > ').filter((label) => !labels.has(label))).toEqual([]);
		expect(`${message} ${String(description)}`).not.toMatch(/undefined|\[object|NaN|Error:|test-key/);
		expect(description).toBeTruthy();
		expect(server().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

describe('channels', () => {
	const sandbox = useSandbox({ seed: 'default' });

	const { bluesky } = seed.channels;

	const tooLong = async () =>
		await nodeFor(sandbox()).error('post:create', {
			channels: [bluesky.id],
			caption: 'x'.repeat(301),
			delivery: 'now',
			options: { checkFirst: false },
		});

	test('replaces a channel ID from the service with the name from the lists (P102)', async () => {
		const { description } = await tooLong();
		expect(description).toContain("'Caption': Bluesky (acme.example): at most 300 characters");
		expect(description).not.toContain(bluesky.id);
	});

	test("keeps the ID if the channels can't be read (P102)", async () => {
		sandbox().faults.add({ method: 'GET', path: '/api/v1/accounts', kind: 'status', status: 403 });
		const { description } = await tooLong();
		expect(description).toContain(`bluesky (${bluesky.id})`);
	});
});

describe('a refusal after a lost response', () => {
	const sandbox = useSandbox({ seed: 'default' });
	const refused = async (lost: boolean) => {
		const path = '/api/v1/posts/';
		if (lost) sandbox().faults.add({ method: 'POST', path, kind: 'dropAfter' });
		sandbox().faults.add({ path: /posts/, kind: 'status', status: 401, times: 100 });
		const { bluesky } = seed.channels;
		const parameters = { channels: [bluesky.id], caption: 'Hi' };
		const node = nodeFor(sandbox());
		return await node.error('post:create', parameters);
	};

	test('is reported if the service then asks to wait for hours', async () => {
		sandbox().faults.add({ method: 'POST', path: '/api/v1/posts/', kind: 'dropAfter' });
		const refusal = { kind: 'status', status: 429, retryAfter: 7_200, times: 100 } as const;
		sandbox().faults.add({ path: /posts/, ...refusal });
		const node = nodeFor(sandbox());
		const parameters = { channels: [seed.channels.bluesky.id], caption: 'Hi' };
		const { message, description } = await node.error('post:create', parameters);
		expect([message, String(description)]).toEqual([
			'Waiting for the service would take more than an hour',
			expect.stringContaining(anyway),
		]);
	});

	test.each([
		['says that the post may have been created', true],
		["doesn't say so if no response was lost", false],
	])('%s (N43)', async (_title, lost) => {
		const { message, description = '' } = await refused(lost);
		expect(message).toBe('The service refused the API key');
		expect(String(description).includes(anyway)).toBe(lost);
	});
});

describe('tools', () => {
	const nodeOf = (type: string): INode => ({
		id: 'n',
		name: 'Node',
		type: `n8n-nodes-social-publishing.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	});

	test.each([
		['socialPublishing', 'There is no title'],
		['socialPublishingTool', 'There is no title. Give one.'],
		['contentScoringTool', 'There is no title. Give one.'],
	])('shows an error of the node type %s as: %s', (type, message) => {
		const node = nodeOf(type);
		const cause = new ParameterError('There is no title', 'Give one');
		const error = withAdviceForModel(toNodeError(node, cause, publishingErrorTexts), node);
		expect(error).toMatchObject({ message, description: 'Give one.' });
	});
});
