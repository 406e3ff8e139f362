import { CommanderError } from 'commander';
import type { ApiError } from '../client/http/errors';
import type { Paint } from './terminal/paint';

/** How the program ends (contract section 4). */
export const exitCodes = {
	success: 0,
	/** The service refused the request. */
	api: 1,
	/** The key was refused or is missing, or the configuration is wrong. */
	authentication: 2,
	/** No usable answer arrived: a network failure, a timeout, or an error of the service. */
	network: 3,
	/** The command line is wrong. */
	usage: 4,
	interrupted: 130,
} as const;

const codeByName: Record<string, number> = {
	AuthenticationError: exitCodes.authentication,
	PermissionError: exitCodes.authentication,
	ConfigurationError: exitCodes.authentication,
	NetworkError: exitCodes.network,
	ServiceUnavailableError: exitCodes.network,
	UnexpectedResponseError: exitCodes.network,
	RedirectError: exitCodes.network,
	InvalidRequestError: exitCodes.usage,
	UsageError: exitCodes.usage,
};

/** The exit code that an error ends the program with. */
export function exitCodeOf(error: unknown): number {
	if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
	return codeByName[(error as Error).name] ?? exitCodes.api;
}

/** Fields of the client as the command line's flags. */
const flags: Record<string, string> = {
	title: '--title',
	thumbnailBase64: '--thumb',
	youtubeUrl: '--url',
	url: '--url',
	niche: '--niche',
	gapType: '--gap-type',
	limit: '--limit',
	minScore: '--min-score',
	apiUrl: '--api-url',
};

/** What the parser says when the words stop too early. */
const incomplete = '(outputHelp)';

function messageOf(error: unknown): string {
	const { name, message, field, problem } = error as Error & { field?: string; problem?: string };
	if (message === incomplete) return 'A command is missing. --help lists the commands.';
	if (field !== undefined) return `${flags[field.split('.')[0] ?? ''] ?? field} ${problem}`;
	if (name === 'NetworkError') return `Can't reach the service: ${message}`;
	return message.replace(/^error: /, '');
}

/** What happened, as one JSON document. */
export function toJson(error: unknown): string {
	const { statusCode, code, requestId, retryAfter, envelope } = error as Partial<ApiError>;
	const { name } = error as Error;
	const details = {
		type: error instanceof CommanderError ? 'UsageError' : name,
		message: messageOf(error),
		exit_code: exitCodeOf(error),
		status_code: statusCode,
		code: error instanceof CommanderError ? undefined : code,
		request_id: requestId,
		retry_after: retryAfter,
		envelope,
	};
	return JSON.stringify({ error: details });
}

const bodyOf = ({ envelope }: ApiError): string[] =>
	envelope === undefined ? [] : [JSON.stringify(envelope, undefined, 2)];

function factsOf({ statusCode, requestId, retryAfter }: ApiError): string {
	const facts = [
		`status ${statusCode}`,
		...(requestId === undefined ? [] : [`request ${requestId}`]),
		...(retryAfter === undefined ? [] : [`try again in ${retryAfter} s`]),
	];
	return ` (${facts.join(', ')})`;
}

/** By what it has: the client is loaded as a file of its own, with classes of its own. */
const isApiError = (error: unknown): error is ApiError =>
	typeof (error as Partial<ApiError>).statusCode === 'number';

const isKnown = (error: unknown): boolean =>
	error instanceof CommanderError || (error as Error).name in codeByName || isApiError(error);

/** What happened, for people: a sentence, and the body of the answer where there was one. */
export function toText(error: unknown, paint: Paint): string {
	const head = `${paint.red('scoring:')} ${messageOf(error)}`;
	if (!isKnown(error))
		return `${head}\nThe program hit an unexpected condition. Please report it with the steps that led here.`;
	return isApiError(error) ? [`${head}${factsOf(error)}`, ...bodyOf(error)].join('\n') : head;
}
