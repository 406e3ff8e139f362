import type { IDataObject } from 'n8n-workflow';
import type { Delivery } from '../../../client/publishing/requests';
import type { MediaFacts } from '../../../client/publishing/validation/types';

/** A file that the node has uploaded for a post. The service doesn't say what an asset is. */
export interface MediaNote extends MediaFacts {
	assetId: string;
	fileName?: string;
	/** Where n8n keeps the file, and its type; set for images that are small enough to show. */
	picture?: { id: string; mimeType: string };
}

/** One post that somebody decides about. */
export interface PostRequest {
	postId: string;
	/** The status and the content of the post when the node asked. */
	status: string;
	version: string;
	/** What happens after approval; undefined leaves the post as it is. */
	delivery?: Delivery;
	/** Whether a daily limit of a channel may move the post. */
	fitsDailyLimit: boolean;
	media: MediaNote[];
	/** From 0 to 100, as the workflow found it. */
	titleScore?: number;
}

/** A tool call of an AI agent that waits for a decision. */
export interface ToolCall {
	name: string;
	/** Pairs, because a name can be one that JavaScript uses itself, such as `__proto__`. */
	parameters: Array<[name: string, value: unknown]>;
}

/**
 * A delivery that begins now, with its retries, ends within this time. n8n goes on this much later than the page closes, so that
 * it never says that no one has approved while a post is being delivered.
 */
export const deliveryMsMax = 300_000;

/** One input item: what it asks about, and the output it has if nobody decides. */
export interface RequestItem {
	/** Undefined for an item that failed before anybody was asked. */
	post?: PostRequest;
	tool?: ToolCall;
	/** Whether somebody decides about this item. */
	isAsked: boolean;
	json: IDataObject;
}

/** Whether the page asks who decides. */
export type NameField = 'hidden' | 'optional' | 'required';

/**
 * What the node asks for while it waits. n8n saves it with the execution, so that it survives a restart, and a change to
 * the workflow doesn't change what was asked.
 */
export interface ApprovalRequest {
	/** Made for one wait. The link has it, so that the link of another round of a loop decides nothing here. */
	nonce: string;
	/** What the address of Get Approval Link has. It leads to every wait that names it, such as each round of a loop. */
	sharedNonce?: string;
	/** The signed address of the page. */
	link: string;
	message: string;
	items: RequestItem[];
	askedAt: string;
	/** When the request runs out; undefined for never. */
	expiresAt?: string;
	allowsEdits: boolean;
	nameField: NameField;
	/** The workflow's time zone. */
	timezone: string;
	/** The time zone of whoever decides; the workflow's when undefined. */
	approverTimezone?: string;
	simplify: boolean;
}

/** What can come of a request. */
export const decisions = ['approved', 'rejected', 'changesRequested', 'obsolete', 'expired'] as const;
export type Decision = (typeof decisions)[number];

/** Decisions that a person makes about a post. */
export const choices = ['approved', 'changesRequested', 'rejected'] as const;
export type Choice = (typeof choices)[number];

/** Texts and a time that the approver changed in a post. */
export interface Edits {
	caption?: string;
	title?: string;
	/** Captions that single channels have of their own, by channel ID. */
	ownCaptions?: Record<string, string>;
	/** When the post is published, as ISO 8601 with a UTC offset. */
	publishAt?: string;
}
