import { CommanderError } from 'commander';
import type { ApiError, ClientError } from '../client/http/errors';
import type { Paint } from './terminal/paint';
import { printable, printableJson } from './terminal/printable';

/** The program's exit codes (contract section 11). */
export const exitCodes = {
	success: 0,
	/** The service refused the request. */
	api: 1,
	/** The key is missing or was refused, or the configuration is wrong. */
	authentication: 2,
	/** No usable answer arrived because of a network failure, a timeout or an error of the service. */
	network: 3,
	/** The command line is wrong. */
	usage: 4,
	interrupted: 130,
} as const;

const codeByName: Record<string, number> = {
	AuthenticationError: exitCodes.authentication,
	ConfigurationError: exitCodes.authentication,
	NetworkError: exitCodes.network,
	ServiceUnavailableError: exitCodes.network,
	UnexpectedResponseError: exitCodes.network,
	RedirectError: exitCodes.network,
	InvalidRequestError: exitCodes.usage,
	UsageError: exitCodes.usage,
};

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
	if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
	return codeByName[(error as Error).name] ?? exitCodes.api;
}

/** The flags for the client's fields. */
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

/** The message of the argument parser if a command is missing. */
const incomplete = '(outputHelp)';

function messageOf(error: unknown): string {
	const { name, message, field, problem } = error as Error & { field?: string; problem?: string };
	if (message === incomplete) return 'A command is missing. --help lists the commands.';
	if (field !== undefined) return `${flags[field.split('.')[0] ?? ''] ?? field} ${problem}`;
	if (name === 'NetworkError') return `Can't reach the service: ${message}`;
	return message.replace(/^error: /, '');
}

/** What a call that failed may have cost. */
function chargeOf({ possibleCharge }: ClientError): string[] {
	if (possibleCharge === undefined) return [];
	const credits = possibleCharge === 1 ? '1 credit' : `${possibleCharge} credits`;
	return [`This call may have cost ${credits}. 'usage' shows the balance.`];
}

/** An error as one JSON document. */
export function toJson(error: unknown): string {
	const { statusCode, code, requestId, retryAfter, envelope, possibleCharge } = error as Partial<ApiError>;
	const { name } = error as Error;
	const details = {
		type: error instanceof CommanderError ? 'UsageError' : name,
		message: messageOf(error),
		exit_code: exitCodeOf(error),
		status_code: statusCode,
		code: error instanceof CommanderError ? undefined : code,
		request_id: requestId,
		retry_after: retryAfter,
		possible_credits: possibleCharge,
		envelope,
	};
	return printableJson({ error: details });
}

/** The body of the answer: JSON, or the text as it came. */
function bodyOf({ envelope }: ApiError): string[] {
	if (envelope === undefined) return [];
	return [typeof envelope === 'string' ? printable(envelope) : printableJson(envelope, 2)];
}

function factsOf({ statusCode, requestId, retryAfter }: ApiError): string {
	const facts = [
		`status ${statusCode}`,
		...(requestId === undefined ? [] : [`request ${requestId}`]),
		...(retryAfter === undefined ? [] : [`try again in ${retryAfter} s`]),
	];
	return ` (${facts.join(', ')})`;
}

/**
 * Recognizes the client's errors by their properties. The client is a separate file with its own classes, so `instanceof`
 * fails.
 */
const isApiError = (error: unknown): error is ApiError =>
	typeof (error as Partial<ApiError>).statusCode === 'number';

const isKnown = (error: unknown): boolean =>
	error instanceof CommanderError || (error as Error).name in codeByName || isApiError(error);

/** An error as text for people: a sentence, and the body of the answer if there is one. */
export function toText(error: unknown, paint: Paint): string {
	const head = `${paint.red('scoring:')} ${printable(messageOf(error))}`;
	if (!isKnown(error))
		return `${head}\nThe program hit an unexpected condition. Please report it with the steps that led here.`;
	const [facts, body] = isApiError(error) ? [printable(factsOf(error)), bodyOf(error)] : ['', []];
	return [`${head}${facts}`, ...chargeOf(error as ClientError), ...body].join('\n');
}
