import { explain } from '../../../../nodes/shared/errorTexts';
import { publishingErrorTexts } from '../../../../nodes/SocialPublishing/words/errorTexts';
import { clientOf, errorOf } from '../../../support/publishingClient';
import type { Reply } from '../../../support/recordingServer';
import { useRecordingServer } from '../../../support/useRecordingServer';

const server = useRecordingServer();
const secret = 'the-key';

const agentOf = () => clientOf({ baseUrl: server().url, key: secret }).agent;

const result = (id: number, value: unknown): Reply => ({ body: { jsonrpc: '2.0', id, result: value } });
const tool = { name: 'look', inputSchema: { type: 'object' } };
const start: Reply[] = [
	result(1, { protocolVersion: '2025-03-26' }),
	{ status: 202 },
	result(2, { tools: [tool] }),
];

const call = async (...replies: Reply[]) => {
	server().answerWith(...start, ...replies);
	return await agentOf().callTool('look', {});
};

const stream = (...lines: string[]): Reply => ({
	headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
	body: lines.join(''),
});

const answer = '{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\\"a\\":1}"}]}}';

describe('responses in every format (P10)', () => {
	test.each([
		{ what: 'two texts', content: ['Done.', '{"a":1}'], structured: { a: 1 }, texts: ['Done.'] },
		{ what: 'JSON alone', content: ['[1]'], structured: [1], texts: [] },
		{ what: 'words alone', content: ['Deleted.'], structured: undefined, texts: ['Deleted.'] },
		{ what: 'a number', content: ['5'], structured: undefined, texts: ['5'] },
		{ what: 'nothing', content: [], structured: undefined, texts: [] },
	])('returns $what', async ({ content, structured, texts }) => {
		const items = content.map((text) => ({ type: 'text', text }));
		expect(await call(result(3, { content: items }))).toEqual({ structured, texts });
	});

	test('prefers structured content to text', async () => {
		const content = [{ type: 'text', text: '{"a":1}' }];
		const found = await call(result(3, { content, structuredContent: { b: 2 } }));
		expect(found.structured).toEqual({ b: 2 });
	});

	test('skips content other than text', async () => {
		const content = [{ type: 'image', data: 'AA==', mimeType: 'image/png' }];
		expect(await call(result(3, { content }))).toEqual({ structured: undefined, texts: [] });
	});

	test.each([
		{ what: 'one line', lines: [`data: ${answer}\n\n`] },
		{ what: 'no space', lines: [`data:${answer}\n\n`] },
		{ what: 'line breaks of Windows', lines: [`event: message\r\nid: 1\r\ndata: ${answer}\r\n\r\n`] },
		{ what: 'no last line break', lines: [`data: ${answer}`] },
		{ what: 'several lines', lines: answer.split(',').map((part, i) => `data: ${i ? ',' : ''}${part}\n`) },
		{
			what: 'several lines with line breaks of Windows',
			lines: answer.split(',').map((part, i) => `data: ${i ? ',' : ''}${part}\r\n`),
		},
		{
			what: 'several lines with line breaks of old Macs',
			lines: answer.split(',').map((part, i) => `data: ${i ? ',' : ''}${part}\r`),
		},
		{
			what: 'comments, empty and other messages before it',
			lines: [
				': hello\n\nid: 0\ndata: \n\n',
				'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n',
				'data: {"jsonrpc":"2.0","id":99,"result":{}}\n\n',
				`data: ${answer}\n\n`,
			],
		},
	])('reads an event stream with $what', async ({ lines }) => {
		expect((await call(stream(...lines))).structured).toEqual({ a: 1 });
	});

	test('keeps a session that a service requires', async () => {
		const [first, ...others] = start;
		server().answerWith({ ...first, headers: { 'Mcp-Session-Id': 's1' } }, ...others);
		await agentOf().listTools();
		const sessions = server().requests.map(({ headers }) => headers['mcp-session-id']);
		expect(sessions).toEqual([undefined, 's1', 's1']);
	});

	test.each<{ what: string; reply: Reply; error: object }>([
		{ what: 'no JSON', reply: { body: '<html>' }, error: { name: 'UnexpectedResponseError' } },
		{
			what: 'the answer to something else',
			reply: result(77, {}),
			error: { name: 'UnexpectedResponseError' },
		},
		{ what: 'an empty stream', reply: stream(': nothing\n\n'), error: { name: 'UnexpectedResponseError' } },
		{ what: 'a result that is none', reply: result(3, 'yes'), error: { name: 'UnexpectedResponseError' } },
		{
			what: 'a refusal in HTTP',
			reply: { status: 406, body: { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Accept!' } } },
			error: { statusCode: 406, detail: 'Accept!', code: '-32000' },
		},
		{
			what: 'wrong arguments',
			reply: { body: { jsonrpc: '2.0', id: 3, error: { code: -32602, message: 'No tool' } } },
			error: { name: 'ValidationError', detail: 'No tool', code: '-32602' },
		},
		{
			what: 'a fault of the service',
			reply: { body: { jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'Oops' } } },
			error: { name: 'ServiceUnavailableError', detail: 'Oops' },
		},
		{
			what: 'a limit in HTTP with the limit of the protocol',
			reply: {
				status: 429,
				body: { jsonrpc: '2.0', id: 3, error: { code: -32000, message: 'Slow', data: { retry_after: 500 } } },
			},
			error: { name: 'RateLimitError', retryAfter: 500 },
		},
		{
			what: 'a limit of the protocol',
			reply: {
				body: { jsonrpc: '2.0', id: 3, error: { code: -32000, message: 'Slow', data: { retry_after: 500 } } },
			},
			error: { name: 'RateLimitError', statusCode: 429, retryAfter: 500 },
		},
	])('turns $what into an error', async ({ reply, error }) => {
		expect(await errorOf(call(reply))).toMatchObject(error);
	});

	test.each([
		{
			texts: ['It is too long.', '{"error":"invalid","detail":"x","post_id":"p1"}'],
			text: 'It is too long.',
		},
		{ texts: ['{"error":"invalid","detail":"caption: too long","post_id":"p1"}'], text: 'caption: too long' },
	])('reads the failure of a tool from $texts (P97)', async ({ texts, text }) => {
		const content = texts.map((each) => ({ type: 'text', text: each }));
		const error = await errorOf(call(result(3, { content, isError: true })));
		expect(error).toMatchObject({ name: 'ToolFailedError', text, code: 'invalid', postId: 'p1' });
	});

	test.each([
		'Too many requests. Try again in 7 seconds.',
		'Look failed: too many requests, try again in 7 seconds',
	])('waits as for a 429 if a tool returns: %s', async (text) => {
		const limited = result(3, { content: [{ type: 'text', text }], isError: true });
		const done = result(3, { content: [{ type: 'text', text: 'Done.' }] });
		server().answerWith(...start, limited, done);
		const client = clientOf({ baseUrl: server().url, key: secret });
		expect(await client.agent.callTool('look', {})).toMatchObject({ texts: ['Done.'] });
		expect(client.waits).toEqual([7_000]);
	});

	test('reports a lasting limit of a tool as a limit', async () => {
		const text = 'Too many requests. Try again in 700 seconds.';
		const error = await errorOf(call(result(3, { content: [{ type: 'text', text }], isError: true })));
		expect(error).toMatchObject({ name: 'RateLimitError', statusCode: 429, retryAfter: 700, detail: text });
	});

	test.each([
		{ texts: ['Look failed (500 internal): the service failed'], isServiceFault: true },
		{ texts: ['Something went wrong on our side.'], isServiceFault: true },
		{ texts: ['Look failed.', '{"error":"unavailable","detail":"x"}'], isServiceFault: true },
		{ texts: ['An internal fault stopped the tool.'], isServiceFault: true },
		{ texts: ['The server failed.', '{"error":"internal_server_error","detail":"x"}'], isServiceFault: true },
		{ texts: ['The post could not be saved.'], isServiceFault: undefined },
		{ texts: ['The post could not be saved.', '{"error":"E1500","detail":"x"}'], isServiceFault: undefined },
		{ texts: ['caption: at most 500 characters'], isServiceFault: undefined },
		{ texts: ['Look failed (422 invalid): x', '{"error":"invalid","detail":"x"}'], isServiceFault: false },
	])(
		'distinguishes a fault of the service from an invalid argument: $texts',
		async ({ texts, isServiceFault }) => {
			const content = texts.map((text) => ({ type: 'text', text }));
			const error = await errorOf(call(result(3, { content, isError: true })));
			expect(error).toMatchObject({ name: 'ToolFailedError', isServiceFault });
			const { description } = explain(error, publishingErrorTexts);
			expect(description.includes('Correct its arguments')).toBe(isServiceFault === false);
			expect(description.includes('internal error')).toBe(isServiceFault === true);
		},
	);

	test('says so if a tool returns no reason', async () => {
		const error = await errorOf(call(result(3, { isError: true })));
		expect(error.message).toBe('The tool returned an error without a reason');
	});

	test.each([
		{
			what: 'a tool',
			reply: result(3, { isError: true, content: [{ type: 'text', text: `Bearer ${secret}` }] }),
		},
		{ what: 'the protocol', reply: { body: { id: 3, error: { code: -32000, message: `key ${secret}` } } } },
	])('shows no secret in an error of $what (D1, P95)', async ({ reply }) => {
		const error = await errorOf(call(reply));
		expect(JSON.stringify({ ...error, text: String(error) })).not.toContain(secret);
	});
});
