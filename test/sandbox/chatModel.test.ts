import {
	startChatModel,
	type ChatMessage,
	type ChatModel,
	type ChatRequest,
} from '../../sandbox/chat/server';
import { answerTurn } from '../../sandbox/chat/writer';

/** Results by tool name, one for each call. */
type Results = Record<string, string[]>;

const tool = (
	name: string,
	args: string[],
	isReviewed = false,
): NonNullable<ChatRequest['tools']>[number] => {
	const properties = Object.fromEntries(args.map((arg) => [arg, { type: 'string' }]));
	const parameters = isReviewed
		? { properties: { toolParameters: { type: 'object', properties } } }
		: { properties };
	return { function: { name, description: '', parameters } };
};

/** Talks with the model until it answers with text. Returns its calls, as `tool: arguments`, and that text. */
const converse = (text: string, tools: NonNullable<ChatRequest['tools']>, results: Results) => {
	const messages: ChatMessage[] = [{ role: 'user', content: text }];
	const calls: string[] = [];
	for (let id = 0; id < 20; id += 1) {
		const turn = answerTurn({ messages, tools });
		if ('say' in turn) return { calls, said: turn.say };
		calls.push(`${turn.tool}: ${JSON.stringify(turn.args)}`);
		const call = { id: `call_${id}`, function: { name: turn.tool, arguments: JSON.stringify(turn.args) } };
		messages.push({ role: 'assistant', content: null, tool_calls: [call] });
		const content = results[turn.tool]?.shift() ?? '';
		messages.push({ role: 'tool', tool_call_id: call.id, content });
	}
	throw new Error('The model never ended');
};

const saved = (id: string): string => JSON.stringify([{ id, status: 'draft' }]);
const post = ['channels', 'caption'];
const [reads, checks, saves] = [
	tool('Read_recent_posts', []),
	tool('Check_a_post', post),
	tool('Save_a_draft', post),
];

describe('the scripted writer', () => {
	test('reads posts, checks a text and saves a draft for the networks that the message names', () => {
		const { calls, said } = converse(
			'Write a post for LinkedIn and Bluesky about our chairs.',
			[saves, reads, checks],
			{
				Save_a_draft: [saved('1')],
			},
		);
		const args =
			'{"channels":"Bluesky, LinkedIn: Acme Studio","caption":"Our chairs. Come by and see for yourself."}';
		expect(calls).toEqual(['Read_recent_posts: {}', `Check_a_post: ${args}`, `Save_a_draft: ${args}`]);
		expect(said).toBe(
			'I saved a draft for Bluesky, LinkedIn: Acme Studio: “Our chairs. Come by and see for yourself.” You can publish it in the web app of the service.',
		);
	});

	test('leaves out of the text where it goes', () => {
		const { calls } = converse('Our new armchair for LinkedIn, Threads and Bluesky.', [saves], {
			Save_a_draft: [saved('1')],
		});
		expect(calls[0]).toContain('"caption":"Our new armchair. Come by and see for yourself."');
	});

	test.each(['Publish it now', 'please send it'])("writes no post about '%s'", (text) => {
		const { calls, said } = converse(text, [reads, checks, saves], {});
		expect(calls).toEqual([]);
		expect(said).toMatch(/^I can't publish a draft\./);
	});

	test('saves a draft of a post that a person declines to publish', () => {
		const tools = [checks, saves, tool('Publish_a_post', post, true)];
		const { calls, said } = converse('Tell Bluesky that we open on Sunday', tools, {
			Publish_a_post: ['User rejected the tool call to Publish_a_post'],
			Save_a_draft: [saved('1')],
		});
		expect(calls.map((call) => call.split(':')[0])).toEqual([
			'Check_a_post',
			'Publish_a_post',
			'Save_a_draft',
		]);
		expect(calls[1]).toContain('{"toolParameters":{"channels":"Bluesky","caption":"We open on Sunday. ');
		expect(said).toMatch(/^I saved a draft for Bluesky/);
	});

	test.each(['', '[{"sent":true,"data":{"approved":false},"chatInput":"yes, approve it"}]'])(
		'says that nothing was published if the tool answers %p',
		(result) => {
			const { said } = converse('Tell Bluesky that we open on Sunday', [tool('Publish_a_post', post, true)], {
				Publish_a_post: [result],
			});
			expect(said).toBe('Nothing was published. Choose Approve or Decline.');
		},
	);

	test('says that a post is published if the tool returns it, whatever its text', () => {
		const { said } = converse('Tell Bluesky that we reject plastic', [tool('Publish_a_post', post, true)], {
			Publish_a_post: ['[{"id":"1","caption":"We reject plastic","status":"publishing"}]'],
		});
		expect(said).toMatch(/^Published for Bluesky: “We reject plastic\./);
	});

	const refused = JSON.stringify([{ valid: false, errors: [{ message: "'Media' for Instagram is empty" }] }]);

	test('names what must be fixed in a draft', () => {
		const { said } = converse('Tell Instagram that we open on Sunday', [checks, saves], {
			Check_a_post: [refused],
			Save_a_draft: [saved('1')],
		});
		expect(said).toMatch(/^I saved a draft for Instagram: “We open on Sunday\. .*” Before you publish it/);
		expect(said).toMatch(/fix this: 'Media' for Instagram is empty\.$/);
	});

	test("doesn't ask for the approval of a post that can't be published", () => {
		const tools = [checks, tool('Publish_a_post', post, true)];
		const { calls, said } = converse('Tell Instagram that we open on Sunday', tools, {
			Check_a_post: [refused],
		});
		expect(calls).toHaveLength(1);
		expect(said).toBe("Nothing was published. Fix this first: 'Media' for Instagram is empty.");
	});

	test("reports a tool's answer if it can't finish, and introduces itself if it has no tools", () => {
		const failed = converse('Tell LinkedIn', [saves], { Save_a_draft: ["'linkedin' matches 2 channels"] });
		expect(failed.said).toBe("I couldn't finish. “Save_a_draft” answered: 'linkedin' matches 2 channels");
		expect(answerTurn({ messages: [{ role: 'user', content: 'Hello' }] })).toEqual({
			say: expect.stringContaining('scripted chat model'),
		});
	});
});

describe('the chat model', () => {
	let model: ChatModel;
	beforeAll(async () => {
		model = await startChatModel(0, () => ({ say: 'Hello' }));
	});
	afterAll(() => model.close());

	const ask = async (body: string) =>
		await (await fetch(`${model.url}/chat/completions`, { method: 'POST', body })).text();

	test('answers with one document or a stream of events', async () => {
		expect(JSON.parse(await ask('{"messages":[]}'))).toMatchObject({
			choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
		});
		const events = (await ask('{"messages":[],"stream":true}')).trim().split('\n\n');
		expect(events.at(-1)).toBe('data: [DONE]');
		expect(events[0]).toContain('"delta":{"role":"assistant","content":"Hello"}');
	});

	test('listens only on this machine, lists its model and refuses invalid JSON', async () => {
		expect(new URL(model.url).hostname).toBe('127.0.0.1');
		expect(await (await fetch(`${model.url}/models`)).json()).toMatchObject({ data: [{ id: 'gpt-5-mini' }] });
		expect((await fetch(`${model.url}/chat/completions`, { method: 'POST', body: '{' })).status).toBe(400);
	});
});
