import { seed } from '../seed';
import { platformNames } from '../world/platforms';
import type { ChatMessage, ChatRequest, ToolSchema, Turn } from './server';

/** A call of a tool since the user's last message, with its result. */
interface Call {
	tool: string;
	args: Record<string, unknown>;
	result: string;
}

/** The conversation as the writer sees it. */
interface Task {
	/** The user's last message. */
	text: string;
	calls: readonly Call[];
}

const asText = (content: unknown): string =>
	typeof content === 'string' ? content : JSON.stringify(content ?? '');

/** The arguments of a call. A tool that a person reviews has its own arguments in `toolParameters`. */
const argumentsOf = (json: string): Record<string, unknown> => {
	const args = JSON.parse(json) as Record<string, unknown>;
	return (args['toolParameters'] as Record<string, unknown> | undefined) ?? args;
};

const taskOf = (messages: readonly ChatMessage[]): Task => {
	const last = messages.findLastIndex(({ role }) => role === 'user');
	const since = messages.slice(last + 1);
	const results = new Map(since.map(({ tool_call_id: id, content }) => [id, asText(content)]));
	const calls = since.flatMap(({ tool_calls: made = [] }) =>
		made.map(({ id, function: { name, arguments: json } }) => ({
			tool: name,
			args: argumentsOf(json),
			result: results.get(id) ?? '',
		})),
	);
	return { text: asText(messages[last]?.content), calls };
};

const callsOf = ({ calls }: Task, tool: string): Call[] => calls.filter((call) => call.tool === tool);

const isSaved = ({ result }: Call): boolean => /"id":\s*"/.test(result);
const isDeclined = (call: Call): boolean =>
	!isSaved(call) && /reject|declin|not approved|"approved":\s*false/i.test(call.result);

/** The result of a check, as far as the writer reads it. */
interface Verdict {
	errors?: { message: string }[];
}

const verdictsIn = (result: string): Verdict[] => {
	try {
		return [JSON.parse(result) as Verdict | Verdict[]].flat();
	} catch {
		// A tool that failed answers with a text.
		return [];
	}
};

/** What the check says must be fixed before the post can be published. */
const problemsIn = (task: Task): string[] =>
	callsOf(task, 'Check_a_post')
		.flatMap(({ result }) => verdictsIn(result))
		.flatMap(({ errors = [] }) => errors.map(({ message }) => message));

/** A channel as tools find it: by its network, or by network and name if the network has several. */
const nameOfChannel = (platform: string): string => {
	const own = Object.entries(seed.channels).filter(([name, channel]) => {
		return channel.platform === platform && !name.startsWith('approval');
	});
	const label = platformNames[platform as keyof typeof platformNames];
	return own.length === 1 ? label : `${label}: ${own[0]?.[1].handle}`;
};

/** The channels that the user names by their networks. Without any, two that accept a text alone. */
const channelsFor = ({ text }: Task): string => {
	const named = Object.entries(platformNames)
		.filter(([platform, name]) => new RegExp(`\\b(${platform}|${name})\\b`, 'i').test(text))
		.map(([platform]) => platform);
	return (named.length > 0 ? named : ['facebook', 'bluesky']).map(nameOfChannel).join(', ');
};

const sentence = (text: string): string =>
	`${text.charAt(0).toUpperCase()}${text
		.slice(1)
		.trimEnd()
		.replace(/[.!?]$/, '')}.`;

const network = `(?:${Object.values(platformNames).join('|')})`;

/** Where to post, at the end of a message. */
const destination = new RegExp(
	`\\s+(?:for|on|to)\\s+${network}(?:(?:,|,? and)\\s+${network})*[.!]?\\s*$`,
	'i',
);

/** The text of the post: the subject of the message. */
const captionFor = ({ text }: Task): string => {
	const opening = /\b(?:about|that)\s/i.exec(text);
	const subject = text
		.slice(opening === null ? 0 : opening.index + opening[0].length)
		.replace(destination, '');
	return [subject, 'Come by and see for yourself'].map(sentence).join(' ');
};

/** Whether the message is about an earlier post instead of a new one. */
const isAboutEarlier = ({ text }: Task): boolean =>
	/^(?:please |now |ok,? |and )*(?:publish|post|send|schedule) (?:it|them)\b/i.test(text);

/** A tool that the writer knows, when it calls it, and with what. */
interface Step {
	tool: string;
	when(task: Task, offered: ReadonlySet<string>): boolean;
	args(task: Task): Record<string, string>;
}

const isNew =
	(tool: string) =>
	(task: Task): boolean =>
		callsOf(task, tool).length === 0;

const postFor = (task: Task): Record<string, string> => ({
	channels: channelsFor(task),
	caption: captionFor(task),
});

/** The writer's tools in the order in which it uses them. The names are those of the examples. */
const steps: readonly Step[] = [
	{ tool: 'Read_recent_posts', when: isNew('Read_recent_posts'), args: () => ({}) },
	{ tool: 'Check_a_post', when: isNew('Check_a_post'), args: postFor },
	{
		tool: 'Publish_a_post',
		when: (task) => isNew('Publish_a_post')(task) && problemsIn(task).length === 0,
		args: postFor,
	},
	{
		tool: 'Save_a_draft',
		when: (task, offered) => {
			const last = task.calls.at(-1);
			return offered.has('Publish_a_post')
				? last !== undefined && isDeclined(last)
				: isNew('Save_a_draft')(task);
		},
		args: postFor,
	},
];

/** The arguments that a tool has, in the shape that it wants. */
const fill = ({ properties = {} }: Partial<ToolSchema>, values: Record<string, string>): object => {
	const inner = properties['toolParameters'];
	if (inner !== undefined) return { toolParameters: fill(inner, values) };
	return Object.fromEntries(Object.entries(values).filter(([name]) => name in properties));
};

const introduction =
	"I'm the scripted chat model of the demo. I can draft, check and publish posts if I have the tools for it.";

const onlyNew =
	"I can't publish a draft. Publish it in the web app of the service, or tell me what the next post is about.";

/** What came of the work, as the last message. */
const report = (task: Task): string => {
	const last = task.calls.at(-1);
	if (last === undefined) return isAboutEarlier(task) ? onlyNew : introduction;
	const { tool, args, result } = last;
	const where = ` for ${String(args['channels'])}: “${String(args['caption'])}”`;
	const problems = problemsIn(task).map(sentence).join(' ');
	if (isSaved(last)) {
		if (tool === 'Publish_a_post') return `Published${where}`;
		const next = problems
			? `Before you publish it in the web app of the service, fix this: ${problems}`
			: 'You can publish it in the web app of the service.';
		return `I saved a draft${where} ${next}`;
	}
	if (tool === 'Publish_a_post' && (isDeclined(last) || result === '')) {
		return 'Nothing was published. Choose Approve or Decline.';
	}
	if (tool === 'Check_a_post' && problems) return `Nothing was published. Fix this first: ${problems}`;
	return `I couldn't finish. “${tool}” answered: ${result.slice(0, 400)}`;
};

/**
 * Decides what the chat model of the demo does next. It isn't a language model. It calls the tools of the example workflows in
 * a sensible order, takes the text from the user's message, and reads the results.
 */
export const answerTurn = ({ messages, tools = [] }: ChatRequest): Turn => {
	const task = taskOf(messages);
	const offered = new Map(tools.map((tool) => [tool.function.name, tool.function.parameters]));
	const names = new Set(offered.keys());
	const step = isAboutEarlier(task)
		? undefined
		: steps.find(({ tool, when }) => names.has(tool) && when(task, names));
	if (step === undefined) return { say: report(task) };
	return { tool: step.tool, args: fill(offered.get(step.tool) ?? {}, step.args(task)) };
};
