import { NodeHelpers, type IDataObject, type INodeParameters, type INodeType } from 'n8n-workflow';
import { draftsOnlySwitch } from '../../../nodes/SocialPublishing/guards/draftsOnly';
import { isSwitchedOn } from '../../../nodes/SocialPublishing/guards/toolSwitch';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { seed } from '../../../sandbox';
import { operationsOf } from '../../support/descriptionRules';
import { placeNode } from '../../support/n8nWorkflow';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { profile, toolName } from '../../support/profile';
import type { Reply } from '../../support/recordingServer';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const server = useRecordingServer();
const { channels, keys } = seed;
const on = { draftsAndReviewOnly: true };
const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });
const create = (more: IDataObject = {}) => ({ channels: [channels.facebook.id], caption: 'Hello', ...more });

const toolCall = (name: string, args: object): IDataObject => ({
	toolName: byId(toolName(name)),
	argumentsMode: 'json',
	toolArgumentsJson: JSON.stringify(args),
});
const draftArguments = { accounts: [channels.facebook.id], caption: 'x' };
const argumentsThatPublish: Array<[string, object]> = [
	['a delivery now', { delivery: { mode: 'now' } }],
	['a delivery at a time', { delivery: { mode: 'at', at: '2030-01-01T10:00:00+00:00' } }],
	['a delivery to the queue', { delivery: { mode: 'queue' } }],
	['an unknown argument', { autopilot: true }],
	['an unknown argument in an override', { perAccount: { [channels.facebook.id]: { mode: 'now' } } }],
];

const draft = async (more: IDataObject = {}): Promise<string> => {
	const [made] = await nodeWith().json('post:create', create(more));
	return String(made?.id);
};

const statuses = () =>
	sandbox()
		.posts()
		.map(({ status }) => status);

describe("'Drafts and Review Only' refuses", () => {
	test.each<[string, string, (postId: string) => IDataObject]>([
		['to publish (P94)', 'post:publish', (postId) => ({ postId: byId(postId) })],
		[
			'to schedule (P94)',
			'post:schedule',
			(postId) => ({ postId: byId(postId), delivery: 'at', publishAt: '2030-01-01T10:00:00' }),
		],
		['to queue (P94)', 'post:schedule', (postId) => ({ postId: byId(postId), delivery: 'queue' })],
		['to submit (P94)', 'post:submit', (postId) => ({ postId: byId(postId), delivery: 'now' })],
		['to create with a delivery (P46)', 'post:create', () => create({ delivery: 'now' })],
		[
			'to create with a delivery as JSON (P46)',
			'post:create',
			() => create({ options: { additionalBody: '{"delivery":{"mode":"now"}}' } }),
		],
		['a tool that publishes (P10)', 'agent:callTool', (postId) => toolCall('social_publish_now', { postId })],
		[
			'a tool that submits (P10)',
			'agent:callTool',
			(postId) => toolCall('social_submit_post', { postId, delivery: { mode: 'now' } }),
		],
		...argumentsThatPublish.map(([what, args]): [string, string, () => IDataObject] => [
			`a draft by the tool with ${what} (P10, N38)`,
			'agent:callTool',
			() => toolCall('social_create_draft', { ...draftArguments, ...args }),
		]),
		[
			'a duplicate by the tool with an unknown argument (P10)',
			'agent:callTool',
			(postId) => toolCall('social_duplicate_post', { postId, publish: true }),
		],
		[
			'to create with an unknown property (P70)',
			'post:create',
			() => create({ options: { additionalBody: '{"publishAt":"2030-01-01T10:00:00Z"}' } }),
		],
		[
			'to create with an unknown property in an override (P70)',
			'post:create',
			() =>
				create({ options: { additionalBody: { perAccount: { [channels.facebook.id]: { mode: 'now' } } } } }),
		],
		[
			'to update with a delivery as JSON (P70)',
			'post:update',
			(postId) => ({
				postId: byId(postId),
				options: { additionalBody: '{"delivery":{"mode":"now"}}' },
			}),
		],
	])('%s with a key that can publish', async (_title, operation, parameters) => {
		const postId = await draft();
		const error = await nodeWith().error(operation, { ...parameters(postId), ...on });
		expect(error.message).toMatch(/^'Drafts and Review Only' is on, so /);
		expect(error.description).toContain('Save a draft instead');
		expect(statuses()).toEqual(['draft']);
	});

	test('to change a post that is being published (P73)', async () => {
		const postId = await draft({ delivery: 'queue' });
		const change = { postId: byId(postId), updateFields: { caption: 'Other words' }, ...on };
		const error = await nodeWith().error('post:update', change);
		expect(error.message).toContain('a post with the status Queued');
		expect(sandbox().post(postId).caption).toBe('Hello');
	});

	test('a value from an agent, because any expression counts as on', async () => {
		const postId = byId(await draft());
		const error = await nodeWith().error('post:publish', { postId, draftsAndReviewOnly: '={{ false }}' });
		expect(error.message).toContain("'Drafts and Review Only' is on");
	});
});

describe("'Drafts and Review Only' allows", () => {
	test('drafts and changes of drafts (P45, P73)', async () => {
		const [made] = await nodeWith().json('post:create', create(on));
		const change = { postId: byId(String(made?.id)), updateFields: { caption: 'Better' }, ...on };
		const [changed] = await nodeWith().json('post:update', change);
		expect(changed).toMatchObject({ status: 'draft', caption: 'Better' });
	});

	test("review with a key that can't publish (P47, P94)", async () => {
		const [made] = await nodeWith(keys.drafts).json('post:create', create({ ...on, delivery: 'now' }));
		expect(made).toMatchObject({ status: 'pending_approval', routed: 'pending_approval' });
	});

	test("Submit with a key that can't publish (P48, P94)", async () => {
		const postId = byId(await draft());
		const [sent] = await nodeWith(keys.drafts).json('post:submit', { postId, delivery: 'now', ...on });
		expect(sent).toMatchObject({ routed: 'pending_approval' });
	});

	const { facebook } = channels;
	const allowed: Array<[string, object]> = [
		['social_list_accounts', {}],
		['social_create_draft', { ...draftArguments, idempotencyKey: 'one' }],
		[
			'social_create_draft',
			{
				...draftArguments,
				proposedPublishAt: '2030-01-01T10:00:00+00:00',
				mediaAssetIds: [seed.media.image],
			},
		],
		[
			'social_create_draft',
			{ ...draftArguments, perAccount: { [facebook.id]: { caption: 'Own', options: {} } } },
		],
		['social_request_media_upload', { mediaType: 'image', sizeBytes: 10, altText: 'A cat' }],
	];
	// A tool that writes is only known to be harmless by its observed name.
	test.each(profile === 'observed' ? allowed : allowed.slice(0, 1))(
		'the tool %s (P10, N38)',
		async (name, args) => {
			expect(await nodeWith().json('agent:callTool', { ...toolCall(name, args), ...on })).not.toHaveLength(0);
			expect(statuses().every((status) => status === 'draft')).toBe(true);
		},
	);

	test('new tools only if they only read (P10)', async () => {
		const tools = [
			{ name: toolName('social_peek'), annotations: { readOnlyHint: true } },
			{ name: toolName('social_poke'), annotations: { readOnlyHint: false } },
		];
		const result = (id: number, value: object): Reply => ({ body: { jsonrpc: '2.0', id, result: value } });
		const start = [result(1, { protocolVersion: '2025-06-18' }), { status: 202 }, result(2, { tools })];
		server().answerWith(...start, result(3, { content: [{ type: 'text', text: 'seen' }] }), ...start);
		const node = nodeFor(server());
		expect(await node.json('agent:callTool', { ...toolCall('social_peek', {}), ...on })).toEqual([
			{ text: 'seen' },
		]);
		const error = await node.error('agent:callTool', { ...toolCall('social_poke', {}), ...on });
		expect(error.message).toBe(
			`'Drafts and Review Only' is on, so the tool ${toolName('social_poke')}, which might publish, wasn't called`,
		);
	});

	test('everything if it is off', async () => {
		const postId = byId(await draft());
		const [out] = await nodeWith().json('post:publish', { postId, draftsAndReviewOnly: false });
		expect(out?.status).toBe('publishing');
	});
});

describe("'Drafts and Review Only' in the form", () => {
	const { description } = new SocialPublishing();
	const fields = description.properties.filter(({ name }) => name === 'draftsAndReviewOnly');
	const publishing = [
		'callTool',
		'create',
		'publish',
		'schedule',
		'sendAgain',
		'submit',
		'syncCalendar',
		'update',
		'upsert',
	];
	const operations = operationsOf(description.properties);

	test('accepts no expression and is on by default only in tools', () => {
		expect(fields.map((field) => [field.noDataExpression, field.default])).toEqual([
			[true, true],
			[true, true],
			[true, false],
		]);
	});

	test('is below the menus', () => {
		const names = description.properties.map(({ name }) => name);
		const menus = names.filter((name) => ['operation', 'resource'].includes(name)).length;
		expect(names.slice(0, menus + 1)).toEqual([...names.slice(0, menus), 'draftsAndReviewOnly']);
	});

	describe.each([
		['a node', false],
		['a tool', true],
	])('of %s', (_title, isTool) => {
		const place = (parameters: INodeParameters) => {
			const { node, workflow } = placeNode(new SocialPublishing(), { parameters, isTool });
			const { description: type } = workflow.nodeTypes.getByName(node.type) as INodeType;
			return { node, type };
		};

		test.each(operations)(
			'is one field in $resource: $operation, and a switch if it has an effect',
			(names) => {
				const { node, type } = place({ ...names });
				const shown = fields.filter((field) =>
					NodeHelpers.displayParameter(node.parameters, field, node, type),
				);
				const inTool = publishing.includes(names.operation) ? 'boolean' : 'notice';
				expect(shown.map((field) => field.type)).toEqual([isTool ? inTool : 'hidden']);
			},
		);

		test.each(operations.flatMap((names) => [true, false].map((value) => ({ ...names, value }))))(
			'stays $value in $resource: $operation if n8n loads and saves the node',
			({ value, ...names }) => {
				const { node, type } = place({ ...names, draftsAndReviewOnly: value });
				const saved =
					NodeHelpers.getNodeParameters(type.properties, node.parameters, false, false, node, type) ?? {};
				for (const parameters of [node.parameters, saved]) {
					expect(isSwitchedOn({ getNode: () => ({ ...node, parameters }) }, draftsOnlySwitch)).toBe(value);
				}
			},
		);
	});

	test.each([['on'], ['missing', {}]])(
		'is also enforced in tools if its value is %s (P94)',
		async (_value, stored = on) => {
			const postId = byId(await draft());
			const error = await nodeWith().error('post:publish', { postId, ...stored }, { isTool: true });
			expect(error.message).toContain("'Drafts and Review Only' is on");
		},
	);

	test('is off in a tool that stores it as off (P94)', async () => {
		const stored = { postId: byId(await draft()), draftsAndReviewOnly: false };
		const [published] = await nodeWith().json('post:publish', stored, { isTool: true });
		expect(published?.status).toBe('publishing');
	});
});
