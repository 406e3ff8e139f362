import { DateTime } from 'luxon';
import { characterCount } from '../../../client/http/text';
import { fieldNames, markOf, toLocalTime, unchangedFields } from './fields';
import { markup, type Content, type Html } from './markup';
import type { Standing } from './posts';
import type { Choice, NameField } from './request';
import { styleElement } from './style';

/** A sentence that the page shows in a box. */
export interface Notice {
	kind: 'bad' | 'wait' | 'good';
	text: string;
}

/** A channel of a post as the page shows it. */
export interface ChannelView {
	id: string;
	/** The network's name as people write it, e.g. Bluesky. */
	network: string;
	handle: string;
	caption: string;
	/** Whether the caption is the channel's own. */
	hasOwnCaption: boolean;
	/** The maximum number of characters. Undefined if it isn't known. */
	captionMax?: number;
	title?: string;
	titleMax?: number;
	/** Labels and values: first comment, board, and the options of the network. */
	facts: Array<[label: string, value: string]>;
	/** Errors and warnings for this channel. */
	notices: Notice[];
}

/** A file of a post. */
export interface MediaView {
	name: string;
	/** E.g. `Video, 1:05`. */
	details: string;
	/** Base64 of a small image. */
	picture?: { mimeType: string; data: string };
}

/** A post as the page shows it. */
export interface PostView {
	/** Identifies the content of the post. The answer has it too, so that no one approves what they haven't seen. */
	version: string;
	/** Why the post isn't open for a decision anymore. */
	ended?: { standing: Exclude<Standing, 'open'>; text: string };
	notices: Notice[];
	/** What happens after approval, e.g. `the post is published on Bluesky right away.` */
	consequence: string;
	/** The time that the approver can change, as ISO 8601. Undefined if the post has no time. */
	publishAt?: string;
	/** The same time, if `consequence` doesn't name it. */
	time?: string;
	link?: string;
	media: MediaView[];
	channels: ChannelView[];
	/** Texts of the post that the approver can change. */
	caption: string;
	title?: string;
	/** From 0 to 100. */
	titleScore?: number;
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
	/** The name of the workspace whose workflow asks. */
	asker?: string;
	items: ItemView[];
	notices: Notice[];
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

const choiceNames: Record<Choice, string> = {
	approved: 'Approve',
	changesRequested: 'Request Changes',
	rejected: 'Reject',
};

/** Formats a time for people, in one zone. */
const timeIn = (iso: string, zone: string): string =>
	`${DateTime.fromISO(iso, { zone }).setLocale('en-US').toFormat('cccc, LLLL d, yyyy, h:mm a')} (${zone})`;

/** Formats a time for people in each of the zones, without duplicates. */
export const timesIn = (iso: string, zones: readonly string[]): string =>
	[...new Set(zones)].map((zone) => timeIn(iso, zone)).join(' · ');

const noticeBox = ({ kind, text }: Notice): Html =>
	markup`<p class="box ${kind}"${kind === 'bad' ? markup` role="alert"` : ''}><bdi>${text}</bdi></p>`;

const factList = (facts: Array<[string, string]>): Content =>
	facts.length > 0 &&
	markup`<dl>${facts.map(([label, value]) => markup`<dt><bdi>${label}</bdi></dt><dd><bdi>${value}</bdi></dd>`)}</dl>`;

function count(text: string, max: number | undefined): Html {
	const length = characterCount(text);
	if (max === undefined) return markup`<p class="count">${length} characters</p>`;
	const isOver = length > max;
	return markup`<p class="count${isOver ? ' over' : ''}">${length} of ${max} characters${isOver ? ': too long' : ''}</p>`;
}

/** A text of any length. A long text scrolls, also with the keyboard. */
const textBlock = (label: string, text: string): Html =>
	text === ''
		? markup`<p class="dim">No ${label.toLowerCase()}</p>`
		: markup`<div class="text" dir="auto" role="group" tabindex="0" aria-label="${label}">${text}</div>`;

function channelCard({
	network,
	handle,
	caption,
	hasOwnCaption,
	captionMax,
	title,
	titleMax,
	facts,
	notices,
}: ChannelView): Html {
	return markup`<section class="channel"><h3>${network}: <bdi>${handle}</bdi></h3>${notices.map(noticeBox)}
${title !== undefined && title !== '' && markup`<p><strong dir="auto"><bdi>${title}</bdi></strong></p>${count(title, titleMax)}`}
${textBlock('Caption', caption)}${count(caption, captionMax)}
${hasOwnCaption && markup`<p class="dim">This channel has its own caption.</p>`}${factList(facts)}</section>`;
}

const mediaEntry = ({ name, details, picture }: MediaView): Html =>
	markup`<li><div class="frame">${
		picture === undefined
			? markup`<span class="dim">No preview</span>`
			: markup`<img src="data:${picture.mimeType};base64,${picture.data}" alt="">`
	}</div><bdi>${name}</bdi><br><span class="dim">${details}</span></li>`;

/** The name of a field is also its ID, which its label refers to. */
const textField = (label: Content, name: string, value: string, hint?: string): Html =>
	markup`<label for="${name}">${label}${hint !== undefined && markup`<span class="hint">${hint}</span>`}</label>
<textarea id="${name}" name="${name}" dir="auto" rows="4">
${value}</textarea>`;

const lineField = (label: string, name: string, value: string, type = 'text'): Html =>
	markup`<label for="${name}">${label}</label><input type="${type}" id="${name}" name="${name}" value="${value}" dir="auto">`;

const hiddenField = (name: string, value: string): Html =>
	markup`<input type="hidden" name="${name}" value="${value}">`;

function editFields(item: ItemView, post: PostView, view: PageView): Content {
	const { index } = item;
	const { allowsEdits, entered, timezones } = view;
	if (!allowsEdits || post.ended !== undefined) return false;
	const value = (name: string, fallback: string): string => entered[name] ?? fallback;
	const own = post.channels.filter(({ hasOwnCaption }) => hasOwnCaption);
	const captionName = fieldNames.caption(index);
	const titleName = fieldNames.title(index);
	const timeName = fieldNames.publishAt(index);
	const [zone = 'UTC'] = timezones;
	return markup`<fieldset><legend>Edit before you approve</legend>
${textField('Caption', captionName, value(captionName, post.caption), own.length > 0 ? 'For every channel without its own caption' : undefined)}
${own.map(({ id, network, handle, caption }) => {
	const name = fieldNames.ownCaption(index, id);
	return textField(markup`Caption for ${network}: <bdi>${handle}</bdi>`, name, value(name, caption));
})}
${post.title !== undefined && lineField('Title', titleName, value(titleName, post.title))}
${
	post.publishAt !== undefined &&
	lineField(
		`Publish at, in ${zone}`,
		timeName,
		value(timeName, toLocalTime(post.publishAt, zone)),
		'datetime-local',
	)
}
${[...unchangedFields(item, view)].map(([name, text]) => hiddenField(fieldNames.shown(name), markOf(text)))}
<button name="action" value="preview">Count and Check Again</button></fieldset>`;
}

const mediaList = (media: MediaView[]): Content =>
	media.length > 0 && markup`<h3>Media</h3><ul class="media" role="list">${media.map(mediaEntry)}</ul>`;

function postSection(item: ItemView, post: PostView, view: PageView): Html {
	const { consequence, time, link, media, channels, notices, ended, titleScore, version } = post;
	const facts: Array<[string, string]> = [
		...(time === undefined ? [] : [['Time', timesIn(time, view.timezones)] as [string, string]]),
		...(link === undefined ? [] : [['Link', link] as [string, string]]),
		...(titleScore === undefined
			? []
			: [['Title score', `${Math.round(titleScore)} of 100`] as [string, string]]),
	];
	if (ended !== undefined)
		return noticeBox({ kind: ended.standing === 'approved' ? 'good' : 'wait', text: ended.text });
	// A tool call says itself what happens.
	const afterwards =
		item.tool === undefined && markup`<p><strong>After you approve, ${consequence}</strong></p>`;
	return markup`${afterwards}${notices.map(noticeBox)}${factList(facts)}${mediaList(media)}
<div class="channels">${channels.map(channelCard)}</div>
${hiddenField(fieldNames.version(item.index), version)}
${editFields(item, post, view)}`;
}

const toolSection = ({ name, parameters }: ToolView): Html =>
	markup`<p>An AI agent wants to use the tool <strong><bdi>${name}</bdi></strong>.</p>${
		parameters.length > 0 ? factList(parameters) : markup`<p class="dim">The call has no parameters.</p>`
	}`;

const isOpen = ({ post }: ItemView): boolean => post?.ended === undefined;

const hasStanding = (items: ItemView[], wanted: Standing): boolean =>
	items.some(({ post }) => post?.ended?.standing === wanted);

function commentField({ index }: ItemView, { entered }: PageView): Html {
	const name = fieldNames.comment(index);
	return textField('Comment', name, entered[name] ?? '', 'Needed when you request changes');
}

function choiceFields(item: ItemView, view: PageView): Html {
	const name = fieldNames.decision(item.index);
	return markup`<fieldset><legend>Your decision on post ${item.index + 1}</legend><div class="choices">${Object.entries(
		choiceNames,
	).map(
		([value, label]) =>
			markup`<label><input type="radio" name="${name}" value="${value}"${view.entered[name] === value ? markup` checked` : ''}>${label}</label>`,
	)}</div></fieldset>${commentField(item, view)}`;
}

const nameFields = ({ items, nameField, entered }: PageView): Content =>
	nameField !== 'hidden' &&
	(items.some(isOpen) || hasStanding(items, 'delivered')) &&
	markup`<label for="name">Your name${nameField === 'required' ? markup`<span class="hint">Needed to decide</span>` : ''}</label>
<input type="text" id="name" name="name" autocomplete="name" value="${entered[fieldNames.name] ?? ''}">`;

const button = (value: string, label: string, kind = ''): Html =>
	markup`<button name="action" value="${value}" class="${kind}">${label}</button>`;

function actions({ items }: PageView): Html {
	const open = items.filter(isOpen);
	if (open.length === 0) {
		const approves = hasStanding(items, 'delivered') && button('approved', choiceNames.approved, 'go');
		const continues = hasStanding(items, 'approved');
		return markup`${approves}${button('close', continues ? 'Continue the Workflow' : 'End This Request', continues ? 'go' : '')}`;
	}
	if (items.length === 1) {
		return markup`${button('approved', choiceNames.approved, 'go')}${button('changesRequested', choiceNames.changesRequested)}${button('rejected', choiceNames.rejected)}`;
	}
	return markup`${button('decide', 'Send Decisions', 'go')}${button('approved', 'Approve All')}`;
}

function itemSection(item: ItemView, view: PageView): Html {
	const { index, post, tool } = item;
	const isAlone = view.items.length === 1;
	const content = markup`${tool && toolSection(tool)}${post && postSection(item, post, view)}`;
	const fields = isOpen(item) && (isAlone ? commentField(item, view) : choiceFields(item, view));
	return markup`<section class="post"><h2>${isAlone ? 'Post' : `Post ${index + 1}`}</h2>${content}${fields}</section>`;
}

const documentOf = (title: string, content: Content): string =>
	markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
${styleElement}
</head>
<body>
${content}
</body>
</html>
`.text;

/** The Enter key in a field presses the first button of a form. This button decides nothing. */
const enterKey = markup`<button name="action" value="preview" hidden>Check Again</button>`;

const headings = (items: ItemView[]): string => {
	if (!items.some(isOpen) && !hasStanding(items, 'delivered'))
		return hasStanding(items, 'approved') ? 'This request was approved' : 'Nothing is left to decide';
	if (items.some(({ tool }) => tool !== undefined)) return 'Review a tool call';
	return items.length === 1 ? 'Approve a post' : `Approve ${items.length} posts`;
};

/** Says who asks for what. Only while a post is open. */
function question({ asker, items }: PageView): Content {
	const open = items.filter(isOpen);
	if (asker === undefined || open.length === 0 || items.some(({ post }) => post === undefined)) return false;
	const posts = open.length === 1 ? 'a post' : `${open.length} posts`;
	return markup`<p>A workflow of <strong><bdi>${asker}</bdi></strong> asks you to approve ${posts}.</p>`;
}

/** Creates the page on which someone decides. It has no scripts and loads nothing. */
export function approvalPage(view: PageView): string {
	const title = headings(view.items);
	const { expiresAt, message, notices, timezones } = view;
	return documentOf(
		title,
		markup`<header><h1>${title}</h1>
${question(view)}
${message !== '' && markup`<div class="text" dir="auto">${message}</div>`}
${expiresAt !== undefined && markup`<p class="dim">Decide before ${timesIn(expiresAt, timezones)}</p>`}</header>
<main>${notices.map(noticeBox)}
<form method="post" accept-charset="utf-8">
${enterKey}
${view.items.map((item) => itemSection(item, view))}
${nameFields(view)}
${view.approver !== undefined && markup`<p>You decide as <strong><bdi>${view.approver}</bdi></strong>.</p>`}
<div class="actions">${actions(view)}</div>
</form></main>`,
	);
}

/** Creates a page that only shows messages. */
export const messagePage = (
	title: string,
	notices: readonly Notice[],
	end = 'You can close this page.',
): string =>
	documentOf(
		title,
		markup`<header><h1>${title}</h1></header><main>${notices.map(noticeBox)}<p class="dim">${end}</p></main>`,
	);
