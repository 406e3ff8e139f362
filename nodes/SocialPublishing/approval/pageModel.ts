import type { EarlierAnswer, NameField } from './request';
import type { DiffPart } from './wordDiff';

/** A sentence that the page shows in a box. */
export interface Notice {
	kind: 'bad' | 'wait' | 'good';
	text: string;
	/** The ID of the element where the reader can see or fix what is wrong. */
	anchor?: string;
}

/** Something that prevents a decision. The summary at the top lists it. */
export interface Problem {
	text: string;
	/** The ID of the element that it is about. A text without one is about the whole form. */
	anchor?: string;
	/** The position of the item that it is about, if the page has several. */
	index?: number;
}

/** A channel as a preview names it. */
export interface PreviewChannel {
	id: string;
	/** The network as the service writes it. It selects the color. */
	platform: string;
	/** The network's name as people write it, e.g. Bluesky. */
	network: string;
	handle: string;
	/** The maximum number of characters. Undefined if it isn't known. */
	captionMax?: number;
	titleMax?: number;
}

/** The post as one or several channels show it. */
export interface PreviewView {
	/** Empty for a post without channels. */
	channels: PreviewChannel[];
	caption: string;
	/** How many characters the network shows before it cuts the text. Undefined if it isn't known, or if the text is shorter. */
	visibleCharacters?: number;
	title?: string;
	link?: string;
	/** Labels and values: first comment, board, and the options of the network. */
	facts: Array<[label: string, value: string]>;
	/** Errors and warnings for these channels. */
	notices: Notice[];
	/** Whether there is no room to show the pictures again. */
	omitsPictures?: boolean;
}

/** A file of a post. */
export interface MediaView {
	name: string;
	/** E.g. `Video, 1:05`. */
	details: string;
	/** Base64 of a small image. */
	picture?: { mimeType: string; data: string };
}

/** A channel whose caption the approver may change. */
export interface ChannelTexts {
	id: string;
	network: string;
	handle: string;
	caption: string;
	/** Whether the caption is the channel's own. */
	hasOwnCaption: boolean;
}

/** A text that has changed since an earlier request. */
export interface TextChange {
	/** E.g. `Caption · Bluesky: acme.example`. */
	label: string;
	parts: DiffPart[];
}

/** What an approver answered to an earlier request, and what has changed since. */
export interface EarlierView extends Omit<EarlierAnswer, 'words'> {
	/** Undefined if the earlier texts aren't known. */
	changes?: TextChange[];
	/** Channels that were added or removed. */
	notes: string[];
}

/** A post as the page shows it. */
export interface PostView {
	/** Everything that a decision is about. The form has it, so that no one decides on what they haven't seen. */
	seen: string;
	/** Why the post isn't open for a decision anymore. */
	ended?: string;
	notices: Notice[];
	/** What approval leads to, e.g. `it is to be published on Bluesky right away.` */
	consequence: string;
	/** The time that the approver can change, as ISO 8601. Undefined if the post has no time. */
	publishAt?: string;
	/** When the post is to be published, with the approver's edits. */
	shownAt?: string;
	/** The same time, if `consequence` doesn't name it. */
	time?: string;
	media: MediaView[];
	previews: PreviewView[];
	channels: ChannelTexts[];
	/** Texts of the post that the approver can change. */
	caption: string;
	title?: string;
	/** From 0 to 100. */
	titleScore?: number;
	/** Set if the node asks again after changes were requested. */
	earlier?: EarlierView;
}

/** A tool call as the page shows it. */
export interface ToolView {
	name: string;
	parameters: Array<[label: string, value: string]>;
}

/** One item to decide on. */
export interface ItemView {
	/** The position of the item in the request. The names of its fields contain it. */
	index: number;
	post?: PostView;
	tool?: ToolView;
}

/** Everything the page shows. */
export interface PageView {
	message: string;
	/** Who asks, as the sender wrote it. */
	sender?: string;
	/** The name of the workspace whose workflow asks. */
	workspace?: string;
	items: ItemView[];
	/** Why a form wasn't carried out. */
	problems: Problem[];
	/** Whether the page answers a form that only checks the changes. */
	wasChecked?: boolean;
	expiresAt?: string;
	allowsEdits: boolean;
	nameField: NameField;
	/** The approver whose link this is. Undefined for the link for everyone. */
	approver?: string;
	/** The time zones in which times are shown. Fields for a time use the first one. */
	timezones: string[];
	/** Values that were entered before, by field name. */
	entered: Readonly<Record<string, string>>;
}

/** Whether someone can still decide on an item. */
export const isOpen = ({ post }: ItemView): boolean => post?.ended === undefined;

/** Names an item as a heading does. */
export const nameOfItem = ({ index, tool }: ItemView): string =>
	`${tool === undefined ? 'Post' : 'Tool call'} ${index + 1}`;

/** The IDs of the page's elements to which its links lead. */
export const anchors = {
	overview: 'overview',
	post: (index: number) => `post-${index}`,
	preview: (index: number, position: number) => `preview-${index}-${position}`,
} as const;
