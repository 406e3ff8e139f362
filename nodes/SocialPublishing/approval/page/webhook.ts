import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData as WebhookAnswer,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { messageOf } from '../../../../client/http/errors.js';
import type { PublishingClient, PublishingOptions } from '../../../../client/publishing/index.js';
import { explain, sentences } from '../../../shared/errorTexts.js';
import { SignInError } from '../../../shared/errors.js';
import { publishingForPages } from '../../client.js';
import { keepToDrafts } from '../../guards/draftsOnly.js';
import { publishingErrorTexts } from '../../words/errorTexts.js';
import { decidedItems, outdatedItems } from '../approvalOutput.js';
import { decide } from '../decision.js';
import { enteredFields, fieldNames, isDecision } from '../form.js';
import { findLink, hasLinkTo, sharedPath, type ApproverLink } from '../links.js';
import {
	approvalPage,
	busyPage,
	closedPage,
	decidedPage,
	expiredPage,
	failedPage,
	oldLinkPage,
	outdatedPage,
} from './page.js';
import type { ReadPicture } from './previews.js';
import { readRequest, type ApprovalRequest } from '../request.js';
import { readState, type Approval, type OpenReason, type RequestState } from '../state.js';
import { style } from './style.js';
import { viewPage } from './view.js';
import { createVisits, viewsFor } from '../visits.js';
import { failureWords } from '../words.js';

/**
 * Answers the page of Wait for Approval.
 *
 * n8n runs `webhook` in its main process. What a POST returns as `workflowData` becomes the node's output, and `execute` doesn't
 * run again. So the page only decides, and the next node publishes. All it writes are the approver's edits, before the decision.
 * - {@link createVisits} lets one POST of a request through at a time, and answers later ones with the decision.
 * - n8n resumes an execution only once, and refuses a second POST from another process. So output and decision agree.
 *
 * Until n8n continues, nothing is lost: the page can be opened again, and a form that couldn't be carried out can be sent again.
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

/** The HTTP status of the page of an open request. */
const statuses: Record<OpenReason, number> = {
	shown: 200,
	checked: 200,
	conflict: 409,
	refused: 422,
	unsaved: 502,
};

const visits = createVisits<RequestState>(Date.now);

/** Writes the node's words for a failure to n8n's log. The page has words for the approver, and a waiting node has no output. */
function logFailure(context: IWebhookFunctions, error: unknown): void {
	const { message, description } = explain(error, publishingErrorTexts);
	context.logger.warn(`${context.getNode().name}: ${sentences(message, description)}`);
}

/** Shows where a request stands, and leaves the node waiting. */
async function showState(
	context: IWebhookFunctions,
	approval: Approval,
	state: RequestState,
	isOwn = false,
): Promise<WebhookAnswer> {
	if (state.is === 'expired') return show(context, 410, expiredPage);
	if (state.is === 'decided') return show(context, 200, decidedPage(approval.request, state, isOwn));
	const view = await viewPage(approval, state, pictureReader(context));
	return show(context, statuses[state.because], approvalPage(view));
}

async function answerPost(context: IWebhookFunctions, approval: Approval): Promise<WebhookAnswer> {
	const { request, approver } = approval;
	const body = context.getBodyData();
	const { state, is } = await visits.decideOnce(
		request.nonce,
		JSON.stringify([approver, body]),
		async () => await decide(approval, body),
	);
	if (state.is !== 'decided' || is !== 'first')
		return await showState(context, approval, state, is === 'repeated');
	// n8n sends this page when the execution continues, or an error if another process was faster.
	return {
		webhookResponse: decidedPage(request, state, true),
		workflowData: [decidedItems(approval, state)],
	};
}

const answerGet = async (context: IWebhookFunctions, approval: Approval): Promise<WebhookAnswer> =>
	await showState(context, approval, await readState(approval));

/** The request as the page shows it to someone. An approver's name is known, so the page doesn't ask for it. */
const requestFor = (
	request: ApprovalRequest,
	{ name, approverTimezone = request.approverTimezone }: Partial<ApproverLink>,
): ApprovalRequest => ({
	...request,
	approverTimezone,
	nameField: name === undefined ? request.nameField : 'hidden',
});

/** Creates the client. Without its credential, for example because someone deleted it, the workflow has lost its access. */
const connect = async (
	context: IWebhookFunctions,
	options: Partial<PublishingOptions>,
): Promise<PublishingClient> =>
	await publishingForPages(context, options).catch((error: unknown) => {
		throw new SignInError(messageOf(error), "Check the node's credential");
	});

/** Answers for a request of another build. Its button ends the request without a decision, and looking at it changes nothing. */
function closeOutdated(context: IWebhookFunctions, saved: IDataObject): WebhookAnswer {
	const isClosed =
		context.getRequestObject().method === 'POST' &&
		enteredFields(context.getBodyData())[fieldNames.action] === 'close';
	if (!isClosed) return show(context, 409, outdatedPage);
	return { webhookResponse: closedPage, workflowData: [outdatedItems(saved)] };
}

async function answer(
	context: IWebhookFunctions,
	options: Partial<PublishingOptions>,
): Promise<WebhookAnswer> {
	const saved = readRequest(context);
	const query = context.getQueryData() as Record<string, unknown>;
	if (saved?.is === 'outdated' && hasLinkTo(saved.saved, query)) return closeOutdated(context, saved.saved);
	const found = saved?.is === 'known' ? findLink(saved.request, query) : undefined;
	if (saved?.is !== 'known' || found === undefined) return show(context, 410, oldLinkPage);
	const { request } = saved;
	const { used, isShared } = found;
	if (isShared) return show(context, 303, '', { Location: used.link });
	const isForm = context.getRequestObject().method === 'POST';
	const postCount = request.items.filter(({ post }) => post !== undefined).length;
	const body = isForm ? context.getBodyData() : undefined;
	if (!isDecision(body) && !visits.mayShow(used.nonce, viewsFor(postCount)))
		return show(context, 429, busyPage(body), { 'Retry-After': '60' });
	const client = await keepToDrafts(
		context,
		async (guard) => await connect(context, { ...options, ...guard }),
	);
	const now = options.now ?? Date.now;
	const approval = {
		...{ request: requestFor(request, used), client, now, approver: used.name },
		log: (failure: unknown) => logFailure(context, failure),
	};
	return await (isForm ? answerPost : answerGet)(context, approval);
}

/** Shows a failure, even if part of an answer was already written. If that fails too, n8n writes the page. */
function showFailure(context: IWebhookFunctions, error: unknown): WebhookAnswer {
	let page = failedPage(failureWords(error));
	try {
		if (context.getRequestObject().method === 'POST')
			page = failedPage(failureWords(error), context.getBodyData());
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
