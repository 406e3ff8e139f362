import type { AgentAnswers } from '../../sandbox';
import { connectMcp, type McpConnection } from '../support/mcpClient';
import { useSandbox } from '../support/useSandbox';

const sandbox = useSandbox({ toolsPerPage: 7 });
const open: McpConnection[] = [];

const connect = async (key: string): Promise<McpConnection> => {
	const connection = await connectMcp(sandbox(), { key });
	open.push(connection);
	return connection;
};

afterEach(async () => {
	await Promise.all(open.splice(0).map((connection) => connection.close()));
});

const all = [
	'social_list_accounts',
	'social_list_boards',
	'social_get_tiktok_creator_info',
	'social_list_youtube_categories',
	'social_list_posts',
	'social_get_post',
	'social_create_draft',
	'social_update_draft',
	'social_duplicate_post',
	'social_submit_post',
	'social_withdraw_post',
	'social_delete_draft',
	'social_schedule_post',
	'social_publish_now',
	'social_cancel_post',
	'social_upload_media',
	'social_request_media_upload',
	'social_sign_upload_parts',
	'social_finalize_media_upload',
	'social_get_analytics',
];

const listAll = async ({ client }: McpConnection) => {
	const found = [];
	let cursor: string | undefined;
	do {
		const page = await client.listTools({ cursor });
		found.push(...page.tools);
		cursor = page.nextCursor;
	} while (cursor !== undefined);
	return found;
};

describe('the official MCP client (P10)', () => {
	test.each<AgentAnswers>(['json', 'event-stream'])('reads answers as %s', async (answers) => {
		sandbox().agent.answer(answers);
		const { facebook } = sandbox().seed.channels;
		const connection = await connect(sandbox().seed.keys.full);
		expect(connection.client.getServerCapabilities()).toEqual({ tools: {} });
		const made = await connection.call('social_create_draft', { accounts: [facebook.id], caption: 'Hello' });
		expect(made).toMatchObject({ isError: false, body: { routed: 'draft', post: { caption: 'Hello' } } });
		expect(made.texts).toHaveLength(2);
		expect(sandbox().posts()).toHaveLength(1);
		await connection.client.ping();
	});

	test('lists all tools page by page with schemas that pass its own check', async () => {
		const tools = await listAll(await connect(sandbox().seed.keys.full));
		expect(tools.map(({ name }) => name).sort()).toEqual([...all].sort());
		expect(tools.every(({ inputSchema }) => inputSchema.type === 'object')).toBe(true);
	});

	test.each([
		{ key: 'readOnly' as const, hidden: /create|update|duplicate|submit|upload|analytics|publish|schedule/ },
		{ key: 'drafts' as const, hidden: /schedule|publish|cancel/ },
		{ key: 'noAnalytics' as const, hidden: /analytics/ },
	])('lists to the key $key only what its permissions allow (P12, P92)', async ({ key, hidden }) => {
		const names = (await listAll(await connect(sandbox().seed.keys[key]))).map(({ name }) => name);
		expect(names).not.toHaveLength(0);
		expect(names.filter((name) => hidden.test(name))).toEqual([]);
	});

	test("sends a post to Review if the key can't publish (P94)", async () => {
		const connection = await connect(sandbox().seed.keys.drafts);
		const { body } = await connection.call('social_create_draft', {
			accounts: [sandbox().seed.channels.bluesky.id],
			caption: 'Please look',
		});
		const sent = await connection.call('social_submit_post', {
			postId: body.post?.id,
			delivery: { mode: 'now' },
		});
		expect(sent.body).toMatchObject({ routed: 'pending_approval', post: { status: 'pending_approval' } });
		const back = await connection.call('social_withdraw_post', { postId: body.post?.id });
		expect(back.body.post?.status).toBe('draft');
	});

	test("returns a tool's failure as its result, with the REST interface's message (N40)", async () => {
		const { call } = await connect(sandbox().seed.keys.full);
		const failed = await call('social_create_draft', { accounts: [], caption: 'x' });
		expect(failed.isError).toBe(true);
		expect(failed.texts).toEqual(['Create draft failed (422 invalid_request): accounts: at least 1 item.']);
	});

	test('returns an unknown tool as a result, too (N40)', async () => {
		const { call } = await connect(sandbox().seed.keys.full);
		const { isError, texts } = await call('social_fly');
		expect({ isError, texts }).toEqual({ isError: true, texts: ['Unknown tool: social_fly'] });
	});

	test('refuses an unknown cursor with a protocol error', async () => {
		const { client } = await connect(sandbox().seed.keys.full);
		await expect(client.listTools({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
	});

	test.each([
		['social_list_posts', { readOnlyHint: true, idempotentHint: true }],
		['social_get_analytics', { readOnlyHint: true }],
		['social_create_draft', { readOnlyHint: false, destructiveHint: false, idempotentHint: true }],
		['social_update_draft', { readOnlyHint: false, destructiveHint: false, idempotentHint: true }],
		['social_withdraw_post', { readOnlyHint: false, idempotentHint: false }],
		['social_delete_draft', { readOnlyHint: false, destructiveHint: true }],
		['social_schedule_post', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
		['social_cancel_post', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
		['social_sign_upload_parts', { readOnlyHint: false, destructiveHint: false }],
	])('describes what %s does: %j (N40)', async (name, hints) => {
		const tools = await listAll(await connect(sandbox().seed.keys.full));
		expect(tools.find((tool) => tool.name === name)?.annotations).toMatchObject(hints);
	});
});
