import { SourceSizeError } from '../../client/publishing/errors';
import { scoringErrorTexts } from '../../nodes/ContentScoring/errorTexts';
import { publishingErrorTexts } from '../../nodes/SocialPublishing/errorTexts';
import type { ErrorTexts } from '../../nodes/shared/errorTexts';
import { compactTable } from './markdown';

/** Where the service's own words, a number or a name stands in a text. */
const some = '…';

/** Errors that have texts of their own each time: what is wrong with a value, or with signing in. */
const withoutTable = ['ParameterError', 'PostCheckError', 'SignInError'];

/** What an error of any kind may carry, in place of the values of a real one. */
const sample = {
	statusCode: some,
	detail: some,
	problem: some,
	message: some,
	cause: { message: some },
	tool: some,
	text: some,
	available: [some],
	partNumber: some,
	partCount: some,
	waitedSeconds: some,
	retryAfter: some,
	postIds: [some],
};

type Variants = Record<string, object[]>;

/** Kinds that read differently by what is in them. */
const common: Variants = {
	InvalidRequestError: [{ field: 'title' }],
	NetworkError: ['ENOTFOUND', 'ECONNREFUSED', 'EPROTO', 'CERT_HAS_EXPIRED', 'ETIMEDOUT', 'ECONNRESET'].map(
		(code) => ({ code }),
	),
};

/** The same of the publishing service alone. */
const publishing: Variants = {
	...common,
	NotOfferedError: [{ extra: 'withdraw' }, { extra: 'postSnapshots' }],
	PermissionError: [{ detail: 'missing permission: publish_directly' }, {}],
	PlatformQuotaError: [{ availableAt: some }],
	SourceSizeError: [{ message: new SourceSizeError(2000, 1000, 'only').message }],
	ToolFailedError: [
		{ text: 'The words of the tool' },
		{ text: 'The words of the tool', isServiceFault: true },
	],
};

const stakes = ['keptAnswer', 'payment'].map((atStake) => ({ atStake }));

/** The same of the scoring service, whose words depend on what a call may have cost. */
const scoring: Variants = {
	...common,
	CancelledError: stakes,
	NetworkError: [
		...(common.NetworkError ?? []).map((error) => ({ ...error, atStake: 'keptAnswer' })),
		{ code: 'ECONNRESET', atStake: 'payment' },
	],
	UnexpectedResponseError: stakes,
};

/** The rows of one node: what the user reads, and what helps. */
function errorRows(texts: ErrorTexts, variants: Variants): string[][] {
	const rows = [...texts]
		.map(([kind, text]) => ({ name: (kind as { name: string }).name, text }))
		.filter(({ name }) => !withoutTable.includes(name))
		.flatMap(({ name, text }) =>
			(variants[name] ?? [{}]).map((more) => text(Object.assign({}, sample, more) as never)),
		)
		.map(({ message, description }) => [message, description]);
	return rows.sort(([a = ''], [b = '']) => a.localeCompare(b));
}

const errorTable = (texts: ErrorTexts, variants: Variants): string =>
	compactTable(['What the node says', 'What it says about it, and what to do'], errorRows(texts, variants));

/** docs/errors.md. */
export const errorPage = (): string =>
	[
		'# Errors and what to do',
		'Written by `npm run docs` from the texts in the nodes. Do not edit. An ellipsis (…) stands for what differs: the words of the service, a number, a name.',
		'An error about a value names its field as the screen does, and says what the field takes; nothing was sent then. An error of **Check Before Sending** lists every problem of every channel. Where a draft was saved before a failure, or files were uploaded, the error names their ids, and they are in its output under On Error: Continue.',
		'## Social Publishing and its trigger',
		errorTable(publishingErrorTexts, publishing),
		'## Content Scoring',
		errorTable(scoringErrorTexts, scoring),
	].join('\n\n');
