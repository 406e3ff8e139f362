import { parseArgs } from 'node:util';
import { variantsBody } from './control/controlRoutes';
import { faultBody, type FaultSpec } from './http/faults';
import { read } from './http/schema';
import type { SandboxOptions } from './options';
import { variantValues } from './variants';
import { profileNames } from './profiles';
import type { ScoringSandboxOptions } from './scoring/types';

const variantLines = Object.entries(variantValues)
	.map(([name, values]) => `                                ${name}=${values.join('|')}`)
	.join('\n');

/** The help text of the command line. */
export const usage = `Usage: sandbox [options]
  --port <number>               port on 127.0.0.1, or 0 for any free port (default 4010)
  --scoring-port <number>       port of the scoring API on 127.0.0.1, or 0 for any free port (default 4020)
  --chat-port <number>          port of the chat model on 127.0.0.1, or 0 for any free port (default 4030)
  --files <folder>              a folder whose files are served below /sandbox/files/
  --profile observed|documents  observed is the service as it was seen to be. documents knows only what its
                                description promises (default observed)
  --key-secret <text>           end of the API keys (default: fixed ends)
  --clock real|manual           a manual clock moves only on request (default real)
  --now <date-time>             start of a manual clock
  --rate-limits on|off          rate limits of the contract (default on)
  --rate-window-ms <number>     length of a minute for these limits, in ms (default 60000)
  --visibility-lag-ms <number>  how long lists don't show a change (default 0)
  --publish-ms <number>         how long a channel stays "publishing" (default 1500)
  --latency-ms <number>         time added to each answer (default 0)
  --seed default|empty          empty leaves out the seeded posts
  --fault <json>                a scripted fault, e.g. '{"path":"/posts","kind":"status","status":503,"times":2}'.
                                Can be repeated.
  --part-size-bytes <number>    size of the parts of an upload (default 67108864, which is 64 MiB)
  --storage-port <number>       port of the storage on 127.0.0.1, or 0 for any free port (default 0)
  --storage-bytes-per-second <number>  speed of one connection to the storage (default: no limit)
  --storage-latency-ms <number> time added to each answer of the storage (default 0)
  --agent-answers json|event-stream  how the agent endpoint answers (default json)
  --variant <name>=<value>      a variant of the service's behavior. Can be repeated.
${variantLines}
  --help                        show this help`;

const defaultPort = '4010';
const defaultScoringPort = '4020';
const defaultChatPort = '4030';

const wholeNumber = (name: string, text: string): number => {
	if (/^\d{1,9}$/.test(text)) return Number(text);
	throw new Error(`--${name} must be a whole number, not "${text}"`);
};

const oneOf = <const T extends string>(name: string, text: string, values: readonly T[]): T => {
	const found = values.find((value) => value === text);
	if (found === undefined) throw new Error(`--${name} must be ${values.join(' or ')}, not "${text}"`);
	return found;
};

const given = {
	port: { type: 'string', default: defaultPort },
	'scoring-port': { type: 'string', default: defaultScoringPort },
	'chat-port': { type: 'string', default: defaultChatPort },
	files: { type: 'string' },
	'key-secret': { type: 'string' },
	profile: { type: 'string', default: 'observed' },
	clock: { type: 'string', default: 'real' },
	now: { type: 'string' },
	'rate-limits': { type: 'string', default: 'on' },
	'rate-window-ms': { type: 'string' },
	'visibility-lag-ms': { type: 'string', default: '0' },
	'publish-ms': { type: 'string', default: '1500' },
	'latency-ms': { type: 'string', default: '0' },
	seed: { type: 'string', default: 'default' },
	fault: { type: 'string', multiple: true, default: [] as string[] },
	'part-size-bytes': { type: 'string' },
	'storage-port': { type: 'string' },
	'storage-bytes-per-second': { type: 'string' },
	'storage-latency-ms': { type: 'string' },
	'agent-answers': { type: 'string', default: 'json' },
	variant: { type: 'string', multiple: true, default: [] as string[] },
	help: { type: 'boolean', default: false },
} as const;

const readFault = (text: string): FaultSpec => {
	try {
		return read(faultBody, JSON.parse(text));
	} catch (error) {
		throw new Error(`--fault ${text}: ${error instanceof Error ? error.message : String(error)}`);
	}
};

const readVariants = (texts: string[]): NonNullable<SandboxOptions['variants']> => {
	const pairs = texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]);
	try {
		return read(variantsBody, Object.fromEntries(pairs));
	} catch (error) {
		throw new Error(
			`--variant ${texts.join(' ')}: ${error instanceof Error ? error.message : String(error)}`,
		);
	}
};

/** The parsed command line. */
export interface CommandLine {
	options: SandboxOptions;
	/** Profile, clock, rate limits and latency are the same as for the publishing API. */
	scoring: ScoringSandboxOptions;
	chatPort: number;
	faults: FaultSpec[];
}

type Values = ReturnType<typeof parseArgs<{ options: typeof given }>>['values'];

/** The given numbers, by their names in the options. */
const givenNumbers = (values: Values, names: Record<string, keyof Values>): Record<string, number> =>
	Object.fromEntries(
		Object.entries(names)
			.filter(([, name]) => values[name] !== undefined)
			.map(([option, name]) => [option, wholeNumber(name, String(values[name]))]),
	);

const readStorage = (values: Values): Pick<SandboxOptions, 'storage'> => {
	const storage: SandboxOptions['storage'] = givenNumbers(values, {
		port: 'storage-port',
		bytesPerSecondPerConnection: 'storage-bytes-per-second',
		latencyMs: 'storage-latency-ms',
	});
	return Object.keys(storage).length > 0 ? { storage } : {};
};

type SharedOptions = Pick<SandboxOptions, 'profile' | 'clock' | 'now' | 'latencyMs' | 'keySecret'> & {
	rateLimits?: 'off';
};

const readWindow = ({ 'rate-window-ms': text }: Values): Pick<SandboxOptions, 'rateLimits'> =>
	text === undefined ? {} : { rateLimits: { windowMs: wholeNumber('rate-window-ms', text) } };

/** The options that both servers share. */
const readShared = (values: Values): SharedOptions => ({
	profile: oneOf('profile', values.profile, profileNames),
	clock: oneOf('clock', values.clock, ['real', 'manual']),
	...(values.now === undefined ? {} : { now: values.now }),
	...(values['key-secret'] === undefined ? {} : { keySecret: values['key-secret'] }),
	...(oneOf('rate-limits', values['rate-limits'], ['on', 'off']) === 'off' ? { rateLimits: 'off' } : {}),
	latencyMs: wholeNumber('latency-ms', values['latency-ms']),
});

/**
 * Reads the options of `npm run sandbox`. Returns null if help was requested.
 *
 * @throws Error that names the wrong option.
 */
export const readCommandLine = (args: string[]): CommandLine | null => {
	const { values } = parseArgs({ args, options: given, strict: true });
	if (values.help) return null;
	const shared = readShared(values);
	const options: SandboxOptions = {
		...readWindow(values),
		...shared,
		port: wholeNumber('port', values.port),
		visibilityLagMs: wholeNumber('visibility-lag-ms', values['visibility-lag-ms']),
		publishMs: wholeNumber('publish-ms', values['publish-ms']),
		seed: oneOf('seed', values.seed, ['default', 'empty']),
		agentAnswers: oneOf('agent-answers', values['agent-answers'], ['json', 'event-stream']),
		...(values.variant.length > 0 ? { variants: readVariants(values.variant) } : {}),
		...givenNumbers(values, { partSizeBytes: 'part-size-bytes' }),
		...readStorage(values),
		...(values.files === undefined ? {} : { files: values.files }),
	};
	const scoring = { ...shared, port: wholeNumber('scoring-port', values['scoring-port']) };
	const chatPort = wholeNumber('chat-port', values['chat-port']);
	return { options, scoring, chatPort, faults: values.fault.map(readFault) };
};
