import { createHash } from 'node:crypto';
import type {
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { isObject } from '../../../client/http/json';
import type { PublishingOptions } from '../../../client/publishing';
import { inExpression } from '../../shared/parameters';
import { n8nSleep } from '../../shared/transport';
import { publishingForPages } from '../client';
import { keepToDrafts } from '../draftsOnly';
import { enteredFields, readAnswer, stillFitting, type Fields } from './decision';
import { carryOut, isOver, type Clock } from './delivering';
import { approvalPage, isWrong, messagePage, type Notice, type PageView } from './page';
import { readPosts, type Approval, type Seen } from './posts';
import { decidedPage, problemOf, toItems, unknownPage } from './report';
import { deliveryMsMax, type ApprovalRequest } from './request';
import { style } from './style';
import { createView, withPictures, type ReadPicture } from './view';
import { createVisits } from './visits';

/**
 * Answers the page of Send and Wait for Approval.
 *
 * n8n runs `webhook` on its main process. What a POST returns as `workflowData` becomes the node's output, and `execute` doesn't
 * run again. So whatever approval delivers is delivered here, before the workflow goes on. Three things keep it from being
 * done twice:
 * - {@link createVisits} lets one POST of a request through at a time, and answers those after it with what was decided.
 * - The delivery has an idempotency key made of the request's nonce and the post, so that another process of n8n, or a second try
 *   after a crash, gets the result of the first.
 * - n8n resumes an execution once, and refuses a second POST that gets as far.
 *
 * Processes of n8n share nothing but the service. So a rejection looks there for an approval of another process, and follows it
 * (delivering.ts).
 *
 * Where the first delivery of a POST fails, nothing was done: the page says why, and the node waits on. After a post was
 * delivered the node can't wait on, and a later failure is shown on the page and in the output as `deliveryError`.
 */

/** The end of the address that Get Approval Link returns. It needs n8n's token for the execution instead of a signature. */
export const sharedPath = 'approval';

/** Names of the query parameters that carry the nonce: in the signed address, and in that of Get Approval Link. */
export const nonceParameters = { signed: 'visit', shared: 'request' } as const;

const waiting = {
	name: 'default',
	responseMode: 'onReceived',
	responseData: '',
	isFullPath: true,
	// Literally true, so that n8n registers them for executions that wait and never for the workflow.
	restartWebhook: true,
} as const;

/** By the node's ID, so that the link of another node doesn't lead here. */
const ownPath = '={{ $nodeId }}';

/** What the node answers while it waits. */
export const webhooks: IWebhookDescription[] = [
	{ ...waiting, httpMethod: 'GET', path: ownPath },
	{ ...waiting, httpMethod: 'POST', path: ownPath },
	{ ...waiting, httpMethod: 'GET', path: sharedPath },
];

/** Where the node keeps the request in its context. */
export const memoryName = 'approvalRequest';

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing runs, nothing is loaded, and the page can be in no frame. n8n adds no policy of its own to a page that it doesn't write. */
const headers: Record<string, string> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `sandbox allow-forms; default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src data:; style-src 'sha256-${styleHash}'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex',
};

type Answer = IWebhookResponseData;

/** Writes a page that leaves the node waiting. */
function show(
	context: IWebhookFunctions,
	status: number,
	page: string,
	more: Record<string, string> = {},
): Answer {
	const response = context.getResponseObject();
	response.writeHead(status, { ...headers, ...more });
	response.end(page);
	return { noWebhookResponse: true };
}

/** What was asked, as n8n has saved it: a webhook has no `getContext`. */
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
		text: 'It belongs to an earlier request. Nothing was decided. Use the link of the newest message.',
	},
]);

const expiredPage = messagePage('This request has expired', [
	{ kind: 'wait', text: 'Nobody decided in time. The workflow continues without approval.' },
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

/** Everything that an answer needs. */
interface Visit extends Approval {
	context: IWebhookFunctions;
	clock: Clock;
}

/** Draws the page, with the pictures of the posts. */
const draw = async ({ context, request }: Visit, view: PageView): Promise<string> =>
	approvalPage(await withPictures(view, request, pictureReader(context)));

/** What one POST came to: a page, and the output if it was a decision. */
type Result =
	| { isDecided: true; page: string; items: INodeExecutionData[] }
	| { isDecided: false; status: number; page: string };

const bad = (text: string): Notice => ({ kind: 'bad', text });

const pageOf = async (visit: Visit, view: PageView, status: number, problems: string[]): Promise<Result> => ({
	isDecided: false,
	status,
	page: await draw(visit, { ...view, notices: problems.map(bad) }),
});

const message = (status: number, page: string): Result => ({ isDecided: false, status, page });

/** Why a decision wasn't carried out, and what to do. */
const conflicts = {
	changed: 'Someone else changed a post or is deciding about it right now. Check the page, then decide.',
	known: `Someone approved a post on this page before. Either it is being published or scheduled right now, or someone has returned it to draft since. If you still see it here ${deliveryMsMax / 60_000} minutes from now, you can reject it or request changes.`,
	returned:
		"Someone approved a post on this page before, and someone has returned it to draft since. It can't be approved here again. Reject it or request changes to end this request. To ask for another approval, run the workflow again.",
};

/** Says that a post wasn't delivered, and shows the page again. The texts are in the form if they weren't saved. */
async function notDelivered(visit: Visit, error: unknown, entered: Fields): Promise<Result> {
	const problem = `The post wasn't published or scheduled. ${problemOf(error)}`;
	try {
		const view = await createView(visit, await readPosts(visit));
		return await pageOf(visit, { ...view, entered: stillFitting(entered, view) }, 502, [
			`${problem} You can decide again.`,
		]);
	} catch {
		return message(
			502,
			messagePage("The post wasn't published or scheduled", [
				bad(`${problem} Open this page again to decide again.`),
			]),
		);
	}
}

/**
 * Whether nobody can decide anymore. Where an approval was carried out without an answer, and nothing else is left to decide, the
 * workflow can still continue with it until n8n's own time limit.
 */
const hasExpired = ({ request, clock }: Visit, posts: ReadonlyMap<number, Seen>): boolean =>
	isOver(request, clock) &&
	request.items.some(({ isAsked }, index) => isAsked && (posts.get(index)?.standing ?? 'open') === 'open');

/** Reads a POST and carries it out. A decision that met another one is made again, about the posts as they are then. */
async function decide(visit: Visit, body: unknown, isAgain = false): Promise<Result> {
	const { request } = visit;
	const startedAt = visit.clock.now();
	const posts = await readPosts(visit);
	if (hasExpired(visit, posts)) return message(410, expiredPage);
	const view = await createView(visit, posts);
	const entered = enteredFields(body);
	const answer = readAnswer(body, view);
	if (answer.kind === 'outdated') {
		return await pageOf(visit, { ...view, entered: stillFitting(entered, view) }, 409, answer.problems);
	}
	if (answer.kind === 'refused') return await pageOf(visit, { ...view, entered }, 422, answer.problems);
	const edits =
		answer.kind === 'preview' ? answer.edits : new Map(answer.items.map((item) => [item.index, item.edits]));
	const hasEdits = [...edits.values()].some((each) => Object.keys(each).length > 0);
	const preview = { ...(hasEdits ? await createView(visit, posts, edits) : view), entered };
	if (answer.kind === 'preview') return await pageOf(visit, preview, 200, []);
	const approved = answer.items.filter(({ decision }) => decision === 'approved').map(({ index }) => index);
	const wrong = preview.items.filter(({ index, post }) => approved.includes(index) && post && isWrong(post));
	if (wrong.length > 0) {
		return await pageOf(visit, preview, 422, [
			`A post can't be approved as it is. ${request.allowsEdits ? 'Fix what is listed with it, or request changes.' : 'Request changes, or reject it.'}`,
		]);
	}
	const result = await carryOut(visit, answer.items, { posts, startedAt });
	if (result.kind === 'done') {
		const { outcomes } = result;
		return {
			isDecided: true,
			page: decidedPage(request, outcomes),
			items: toItems(request, outcomes, answer.name),
		};
	}
	if (result.kind === 'expired') return message(410, expiredPage);
	if (result.kind === 'failed') {
		const { error, isUnknown } = result.failure;
		return isUnknown ? message(502, unknownPage(error)) : await notDelivered(visit, error, entered);
	}
	if (result.kind !== 'returned' && !isAgain) return await decide(visit, body, true);
	return await pageOf(visit, { ...view, entered }, 409, [conflicts[result.kind]]);
}

const visits = createVisits(Date.now);

async function answerPost(visit: Visit): Promise<Answer> {
	const { context, request } = visit;
	let own: Result | undefined;
	const page = await visits.decideOnce(request.nonce, async () => {
		own = await decide(visit, context.getBodyData());
		return own.isDecided ? own.page : undefined;
	});
	if (own === undefined) return show(context, 200, page ?? '');
	if (!own.isDecided) return show(context, own.status, own.page);
	// n8n sends this page once the execution goes on, and an error where another process was faster.
	return { webhookResponse: own.page, workflowData: [own.items] };
}

async function answerVisit(context: IWebhookFunctions, own: Partial<PublishingOptions>): Promise<Answer> {
	const request = readRequest(context);
	const query = context.getQueryData() as Record<string, unknown>;
	const { signed, shared } = nonceParameters;
	const isShared = request?.sharedNonce !== undefined && query[shared] === request.sharedNonce;
	if (request === undefined || (!isShared && query[signed] !== request.nonce)) {
		return show(context, 410, oldLink);
	}
	const clock: Clock = { now: own.now ?? Date.now, sleep: own.sleep ?? n8nSleep(context) };
	const { method } = context.getRequestObject();
	if (isShared) return show(context, 303, '', { Location: request.link });
	const client = keepToDrafts(context.getNode(), await publishingForPages(context, own));
	const visit: Visit = { context, request, client, clock };
	if (!visits.mayShow(request.nonce)) return show(context, 429, busyPage, { 'Retry-After': '60' });
	if (method === 'POST') return await answerPost(visit);
	const posts = await readPosts(visit);
	if (hasExpired(visit, posts)) return show(context, 410, expiredPage);
	return show(context, 200, await draw(visit, await createView(visit, posts)));
}

/** Says that something failed, whatever was written before. Where even that fails, n8n writes the page. */
function showFailure(context: IWebhookFunctions, error: unknown): Answer {
	const page = failedPage(problemOf(error));
	try {
		const response = context.getResponseObject();
		if (!response.headersSent) response.writeHead(502, headers);
		response.end(page);
		return { noWebhookResponse: true };
	} catch {
		return { webhookResponse: page };
	}
}

/**
 * The node's `webhook`. It never throws and never rejects: n8n would mark the execution as failed, and then run the nodes after
 * this one with an empty item.
 *
 * @param own used in place of n8n's, e.g. waits that take no time
 */
export const webhookWith = (own: Partial<PublishingOptions> = {}) =>
	async function webhook(this: IWebhookFunctions): Promise<Answer> {
		return await answerVisit(this, own).catch((error: unknown) => showFailure(this, error));
	};
