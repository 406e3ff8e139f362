import { createHash } from 'node:crypto';
import type {
	IDataObject,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { isObject } from '../../../client/http/json';
import type { PublishingClient, PublishingOptions } from '../../../client/publishing';
import type { Post } from '../../../client/publishing/schemas';
import { explain } from '../../shared/errorTexts';
import { errorFacts } from '../../shared/nodeErrors';
import { inExpression } from '../../shared/parameters';
import { publishingForPages } from '../client';
import { keepToDrafts } from '../draftsOnly';
import { publishingErrorTexts } from '../errorTexts';
import { nameOf, statusNames } from '../labels';
import { simplifyPost } from '../output';
import { enteredFields, readAnswer, type ItemDecision } from './decision';
import { approvalPage, isWrong, messagePage, type Notice, type PageView } from './page';
import type { ApprovalRequest, Decision, RequestItem } from './request';
import { style } from './style';
import { createView, describeEdits, readPosts, toChanges, withTime, type ReadPicture } from './view';

/**
 * Answers the page of Send and Wait for Approval.
 *
 * n8n runs `webhook` on its main process. What a POST returns as `workflowData` becomes the node's output, and `execute` doesn't
 * run again. So whatever approval delivers is delivered here, before the workflow goes on. Three things keep it from being
 * done twice:
 * - {@link firstDecision} lets one POST of a request through at a time, and answers those after it with what was decided.
 * - The delivery has an idempotency key made of the request's nonce and the post, so that another process of n8n, or a second try
 *   after a crash, gets the result of the first.
 * - n8n resumes an execution once, and refuses a second POST that gets as far.
 *
 * With several main processes, an approval and a rejection in the same second can end in a post that is delivered and an output
 * that says rejected. Nothing that the processes share could tell them.
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
	{ kind: 'wait', text: "Nobody decided in time. The post wasn't published or scheduled." },
]);

const failedPage = (problem: string): string =>
	messagePage("The page can't be shown right now", [
		{ kind: 'bad', text: `${problem} Nothing was decided. Try again in a moment.` },
	]);

const isOver = ({ expiresAt }: ApprovalRequest): boolean =>
	expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();

/** What a failure reads like on the page. */
const problemOf = (error: unknown): string => {
	const { message, description } = explain(error, publishingErrorTexts);
	return [message, description].map((text) => `${text.replace(/\.$/, '')}.`).join(' ');
};

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
interface Visit {
	context: IWebhookFunctions;
	request: ApprovalRequest;
	client: PublishingClient;
}

type Posts = Awaited<ReturnType<typeof readPosts>>;

const viewOf = async (
	{ context, request, client }: Visit,
	posts: Posts,
	edits: Parameters<typeof createView>[2]['edits'] = undefined,
): Promise<PageView> =>
	await createView(request, posts, { client, readPicture: pictureReader(context), edits });

/** What became of one post. */
interface Outcome {
	item: ItemDecision;
	json: IDataObject;
	notice: Notice;
}

/** The key of a delivery: the same for everybody who decides about this request. */
const keyOf = ({ nonce }: ApprovalRequest, postId: string): string =>
	`n8n-approval-${createHash('sha256')
		.update(JSON.stringify([nonce, postId]))
		.digest('hex')}`;

const decisionNames: Record<Decision, string> = {
	approved: 'Approved',
	changesRequested: 'Changes requested',
	rejected: 'Rejected',
	obsolete: 'Nothing was left to decide',
	expired: 'Expired',
};

/** Saves the edits of an approved post and delivers it. */
async function carryOut(
	{ client, request }: Visit,
	{ post: asked }: RequestItem,
	{ decision, edits }: ItemDecision,
	post: Post | undefined,
): Promise<Post | undefined> {
	if (decision !== 'approved' || asked === undefined || post === undefined) return post;
	const { postId, fitsDailyLimit } = asked;
	const delivery = withTime(asked.delivery, edits);
	const changes = toChanges(edits, delivery);
	const saved = Object.keys(changes).length > 0 ? await client.posts.update(postId, changes) : post;
	if (delivery === undefined) return saved;
	return await client.posts.submit(postId, delivery, {
		idempotencyKey: keyOf(request, postId),
		fitsDailyLimit,
	});
}

/** The output of an item, about which somebody decided. */
function outputOf(
	{ request }: Visit,
	{ json, tool, post: asked }: RequestItem,
	{ decision, comment, edits }: ItemDecision,
	{ before, after, decidedBy }: { before: Post | undefined; after: Post | undefined; decidedBy: string },
): IDataObject {
	const shown = after === undefined ? {} : request.simplify ? simplifyPost(after) : (after as IDataObject);
	const changes = before === undefined ? undefined : describeEdits(before, edits, asked?.delivery);
	return {
		...json,
		...shown,
		approved: decision === 'approved',
		decision,
		comment,
		...(decidedBy === '' ? {} : { decidedBy }),
		decidedAt: new Date().toISOString(),
		...(changes === undefined ? {} : { edits: changes }),
		// What an agent is told about a call that was denied.
		...(tool !== undefined && comment !== '' ? { chatInput: comment } : {}),
	};
}

function noticeOf(item: ItemDecision, before: Post | undefined, after: Post | undefined): Notice {
	const name = decisionNames[item.decision];
	const isDelivered = after !== undefined && after.status !== before?.status;
	const text = isDelivered ? `${name}. The post is now ${nameOf(statusNames, after.status)}.` : `${name}.`;
	return { kind: item.decision === 'approved' ? 'good' : 'wait', text };
}

/** Carries out one decision. After the first delivery of a POST, a failure is part of the outcome; before, it is thrown. */
async function outcomeOf(
	visit: Visit,
	item: ItemDecision,
	{ before, decidedBy, isBegun }: { before: Post | undefined; decidedBy: string; isBegun: boolean },
): Promise<Outcome & { isBegun: boolean }> {
	const asked = visit.request.items[item.index] as RequestItem;
	const carriedOut = await carryOut(visit, asked, item, before).then(
		(after) => ({ after }),
		(failure: unknown) => ({ after: before, failure }),
	);
	const { after } = carriedOut;
	const json = outputOf(visit, asked, item, { before, after, decidedBy });
	if (!('failure' in carriedOut)) {
		return { item, json, notice: noticeOf(item, before, after), isBegun: isBegun || after !== before };
	}
	const { failure } = carriedOut;
	if (!isBegun) throw failure;
	const deliveryError = { ...explain(failure, publishingErrorTexts), ...errorFacts(failure) };
	const text = `Approved, but not delivered. ${problemOf(failure)}`;
	return { item, json: { ...json, deliveryError }, notice: { kind: 'bad', text }, isBegun };
}

/** Carries out what was decided, one post after the other. Throws where the first delivery fails: nothing was done. */
async function carryOutAll(
	visit: Visit,
	posts: Posts,
	{ items, name: decidedBy }: { items: ItemDecision[]; name: string },
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	let isBegun = false;
	for (const item of items) {
		const outcome = await outcomeOf(visit, item, { before: posts.get(item.index), decidedBy, isBegun });
		isBegun = outcome.isBegun;
		outcomes.push(outcome);
	}
	return outcomes;
}

/** What one POST came to: the page, and what everybody sees who comes after a decision. */
type Result =
	| { isDecided: true; page: string; items: INodeExecutionData[] }
	| { isDecided: false; status: number; page: string };

const unchanged = (view: PageView, status: number, notices: Notice[]): Result => ({
	isDecided: false,
	status,
	page: approvalPage({ ...view, notices }),
});

const bad = (text: string): Notice => ({ kind: 'bad', text });

/** What was entered, without the texts and times of a post, which a newer version of it makes meaningless. */
const withoutEdits = (entered: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(entered).filter(([name]) => !/^(caption|title|publishAt)-/.test(name)));

/** The node's output: what was decided, in the order of the items, and the items that nobody was asked about. */
const toItems = ({ items }: ApprovalRequest, outcomes: Outcome[]): INodeExecutionData[] =>
	items.map(({ json }, index) => ({
		json: outcomes.find(({ item }) => item.index === index)?.json ?? json,
		pairedItem: { item: index },
	}));

function decidedPage(outcomes: Outcome[]): string {
	const notices = outcomes.map(({ notice, item }) =>
		outcomes.length === 1 ? notice : { ...notice, text: `Post ${item.index + 1}: ${notice.text}` },
	);
	return messagePage('Your decision was saved', notices);
}

/** Reads a POST and carries it out. */
async function decide(visit: Visit): Promise<Result> {
	const { context, client, request } = visit;
	const body: unknown = context.getBodyData();
	const posts = await readPosts(client, request.items);
	const view = await viewOf(visit, posts);
	const entered = enteredFields(body);
	const answer = readAnswer(body, view);
	if (answer.kind === 'outdated') {
		return unchanged({ ...view, entered: withoutEdits(entered) }, 409, answer.problems.map(bad));
	}
	if (answer.kind === 'refused') return unchanged({ ...view, entered }, 422, answer.problems.map(bad));
	const edits =
		answer.kind === 'preview' ? answer.edits : new Map(answer.items.map((item) => [item.index, item.edits]));
	const preview = { ...(await viewOf(visit, posts, edits)), entered };
	if (answer.kind === 'preview') return unchanged(preview, 200, []);
	const approved = answer.items.filter(({ decision }) => decision === 'approved').map(({ index }) => index);
	const wrong = preview.items.filter(({ index, post }) => approved.includes(index) && post && isWrong(post));
	if (wrong.length > 0) {
		return unchanged(preview, 422, [
			bad(
				`A post can't be approved as it is. ${request.allowsEdits ? 'Fix what is listed with it, or request changes.' : 'Request changes, or reject it.'}`,
			),
		]);
	}
	return await carryOutAll(visit, posts, answer).then(
		(outcomes) => ({ isDecided: true, page: decidedPage(outcomes), items: toItems(request, outcomes) }),
		async (failure: unknown) => {
			const now = await viewOf(visit, await readPosts(client, request.items));
			return unchanged({ ...now, entered: withoutEdits(entered) }, 502, [
				bad(`The post wasn't published or scheduled. ${problemOf(failure)} You can decide again.`),
			]);
		},
	);
}

/** How long a decision counts that n8n hasn't acted on, such as because its database failed. Then somebody can decide again. */
const keptMs = 60_000;

/** Decisions that are kept, at most. */
const keptMax = 1_000;

/** Decisions that are under way or were made just now, by the nonce of their request. */
const underWay = new Map<string, { result: Promise<Result>; startedAt: number }>();

/**
 * Lets the first POST of a request decide. One that comes meanwhile waits for it, such as the second click of a double
 * click, and gets its result without `isFirst`; where the first one decided nothing, it is the first.
 */
async function firstDecision(
	nonce: string,
	decideNow: () => Promise<Result>,
): Promise<{ result: Result; isFirst: boolean }> {
	for (let other = underWay.get(nonce); other !== undefined; other = underWay.get(nonce)) {
		const result = await other.result.catch(() => undefined);
		if (result?.isDecided && Date.now() - other.startedAt < keptMs) return { result, isFirst: false };
		if (underWay.get(nonce) === other) underWay.delete(nonce);
	}
	const [oldest = ''] = underWay.keys();
	if (underWay.size >= keptMax) underWay.delete(oldest);
	const result = decideNow();
	underWay.set(nonce, { result, startedAt: Date.now() });
	return { result: await result, isFirst: true };
}

async function answerPost(visit: Visit): Promise<Answer> {
	const { context, request } = visit;
	const { result, isFirst } = await firstDecision(request.nonce, async () => await decide(visit));
	if (!result.isDecided) return show(context, result.status, result.page);
	if (!isFirst) return show(context, 200, result.page);
	// n8n sends this page once the execution goes on, and an error where another process was faster.
	return { webhookResponse: result.page, workflowData: [result.items] };
}

async function answerVisit(context: IWebhookFunctions, own: Partial<PublishingOptions>): Promise<Answer> {
	const request = readRequest(context);
	const query = context.getQueryData() as Record<string, unknown>;
	const { signed, shared } = nonceParameters;
	const isShared = request?.sharedNonce !== undefined && query[shared] === request.sharedNonce;
	if (request === undefined || (!isShared && query[signed] !== request.nonce)) {
		return show(context, 410, oldLink);
	}
	if (isOver(request)) return show(context, 410, expiredPage);
	const { method } = context.getRequestObject();
	if (isShared) return show(context, 303, '', { Location: request.link });
	const client = keepToDrafts(context.getNode(), await publishingForPages(context, own));
	const visit = { context, request, client };
	if (method === 'POST') return await answerPost(visit);
	return show(context, 200, approvalPage(await viewOf(visit, await readPosts(client, request.items))));
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
