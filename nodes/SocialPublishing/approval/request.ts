import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isObject, ownValue } from '../../../client/http/json.js';
import type { Delivery } from '../../../client/publishing/requests.js';
import { inExpression } from '../../shared/values.js';
import type { UploadedFile } from '../media/uploadedFiles.js';
import type { ChannelWords } from './channelWords.js';
import type { RequestLinks } from './links.js';

/** A file of a post, as far as it's known: what this execution uploaded. */
export interface MediaNote extends UploadedFile {
	assetId: string;
}

/** Maximum characters of a comment. Longer ones are refused. */
export const commentMax = 10_000;

/** What an approver answered to an earlier request of the same execution, and the texts that they saw. */
export interface EarlierAnswer {
	comment: string;
	decidedBy?: string;
	/** As ISO 8601. */
	decidedAt?: string;
	/** Undefined if the texts are too long to be kept. */
	words?: ChannelWords[];
}

/** A post that someone decides on. */
export interface PostRequest {
	postId: string;
	/** The status of the post when the node asked. */
	status: string;
	/** Everything that a decision is about, when the node asked. */
	seen: string;
	/** How the workflow is to publish the post after approval. Undefined if nothing is planned. */
	delivery?: Delivery;
	media: MediaNote[];
	/** From 0 to 100, as set by the workflow. */
	titleScore?: number;
	/** Set if the last decision about the post was that changes are needed. */
	earlier?: EarlierAnswer;
}

/** A tool call of an AI agent that waits for a decision. */
export interface ToolCall {
	name: string;
	/** Pairs, because a name can have a special meaning in JavaScript, such as `__proto__`. */
	parameters: Array<[name: string, value: unknown]>;
}

/** One input item: what the node asks about it, and its output if no one decides. */
export interface RequestItem {
	/** Text above the item, or at the top of the page if all items have the same. */
	message: string;
	/** Undefined for a tool call without a post, and for an item that failed before anyone was asked. */
	post?: PostRequest;
	tool?: ToolCall;
	/** Whether someone decides on this item. */
	isAsked: boolean;
	json: IDataObject;
}

/** Whether the page asks for the approver's name. */
export type NameField = 'hidden' | 'optional' | 'required';

/**
 * What the node asks for while it waits. n8n saves it with the execution, so it survives a restart, and a change to the workflow
 * doesn't change it.
 */
export interface ApprovalRequest extends RequestLinks {
	/** The last of {@link requestReaders}. */
	version: number;
	/** Who asks, as the sender wrote it. */
	sender?: string;
	items: RequestItem[];
	askedAt: string;
	/** When the request expires. Undefined for never. */
	expiresAt?: string;
	allowsEdits: boolean;
	nameField: NameField;
	/** The workflow's time zone. */
	timezone: string;
	/** The approver's time zone. Default: the workflow's time zone. */
	approverTimezone?: string;
	simplify: boolean;
}

/** The name under which the node's context has the request. */
export const memoryName = 'approvalRequest';

/** Returns the time zones in which the page shows times: the approver's, if it's set, and the workflow's. */
export const zonesOf = ({
	approverTimezone,
	timezone,
}: Pick<ApprovalRequest, 'approverTimezone' | 'timezone'>): string[] =>
	[approverTimezone, timezone].filter((zone) => zone !== undefined);

/** The decisions that an approver can make. */
export const choices = ['approved', 'changesRequested', 'rejected'] as const;
export type Choice = (typeof choices)[number];

/** The texts and the time that the approver changed in a post. */
export interface Edits {
	caption?: string;
	title?: string;
	/** Captions of channels that have their own, by channel ID. */
	ownCaptions?: Record<string, string>;
	/** When the post is to be published, as ISO 8601 with a UTC offset. */
	publishAt?: string;
}

/** A request as the first version saved it: without a version, and with one message for all items. */
type FirstRequest = Omit<ApprovalRequest, 'items' | 'version'> & {
	message: string;
	items: Array<Omit<RequestItem, 'message'>>;
};

/**
 * How to read what each version of this package has saved. The last one is written. Add one if the page couldn't read what a former build
 * saved, and upgrade that to it.
 */
export const requestReaders: Record<string, (saved: object) => ApprovalRequest> = {
	1: (saved) => {
		const { message, ...request } = saved as FirstRequest;
		return newRequest({ ...request, items: request.items.map((item) => ({ ...item, message })) });
	},
	2: (saved) => saved as ApprovalRequest,
};

/** Makes a request of this version. */
export const newRequest = (others: Omit<ApprovalRequest, 'version'>): ApprovalRequest => ({
	...others,
	version: Math.max(...Object.keys(requestReaders).map(Number)),
});

/** What n8n saved while the node waits: a request, or one from a build whose requests this one can't read. */
type SavedRequest = { is: 'known'; request: ApprovalRequest } | { is: 'outdated'; saved: IDataObject };

/** Reads the request that n8n saved. Uses an expression, because a webhook has no `getContext`. */
export function readRequest(context: IWebhookFunctions): SavedRequest | undefined {
	const memory = context.evaluateExpression(
		`{{ $(${inExpression(context.getNode().name)}).context }}`,
		0,
	) as unknown;
	const saved = isObject(memory) ? memory[memoryName] : undefined;
	if (!isObject(saved)) return undefined;
	const read = ownValue(requestReaders, String(saved.version ?? 1));
	return read ? { is: 'known', request: read(saved) } : { is: 'outdated', saved: saved as IDataObject };
}
