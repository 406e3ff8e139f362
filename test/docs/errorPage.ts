import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ValidationError } from '../../client/http/errors';
import { SourceSizeError } from '../../client/publishing/errors';
import { scoringErrorTexts } from '../../nodes/ContentScoring/errorTexts';
import { publishingErrorTexts } from '../../nodes/SocialPublishing/words/errorTexts';
import { statusNames } from '../../nodes/SocialPublishing/words/labels';
import { listedStatuses } from '../../nodes/SocialPublishing/words/statusConflicts';
import { allowedStatuses } from '../../client/publishing/posts/status';
import type { WorkFacts } from '../../nodes/shared/errors';
import type { ErrorTexts } from '../../nodes/shared/errorTexts';
import { toNetworkError } from '../../nodes/shared/httpAnswers';
import { rootFolder } from '../support/sourceFiles';
import { compactTable } from './markdown';
import { usualMistakes } from './usualMistakes';

/** Placeholder for variable text, such as a number, a name or a message from the service. */
const some = '…';

/** Errors whose text always varies: an invalid value or a failed sign-in. */
const withoutTable = ['ParameterError', 'PostCheckError', 'SignInError'];

/** Sample details that an error of any kind can carry. */
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
	tries: some,
	postIds: [some],
	draftId: some,
	parts: [some],
};

/** What an error says, and what is known of the work it ended. */
type Variant = Record<string, unknown> & { work?: WorkFacts };

type Variants = Record<string, Variant[]>;

/** Kinds whose text depends on their details. */
const common: Variants = {
	BlockedAddressError: [
		{ name: 'SsrfBlockedIpError', ip: some },
		{ name: 'SsrfBlockedHostnameError', hostname: some },
	].map((failure) => ({ ...toNetworkError(failure), message: toNetworkError(failure).message })),
	InvalidRequestError: [{ field: 'title' }],
	NetworkError: ['ENOTFOUND', 'ECONNREFUSED', 'EPROTO', 'CERT_HAS_EXPIRED', 'ETIMEDOUT', 'ECONNRESET'].map(
		(code) => ({ code }),
	),
};

const postId = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';

/** The steps at which an edit in several steps can stop. */
const refusal = new ValidationError(422, { detail: some });

/** What people most often want of a post whose status doesn't allow it. */
const refusedOften = [
	['cancel', 'published'],
	['delete', 'published'],
	['publish', 'pending_approval'],
	['schedule', 'published'],
	['submit', 'pending_approval'],
	['update', 'published'],
	['update', 'scheduled'],
	['withdraw', 'draft'],
] as const;

/** Errors of the publishing service, including its specific rejections. */
const publishing: Variants = {
	...common,
	ConflictError: [
		...refusedOften.map(([operation, status]) => ({ work: { statusConflict: { operation, status } } })),
		{ detail: 'This workspace needs approval.', request: { path: '', write: { kind: 'publish', postId } } },
		{ request: { path: '', write: { kind: 'update', postId } } },
		{},
	],
	NotFoundError: [
		{},
		{ request: { path: '', isRead: true } },
		...['accounts', 'posts'].map((part) => ({ request: { path: `/${part}/${postId}` } })),
	],
	NotOfferedError: [{ extra: 'withdraw' }, { extra: 'postSnapshots' }],
	PermissionError: [{ detail: 'missing permission: publish_directly' }, {}],
	PlatformQuotaError: [{ availableAt: some }],
	RevertedEditError: [{ cause: refusal, updatedAt: some }],
	ValidationError: [
		{},
		{ request: { path: '', write: { kind: 'update', postId } } },
		{ request: { path: '', write: { kind: 'delete', postId } } },
		{ request: { path: '/media/uploads' } },
		{ request: { path: '', isRead: true } },
	],
	UnfinishedEditError: [
		{ cause: refusal, draftId: some, isEdited: false, delivery: { mode: 'at', at: some } },
		{ cause: refusal, draftId: some, isEdited: true, delivery: { mode: 'queue' } },
		{ cause: refusal, draftId: some },
	],
	SourceSizeError: [{ message: new SourceSizeError(2000, 1000, 'only').message.replace(/\d+/g, some) }],
	ToolFailedError: [
		{ text: 'The error of the tool' },
		{ text: 'The error of the tool', isServiceFault: false },
		{ text: 'The error of the tool', isServiceFault: true },
	],
};

const charged = { possibleCharge: 5 };

/** Errors of the scoring service. Their text depends on the possible cost of a call. */
const scoring: Variants = {
	...common,
	AuthenticationError: [{}, { statusCode: 403 }, { envelope: '<html>' }],
	CancelledError: [{}, charged],
	NetworkError: (common.NetworkError ?? []).map((error) => ({ ...error, ...charged })),
	NotFoundError: ['', 'channel', 'content-gaps', 'video'].map((path) => ({ request: { path } })),
	UnexpectedResponseError: [charged],
};

/** The rows of one node: the message and the fix. */
function errorRows(texts: ErrorTexts, variants: Variants): string[][] {
	const rows = [...texts]
		.map(([kind, text]) => ({ name: (kind as { name: string }).name, text }))
		.filter(({ name }) => !withoutTable.includes(name))
		.flatMap(({ name, text }) =>
			(variants[name] ?? [{}]).map(({ work = {}, ...more }) => text({ ...sample, ...more }, work)),
		)
		.map(({ message, description }) => [message, description?.replace(postId, some)]);
	// Several kinds can say the same.
	const different = [...new Map(rows.map((row) => [row.join('\n'), row])).values()];
	return different.sort(([a = ''], [b = '']) => a.localeCompare(b));
}

const errorTable = (texts: ErrorTexts, variants: Variants): string =>
	compactTable(['Error', 'What to do'], errorRows(texts, variants));

/** Which operations each status of a post allows. */
function statusTable(): string {
	const rows = Object.entries(statusNames).map(([status, name]) => {
		const possible = Object.entries({ ...allowedStatuses, 'send Again': listedStatuses.sendAgain })
			.filter(([, statuses]) => (statuses as readonly string[]).includes(status))
			.map(([operation]) => `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`);
		const none = status === 'changes_requested' ? 'As the service allows' : 'No others';
		return [name, possible.join(', ') || none];
	});
	return compactTable(
		['Status', 'Operations'],
		rows.sort(([a = ''], [b = '']) => a.localeCompare(b)),
	);
}

/** The panel's messages for the most common first mistakes. */
const mistakeTable = (): string =>
	compactTable(
		['Mistake', 'Error', 'What to do'],
		Object.values(usualMistakes).map(({ mistake, title, advice }) => [mistake, title, advice]),
	);

const { bugs } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as {
	bugs: { url: string };
};

/**
 * Where to report an error: links to the form for bugs, with the node filled in. Empty while the repository's address is a
 * placeholder.
 */
export function reportPart(address: string): string[] {
	if (/\bexample\./.test(address)) return [];
	const links = ['Social Publishing', 'Social Publishing Trigger', 'Content Scoring'].map(
		(node) => `[${node}](${address}/new?template=bug.yml&operation=${encodeURIComponent(`${node}, `)})`,
	);
	return [
		`If the advice doesn't help, report the error. The form asks for the operation and the version of n8n: ${links.join(', ')}.`,
	];
}

/** docs/errors.md. */
export const errorPage = (): string =>
	[
		'# Errors and what to do',
		'<!-- Generated by npm run docs from the texts in the nodes. Do not edit. -->',
		'Find the error that a node reports to see what to do next. An ellipsis (…) stands for text that varies, such as a number, a name or the words of the service.',
		'Two kinds of errors are missing here because their text depends on your data. An error about a value names the field as the screen does and says which values are valid. The node sends nothing in that case. The check before sending lists everything to fix in one error, channel by channel. The option **Check Before Sending** turns it off.',
		'If the service saved a draft or received files before a failure, the error names their IDs. With **On Error: Continue**, the [error item](reliability.md#on-error) has these IDs as well. If you correct the node in the editor and run it again, an item with the same input continues with that draft, unless someone has changed it. The node remembers the draft for 24 hours, or until n8n restarts.',
		...reportPart(bugs.url),
		'## The usual mistakes',
		"This is what the node shows for the mistakes that most people make first, on channels of the demo. With any delivery but **Save as Draft**, nothing was sent. A draft that can be completed later is saved with a warning. If you leave the channels empty without an expression, n8n itself says that the parameter is required, and doesn't start the workflow.",
		mistakeTable(),
		'## A list that stays empty',
		"If a workflow already has a trigger, n8n can ask for a new node's lists before it has chosen the credential, and it doesn't ask again. The same happens after you correct an API key. The field then says **Error fetching options**. Close the node and open it again, or choose **Refresh List** in the menu (⋮) beside the field. If the list is still empty, run **Workspace → Get**. Its error says what is wrong.",
		'## Nodes that are missing',
		"If an execution fails with **Unrecognized node type: n8n-nodes-social-publishing…**, or the editor shows a question mark instead of the icon, n8n hasn't loaded the package:",
		[
			'- In n8n 3, set `N8N_UNVERIFIED_PACKAGES_ENABLED=true`. Without it, n8n 3 loads only packages that n8n has verified, and this one may not be verified yet.',
			"- In queue mode, the package has to be on the main instance and on every worker. A worker that was started before the installation and didn't reach the main instance doesn't have it. Restart the worker, or set `N8N_REINSTALL_MISSING_PACKAGES=true` on it.",
			'- In a container without persistent storage, the package is gone after a restart. Keep `/home/node/.n8n` in a volume, or let n8n install the package when it starts. See [Queue mode](reliability.md#queue-mode).',
		].join('\n'),
		'## Social Publishing and its trigger',
		errorTable(publishingErrorTexts, publishing),
		'## Which operations a status allows',
		"If the status of a post doesn't allow an operation, the error names the one to use instead. **Get**, **Duplicate**, **Validate** and **Wait for Outcome** work with every status. A service can refuse to delete a post that is in review. Then return it to draft with **Withdraw** first. **Update** also changes scheduled and queued posts, with its option **If the Post Is Scheduled**.",
		statusTable(),
		'## Content Scoring',
		errorTable(scoringErrorTexts, scoring),
	].join('\n\n');
