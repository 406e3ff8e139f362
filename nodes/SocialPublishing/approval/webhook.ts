import { createHash } from 'node:crypto';
import type {
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData as WebhookAnswer,
} from 'n8n-workflow';
import { isObject } from '../../../client/http/json';
import type { PublishingOptions } from '../../../client/publishing';
import { explain, sentences } from '../../shared/errorTexts';
import { inExpression } from '../../shared/parameters';
import { n8nSleep } from '../../shared/transport';
import { publishingForPages } from '../client';
import { keepToDrafts } from '../draftsOnly';
import { publishingErrorTexts } from '../errorTexts';
import { decide, hasExpired, type OpenApproval } from './decision';
import type { Clock } from './delivering';
import { messagePage } from './page';
import { readPosts } from './posts';
import { failureWords } from './failureWords';
import { decidedItems, expiredPage, pageAfter, pageForOthers } from './report';
import {
	memoryName,
	nonceParameters,
	sharedPath,
	type ApprovalRequest,
	type ApproverLink,
	type PageLink,
} from './request';
import { style } from './style';
import type { ReadPicture } from './previewViews';
import { drawPage } from './view';
import { createVisits } from './visits';

/**
 * Answers the page of Send and Wait for Approval.
 *
 * n8n runs `webhook` in its main process. What a POST returns as `workflowData` becomes the node's output, and `execute` doesn't
 * run again. So approved posts are delivered here, before the workflow continues. Three things prevent a second delivery:
 * - {@link createVisits} lets one POST of a request through at a time, and answers later ones with the decision.
 * - The idempotency key of the delivery is derived from the request's nonce and the post. Another process of n8n, or a second
 *   try after a crash, gets the result of the first.
 * - n8n resumes an execution only once, and refuses a second POST that gets this far.
 *
 * Processes of n8n share only the service. So a rejection checks there whether another process approved the post, and follows
 * that approval (delivering.ts).
 *
 * If the first delivery of a POST fails, nothing was done. The page says why, and the node keeps waiting. After a post was
 * delivered, the node can't keep waiting. A later failure is shown on the page and in the output as `deliveryError`.
 */

const waiting = {
	name: 'default',
	responseMode: 'onReceived',
	responseData: '',
	isFullPath: true,
	// Must be the literal `true`. Then n8n registers the webhooks only for waiting executions, and never for the workflow.
	restartWebhook: true,
} as const;

/** The node's ID, so that the link of another node doesn't lead here. */
const ownPath = '={{ $nodeId }}';

/** The requests that the node answers while it waits. */
export const webhooks: IWebhookDescription[] = [
	{ ...waiting, httpMethod: 'GET', path: ownPath },
	{ ...waiting, httpMethod: 'POST', path: ownPath },
	{ ...waiting, httpMethod: 'GET', path: sharedPath },
];

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page runs and loads nothing, and can't be in a frame. n8n adds no policy to a page that it doesn't write itself. */
const headers: Record<string, string> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `sandbox allow-forms; default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src data:; style-src 'sha256-${styleHash}'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex',
};

/** Sends a page, and leaves the node waiting. */
function show(
	context: IWebhookFunctions,
	status: number,
	page: string,
	more: Record<string, string> = {},
): WebhookAnswer {
	const response = context.getResponseObject();
	response.writeHead(status, { ...headers, ...more });
	response.end(page);
	return { noWebhookResponse: true };
}

/** Reads the request that n8n saved. Uses an expression, because a webhook has no `getContext`. */
function readRequest(context: IWebhookFunctions): ApprovalRequest | undefined {
	const memory = context.evaluateExpression(
		`{{ $(${inExpression(context.getNode().name)}).context }}`,
		0,
	) as unknown;
	const request = isObject(memory) ? memory[memoryName] : undefined;
	return isObject(request) ? (request as unknown as ApprovalRequest) : undefined;
}

const oldLink = messagePage('This link is out of date', [
	{
		kind: 'wait',
		text: 'This link is from an earlier request. Nothing was decided. Open the link in the most recent message.',
	},
]);

const busyPage = messagePage('This page was opened too often', [
	{ kind: 'wait', text: 'Wait a minute, then open it again.' },
]);

const failedPage = (problem: string): string =>
	messagePage("The page can't be shown right now", [
		{ kind: 'bad', text: `${problem} Nothing was decided. Try again in a moment.` },
	]);

const pictureReader =
	({ helpers }: IWebhookFunctions): ReadPicture =>
	async (id) => {
		const stream = await helpers.getBinaryStream(id);
		try {
			return (await helpers.binaryToBuffer(stream)).toString('base64');
		} finally {
			stream.destroy();
		}
	};

/** The HTTP status of a page that answers a POST and leaves the node waiting. */
const statuses = {
	preview: 200,
	conflict: 409,
	expired: 410,
	refused: 422,
	undelivered: 502,
	unknown: 502,
} as const;

/** The page of a decision, by the approver who sees it. */
type DecidedPage = (approver: string | undefined) => string;

const visits = createVisits<DecidedPage>(Date.now);

/** Finds the link that someone opened: that of an approver, or the one for everyone. */
function findLink(
	request: ApprovalRequest,
	query: Readonly<Record<string, unknown>>,
): { used: Partial<ApproverLink> & PageLink; isShared: boolean } | undefined {
	const links: Array<Partial<ApproverLink> & PageLink> = request.approvers ?? [request];
	const { signed, shared } = nonceParameters;
	const own = links.find(({ nonce }) => query[signed] === nonce);
	if (own) return { used: own, isShared: false };
	const used = links.find(({ sharedNonce }) => sharedNonce !== undefined && query[shared] === sharedNonce);
	return used && { used, isShared: true };
}

/** Writes the node's words for a failure to n8n's log. The page has words for the approver, and a waiting node has no output. */
function logFailure(context: IWebhookFunctions, error: unknown): void {
	const { message, description } = explain(error, publishingErrorTexts);
	context.logger.warn(`${context.getNode().name}: ${sentences(message, description)}`);
}

async function answerPost(context: IWebhookFunctions, approval: OpenApproval): Promise<WebhookAnswer> {
	const { request } = approval;
	let sent: WebhookAnswer | undefined;
	const page = await visits.decideOnce(request.nonce, async () => {
		const result = await decide(approval, context.getBodyData());
		if (result.kind === 'undelivered' || result.kind === 'unknown') logFailure(context, result.error);
		const ownPage = await pageAfter(approval, result, pictureReader(context));
		if (result.kind !== 'done') {
			sent = show(context, statuses[result.kind], ownPage);
			return undefined;
		}
		const items = decidedItems(request, result);
		// n8n sends this page when the execution continues, or an error if another process was faster.
		sent = { webhookResponse: ownPage, workflowData: [items] };
		return (approver) => (approver === approval.approver ? ownPage : pageForOthers(request, result));
	});
	return sent ?? show(context, 200, page?.(approval.approver) ?? '');
}

async function answerGet(context: IWebhookFunctions, approval: OpenApproval): Promise<WebhookAnswer> {
	const posts = await readPosts(approval);
	if (hasExpired(approval, posts)) return show(context, 410, expiredPage);
	return show(context, 200, await drawPage(approval, { posts }, pictureReader(context)));
}

/** The request as the page shows it to someone. An approver's name is known, so the page doesn't ask for it. */
const requestFor = (
	request: ApprovalRequest,
	{ name, approverTimezone = request.approverTimezone }: Partial<ApproverLink>,
): ApprovalRequest => ({
	...request,
	approverTimezone,
	nameField: name === undefined ? request.nameField : 'hidden',
});

async function answer(
	context: IWebhookFunctions,
	options: Partial<PublishingOptions>,
): Promise<WebhookAnswer> {
	const request = readRequest(context);
	const query = context.getQueryData() as Record<string, unknown>;
	const found = request && findLink(request, query);
	if (request === undefined || found === undefined) return show(context, 410, oldLink);
	const { used, isShared } = found;
	const clock: Clock = { now: options.now ?? Date.now, sleep: options.sleep ?? n8nSleep(context) };
	const { method } = context.getRequestObject();
	if (isShared) return show(context, 303, '', { Location: used.link });
	const client = keepToDrafts(context.getNode(), await publishingForPages(context, options));
	if (!visits.mayShow(request.nonce)) return show(context, 429, busyPage, { 'Retry-After': '60' });
	const approval = { request: requestFor(request, used), client, clock, approver: used.name };
	return await (method === 'POST' ? answerPost : answerGet)(context, approval);
}

/** Shows a failure, even if part of an answer was already written. If that fails too, n8n writes the page. */
function showFailure(context: IWebhookFunctions, error: unknown): WebhookAnswer {
	const page = failedPage(failureWords(error, { zones: ['UTC'] }));
	try {
		logFailure(context, error);
		const response = context.getResponseObject();
		if (!response.headersSent) response.writeHead(502, headers);
		response.end(page);
		return { noWebhookResponse: true };
	} catch {
		return { webhookResponse: page };
	}
}

/**
 * Creates the node's `webhook`. It never throws or rejects, because n8n would mark the execution as failed, and then run the next
 * nodes with an empty item.
 *
 * @param options options that replace n8n's, such as waits that take no time
 */
export const webhookWith = (options: Partial<PublishingOptions> = {}) =>
	async function webhook(this: IWebhookFunctions): Promise<WebhookAnswer> {
		return await answer(this, options).catch((error: unknown) => showFailure(this, error));
	};
