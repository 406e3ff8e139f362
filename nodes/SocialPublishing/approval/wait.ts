import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { ParameterError } from '../../shared/errors.js';
import { executionMemory } from '../../shared/journal/execution.js';
import { showHint } from '../../shared/operation.js';
import { withoutSecrets } from '../../shared/values.js';
import { itemCell } from '../../shared/runState.js';
import { picturesBytesMax } from '../media/pictures.js';
import { ordered } from '../output/order.js';
import { undecided } from './approvalOutput.js';
import { markup } from './markup.js';
import { nonceParameters, type ApproverLink, type PageLink } from './links.js';
import { memoryName, newRequest, type ApprovalRequest, type MediaNote, type RequestItem } from './request.js';
import { mayBePublished, noteUsed } from './surroundings.js';

/** The settings of a wait. The wait adds the rest of the request. */
export interface WaitSettings
	extends Omit<
		ApprovalRequest,
		'approvers' | 'askedAt' | 'expiresAt' | 'items' | 'link' | 'nonce' | 'timezone' | 'version'
	> {
	/** Milliseconds until the request expires. Undefined for never. */
	limitMs?: number;
	/** The nonce of the address that Get Approval Link returned. Undefined without such an address. */
	sharedNonce?: string;
	/** Those who may decide. Empty if anyone with the link may decide. */
	approvers: Array<Pick<ApproverLink, 'approverTimezone' | 'name' | 'sharedNonce'>>;
}

/** n8n 2.8 checks the signature of a link only if a node requests it, with a call that later versions no longer have. */
interface SignsLinks {
	setSignatureValidationRequired?(): void;
}

/** Whether the node is the variant that reviews tool calls. */
export const reviewsTools = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('HitlTool');

/** Throws if n8n keeps no execution that could continue later: in n8n Agents, over MCP, and as a tool of AI Agent 2. */
export function requireExecution(context: IExecuteFunctions): void {
	if (context.getExecutionId() !== undefined && !context.isToolExecution?.()) return;
	throw new ParameterError(
		"'Wait for Approval' can't wait here",
		'n8n Agents, MCP clients and AI Agent 2 run a tool without an execution that could wait. Use AI Agent 3 with this node under Human Review, or let the tool save a draft and ask for approval in a workflow',
	);
}

const requestItems = itemCell<RequestItem>();

/** Adds an item to the run's request. One wait asks about all items of the run. */
export function addToRequest(context: IExecuteFunctions, index: number, item: RequestItem): void {
	requestItems(context).set(index, item);
}

/** Whether the run has asked about any item. */
export const hasAsked = (context: IExecuteFunctions): boolean => requestItems(context).size > 0;

/** Removes the pictures for which the page has no room. */
function withinOnePage(items: RequestItem[]): RequestItem[] {
	let roomBytes = picturesBytesMax;
	const fits = ({ picture, sizeBytes = Infinity }: MediaNote): boolean => {
		if (picture === undefined || sizeBytes > roomBytes) return false;
		roomBytes -= sizeBytes;
		return true;
	};
	const noteOf = (note: MediaNote): MediaNote => (fits(note) ? note : { ...note, picture: undefined });
	return items.map((item) =>
		item.post === undefined ? item : { ...item, post: { ...item.post, media: item.post.media.map(noteOf) } },
	);
}

const isLocal = (link: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);

type NamedLink = Pick<ApproverLink, 'link' | 'name'>;

function hintLink({ name, link }: NamedLink): string {
	const words = name === '' ? 'Open the approval page' : `Open the page as ${withoutSecrets(name)}`;
	return markup`<a href="${link}" target="_blank">${words}</a>`.text;
}

/** The output's fields with the links, while the node waits. */
const linksOf = (links: NamedLink[]): IDataObject => {
	const [{ name, link } = { name: '', link: '' }] = links;
	return name === ''
		? { approvalLink: link }
		: { approvers: links.map((approver) => ({ name: approver.name, link: approver.link })) };
};

/**
 * Makes the execution wait for a decision on all items of the run. At the time limit, n8n continues with the node's input as its
 * output. So this replaces the input with items that say that no one approved. The output of the previous node is a separate
 * list and doesn't change.
 * @param outputs the outputs of the items so far. No one is asked about a failed item.
 */
export async function waitForApproval(
	context: IExecuteFunctions & SignsLinks,
	outputs: readonly INodeExecutionData[],
	{ limitMs, approvers: invited, ...settings }: WaitSettings,
): Promise<void> {
	const asked = requestItems(context);
	const createLink = (): PageLink => {
		const nonce = randomUUID();
		return { nonce, link: context.getSignedResumeUrl({ [nonceParameters.signed]: nonce }) };
	};
	const approvers = invited.map((approver): ApproverLink => ({ ...approver, ...createLink() }));
	const sharedNonces = [settings, ...invited].map(({ sharedNonce }) => sharedNonce);
	// The check would also refuse the address of Get Approval Link, which isn't signed there. No nonce can be guessed.
	if (sharedNonces.every((nonce) => nonce === undefined)) context.setSignatureValidationRequired?.();
	const own = createLink();
	const links = approvers.length > 0 ? approvers : [{ ...own, name: '' }];
	const [{ link } = own] = links;
	const input = context.getInputData();
	const items = input.map((_, index): RequestItem => {
		const output = outputs.find(({ pairedItem }) => (pairedItem as { item: number }).item === index);
		return asked.get(index) ?? { isAsked: false, message: '', json: { ...output?.json, approved: false } };
	});
	const askedAt = Date.now();
	const endsAt = limitMs === undefined ? undefined : new Date(askedAt + limitMs);
	const request: ApprovalRequest = newRequest({
		...settings,
		...own,
		...(approvers.length > 0 ? { approvers } : {}),
		items: withinOnePage(items),
		askedAt: new Date(askedAt).toISOString(),
		timezone: context.getTimezone(),
		...(endsAt === undefined ? {} : { expiresAt: endsAt.toISOString() }),
	});
	for (const nonce of sharedNonces) if (nonce !== undefined) noteUsed(context, nonce);
	// Plain JSON without undefined values, because n8n saves it.
	executionMemory(context)[memoryName] = JSON.parse(JSON.stringify(request)) as IDataObject;
	context.setMetadata({ resumeUrl: link });
	const count = items.filter(({ post }) => post !== undefined).length;
	// n8n itself says above the output that only the first item counts.
	const what = count > 1 ? ` of ${count} posts on one page` : '';
	showHint(context, {
		message: `Waiting for approval${what}. ${links.map(hintLink).join(' · ')}`,
		isHtml: true,
	});
	if (isLocal(link)) {
		showHint(context, {
			type: 'warning',
			message:
				'The approval link starts with a local address and opens only on this computer. Set N8N_WEBHOOK_URL to the public address of n8n, or WEBHOOK_URL where n8n is older.',
		});
	}
	const isPlanned = items.some(({ post }) => post?.delivery !== undefined);
	if (isPlanned && !mayBePublished(context)) {
		showHint(context, {
			type: 'warning',
			message: "Nothing after this node publishes approved posts. Add 'Submit' with Delivery 'As Approved'.",
		});
	}
	await context.putExecutionToWait(endsAt ?? WAIT_INDEFINITELY);
	const expired = items.map(
		(item, index): INodeExecutionData => ({ json: undecided(item, 'expired'), pairedItem: { item: index } }),
	);
	input.splice(0, input.length, ...expired);
	for (const output of outputs) {
		const item = items[(output.pairedItem as { item: number }).item];
		if (item) output.json = ordered({ ...output.json, ...undecided(item, 'waiting'), ...linksOf(links) });
	}
}
