import { ownValue } from '../../client/http/json.js';
import {
	ApiError,
	factsOf,
	isAnswerLost,
	NetworkError,
	type ErrorFacts,
	type InvalidRequestError,
	type UnexpectedResponseError,
} from '../../client/http/errors.js';
import type { WorkFacts } from '../shared/errors.js';
import {
	quoted,
	quoting,
	sentences,
	sharedErrors,
	sharedTexts,
	textsByClass,
	type ErrorText,
	type ErrorTexts,
} from '../shared/errorTexts.js';
import { costs } from '../../client/scoring/values.js';
import { credits } from './credits.js';

/** What sentences call the inputs: a field by its name on the screen. The image can come from several fields. */
const inputNames: Record<string, string> = {
	apiUrl: "'API URL'",
	gapType: "'Gap Types'",
	limit: "'Limit'",
	minScore: "'Minimum Score'",
	niche: "'Niche'",
	thumbnailBase64: 'the thumbnail',
	thumbnailUrl: "'Thumbnail URL'",
	title: "'Title'",
	url: "'Video URL'",
	youtubeUrl: "'Video URL'",
};

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says whether a failed call may have cost credits, and what to do about that. */
function possibleEffect({ possibleCharge }: ErrorFacts): string {
	if (possibleCharge === undefined) return 'No credits were spent. Try again later.';
	return `This call may have cost ${credits(possibleCharge)}. The node doesn't repeat it in this execution or a retry of it, because a repeat could cost credits again. To get the result, run the workflow again. 'Get Usage' shows the balance.`;
}

/** What calls may have cost that the service answered with an error. A repeat of these isn't forbidden. */
const costOfFailures = (possibleCharge: number): string =>
	`Requests of this call that failed may have cost ${credits(possibleCharge)}. 'Get Usage' shows the balance`;

/** Statuses of a refusal before which nothing can be charged: without a valid key there is no account, or it has no credits. */
const uncharged: ReadonlyArray<number | undefined> = [401, 402];

/** What is known of the cost of a call that the service has refused. No document says whether other refusals cost credits. */
function costOfRefusal({ statusCode, possibleCharge, request }: ApiError): string {
	if (possibleCharge !== undefined) return costOfFailures(possibleCharge);
	if (!request?.cost) return '';
	return uncharged.includes(statusCode)
		? 'This call cost no credits'
		: "'Get Usage' shows whether this call cost credits";
}

/** What a call has cost that ended without a connection. An earlier request of it may have cost something. */
const costWithoutConnection = ({ possibleCharge }: NetworkError): string =>
	possibleCharge === undefined ? 'No credits were spent' : costOfFailures(possibleCharge);

/** What is known of the cost of a call that failed, as far as its text doesn't say it. */
function costOf(error: unknown): string {
	if (error instanceof ApiError) return costOfRefusal(error);
	return error instanceof NetworkError && !isAnswerLost(error) ? costWithoutConnection(error) : '';
}

const shared = sharedTexts({ address: "'API URL'", possibleEffect });

/** Whether an answer is a web page, which the API doesn't send. */
const isForeign = ({ envelope }: ApiError): boolean =>
	typeof envelope === 'string' && envelope.trimStart().startsWith('<');

const notAllowed = quoting(
	"This API key isn't allowed to do this",
	'Use another API key, or ask the service what this one is allowed to do',
);

const refusedValues = quoting(
	'The service refused the values',
	'Correct the values, then run the node again',
);

/** The input that a refusal of the service begins with, such as `youtube_url: must be …`, as sentences call it. */
function refusedInput({ detail, request }: ApiError): { name?: string; problem: string } {
	const [, given = '', problem = ''] = /^(\w{1,40}): (.*)$/s.exec(detail) ?? [];
	const inCamelCase = given.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
	const isChannel = inCamelCase === 'url' && request?.path.endsWith('/channel');
	return { name: isChannel ? "'Channel URL or Handle'" : ownValue(inputNames, inCamelCase), problem };
}

const checkAddress = "If it's right, check 'API URL' in the credential";
const unknownAddress = {
	what: 'There is nothing at this address',
	advice: "Check 'API URL' in the credential",
};

const video = { what: "The video wasn't found", advice: `Check 'Video URL'. ${checkAddress}` };

/** What a call looks for, by the end of its path. */
const sought: Record<string, { what: string; advice: string }> = {
	channel: { what: "The channel wasn't found", advice: `Check 'Channel URL or Handle'. ${checkAddress}` },
	'content-gaps': {
		what: "The niche wasn't found",
		advice: `An ID looks like home-cooking. To find it, choose the niche from the list or 'By Name', which costs ${credits(costs.niches)}. ${checkAddress}`,
	},
	video,
	'video-hook': video,
};

const scoringTexts = {
	...shared,
	WaitLimitError: undefined,
	// The scoring client has these as `AuthenticationError`.
	PermissionError: undefined,
	ForeignAnswerError: undefined,
	UnexpectedResponseError: (error: UnexpectedResponseError): ErrorText => ({
		message: "The service returned an answer that can't be read",
		description: sentences(
			error.problem,
			possibleEffect(error),
			"Check that 'API URL' in the credential is the address of the API",
		),
	}),
	InvalidRequestError: ({ field, problem }: InvalidRequestError): ErrorText => ({
		message: upperFirst(`${ownValue(inputNames, field.split('.')[0] ?? '') ?? `'${field}'`} ${problem}`),
		description:
			field === 'apiUrl'
				? 'Correct it in the credential.'
				: 'No credits were spent. Correct the value, then run the node again.',
	}),
	BadRequestError: (error: ApiError): ErrorText => {
		const { name, problem } = refusedInput(error);
		return name === undefined
			? refusedValues(error)
			: {
					message: `The service refused ${name}`,
					description: sentences(quoted(problem), 'Correct the value, then run the node again'),
				};
	},
	InsufficientCreditsError: quoting(
		'The account is out of credits',
		'This item has no result. Top up the account, then run the node again with the items that have no result',
	),
	AuthenticationError: (error: ApiError): ErrorText => {
		if (isForeign(error)) return shared.ForeignAnswerError(error);
		return error.statusCode === 403 ? notAllowed(error) : shared.AuthenticationError(error);
	},
	NotFoundError: (error: ApiError): ErrorText => {
		const { what, advice } = ownValue(sought, error.request?.path.split('/').at(-1) ?? '') ?? unknownAddress;
		return quoting(what, advice)(error);
	},
	PayloadTooLargeError: quoting('The thumbnail is too large', 'Use a smaller image'),
	RateLimitError: ({ detail, retryAfter }: ApiError): ErrorText => ({
		message: 'Too many requests',
		description: sentences(
			quoted(detail),
			`Run the node again ${retryAfter ? `in ${retryAfter} seconds` : 'later'}. The limit of your plan is shared by everything that uses the same API key`,
		),
	}),
	ServiceUnavailableError: ({ statusCode, detail }: ApiError): ErrorText => ({
		message: `The service returned an error (${statusCode})`,
		description: sentences(quoted(detail), 'Try again later'),
	}),
};

/**
 * Adds facts about the costs to a text: what the requests of the call that failed may have cost, and what was spent before it. Also
 * adds the request ID, by which the service can find the request.
 */
function withCosts(
	{ message, description }: ErrorText,
	error: unknown,
	{ creditsBefore }: WorkFacts,
): ErrorText {
	const { requestId } = factsOf(error);
	return {
		message,
		description: sentences(
			description,
			costOf(error),
			creditsBefore === undefined ? '' : `Looking up the niche by its name cost ${credits(creditsBefore)}`,
			requestId === undefined ? '' : `Request ID: ${requestId}`,
		),
	};
}

export const scoringErrorTexts: ErrorTexts = new Map(
	[...textsByClass(sharedErrors, scoringTexts)].map(([kind, text]) => [
		kind,
		(error: unknown, work: WorkFacts) => withCosts(text(error, work), error, work),
	]),
);
