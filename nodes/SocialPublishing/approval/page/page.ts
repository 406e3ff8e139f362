import { firstLine, inSentence } from '../../../../client/http/text.js';
import { writtenTime } from '../../../shared/dates.js';
import { sentences } from '../../../shared/errorTexts.js';
import { plainName } from '../../../shared/names.js';
import { earlierSection } from './earlierSection.js';
import { enteredFields, fieldNames, markOf, withPlainBreaks, type EditField } from '../form.js';
import {
	anchors,
	answerBox,
	button,
	factList,
	hiddenField,
	lineField,
	noticeBox,
	textField,
	timesIn,
	type Notice,
} from './html.js';
import { type Html, markup, type Fragment } from '../markup.js';
import { previewCard } from './previews.js';
import type { ApprovalRequest, Edits } from '../request.js';
import type { DecidedRequest, ItemOutcome, Problem } from '../state.js';
import { styleElement } from './style.js';
import { isOpen, nameOfItem, type ItemView, type PageView, type PostView, type ToolView } from './view.js';
import { choiceNames, decisionNames, editNames, whyEnded } from '../words.js';

/** A page that is drawn, with everything that prevents a decision. */
interface Drawing {
	view: PageView;
	problems: Problem[];
}

/** Whether the page asks about one thing only, so that the top of the page can say everything about it. */
const isAlone = ({ items }: PageView): boolean => items.length === 1;

/** Says what happens after approval, and when. A tool call says it itself. */
const afterApproval = ({ post, tool }: ItemView): Fragment =>
	post !== undefined &&
	tool === undefined &&
	markup`<p><strong>If you approve, ${post.consequence}</strong></p>`;

const labels: Record<keyof Edits, (post: PostView, field: EditField, view: PageView) => Fragment> = {
	caption: () => 'Caption',
	ownCaptions: ({ channels }, { channelId }) => {
		const { network = '', handle = '' } = channels.find(({ id }) => id === channelId) ?? {};
		return markup`Caption for ${network}: <bdi>${handle}</bdi>`;
	},
	title: () => 'Title',
	publishAt: (_post, _field, { timezones: [zone = 'UTC'] }) => `Publish at, in ${zone}`,
};

/** The fields with which the approver can edit a post, folded away until they're wanted. A form sends them in any case. */
function editFields(post: PostView, { view, problems }: Drawing): Fragment {
	const { fields } = post;
	const { entered } = view;
	if (fields.length === 0) return false;
	const hasOwn = fields.some(({ edits }) => edits === 'ownCaptions');
	const fieldOf = (field: EditField): Html => {
		const { name, edits, value } = field;
		const label = labels[edits](post, field, view);
		const hint = edits === 'caption' && hasOwn ? 'For every channel without its own caption' : undefined;
		const look = { label, name, value: entered[name] ?? value, hint, problems };
		if (edits === 'publishAt') return lineField(look, 'datetime-local');
		return edits === 'title' ? lineField(look) : textField(look);
	};
	const isWanted = fields.some(
		({ name, unchanged }) =>
			problems.some(({ anchor }) => anchor === name) ||
			(entered[name] !== undefined && withPlainBreaks(entered[name]) !== unchanged),
	);
	return markup`<details class="edit"${isWanted ? markup` open` : ''}><summary>Edit before you approve</summary>
<p class="hint">If you approve, your changes are saved with the post.</p>
${fields.map(fieldOf)}
${fields.map(({ name, unchanged }) => hiddenField(fieldNames.shown(name), markOf(unchanged)))}
<div class="again">${button('preview', 'Count and Check Again')}<a href="">Discard everything entered on this page</a></div></details>`;
}

function postSection(item: ItemView, post: PostView, { view, problems }: Drawing): Html {
	const { time, media, previews, notices, titleScore, seen } = post;
	const facts: Array<[string, string]> = [
		...(time === undefined ? [] : [['Time', timesIn(time, view.timezones)] as [string, string]]),
		...(titleScore === undefined
			? []
			: [['Title score', `${Math.round(titleScore)} of 100`] as [string, string]]),
	];
	const afterwards = !isAlone(view) && afterApproval(item);
	const cards = previews.map((preview, position) =>
		previewCard(preview, media, { index: item.index, position }),
	);
	return markup`${afterwards}${earlierSection(post.earlier, item.index, view.timezones)}${notices.map(noticeBox)}${factList(facts)}
<div class="channels">${cards}</div>
${hiddenField(fieldNames.version(item.index), seen)}
${editFields(post, { view, problems })}`;
}

const toolSection = ({ name, parameters }: ToolView): Html =>
	markup`<p>An AI agent wants to use the tool <strong><bdi>${name}</bdi></strong>.</p>${
		parameters.length > 0 ? factList(parameters) : markup`<p class="dim">The call has no parameters.</p>`
	}`;

function commentField({ index, tool }: ItemView, { view, problems }: Drawing): Html {
	const name = fieldNames.comment(index);
	const needed = 'Needed when you request changes.';
	const rejecting = isAlone(view) ? 'the request ends without approval' : "this post isn't approved";
	const hint =
		tool === undefined
			? `${needed} The sender can then ask you again. If you reject, ${rejecting}.`
			: `${needed} The AI agent reads it.`;
	return textField({ label: 'Comment', name, value: view.entered[name] ?? '', hint, problems });
}

function choiceFields(item: ItemView, drawing: Drawing): Html {
	const name = fieldNames.decision(item.index);
	const { entered } = drawing.view;
	const wrong = drawing.problems.filter(({ anchor }) => anchor === name);
	return markup`<fieldset id="${name}"><legend>Your decision on ${nameOfItem(item).toLowerCase()}</legend>${wrong.map(
		({ text }) => markup`<p class="wrong">${text}</p>`,
	)}<div class="choices">${[...choiceNames].map(
		([value, label]) =>
			markup`<label><input type="radio" name="${name}" value="${value}"${entered[name] === value ? markup` checked` : ''}>${label}</label>`,
	)}</div></fieldset>${commentField(item, drawing)}`;
}

function nameFields({ view: { items, nameField, entered }, problems }: Drawing): Fragment {
	if (nameField === 'hidden' || !items.some(isOpen)) return false;
	const hint = nameField === 'required' ? 'Needed to decide' : 'Optional';
	const { name } = fieldNames;
	const field = { label: 'Your name', name, value: entered[name] ?? '', hint, problems };
	return lineField(field, 'text', markup` autocomplete="name"`);
}

const choice = (value: string, kind = ''): Html => button(value, choiceNames.get(value) ?? value, kind);

function actions({ items }: PageView): Html {
	const open = items.filter(isOpen);
	if (open.length === 0) return button('close', 'End This Request');
	if (items.length === 1)
		return markup`${choice('approved', 'go')}${choice('changesRequested')}${choice('rejected')}`;
	const tally = open.length > 1 && markup`<span class="tally">of ${open.length} decided</span>`;
	return markup`${button('decide', 'Send Decisions', 'go')}${button('approved', 'Approve All')}${tally}`;
}

const messageText = (message: string): Fragment =>
	message !== '' && markup`<div class="text" dir="auto">${message}</div>`;

function itemSection(item: ItemView, drawing: Drawing): Html {
	const { index, message = '', post, tool, ended } = item;
	const alone = isAlone(drawing.view);
	const content = markup`${messageText(message)}${tool && toolSection(tool)}${ended !== undefined && noticeBox({ kind: 'wait', text: ended })}${post && postSection(item, post, drawing)}`;
	const fields = isOpen(item) && (alone ? commentField(item, drawing) : choiceFields(item, drawing));
	const back = !alone && markup`<p class="back"><a href="#${anchors.overview}">Back to the list</a></p>`;
	return markup`<section class="${alone ? 'alone' : 'post'}" id="${anchors.post(index)}"><h2${alone ? markup` class="unseen"` : ''}>${alone ? (tool ? 'Tool call' : 'Post') : nameOfItem(item)}</h2>${content}${fields}${back}</section>`;
}

const errorsOf = ({ post }: ItemView): Problem[] => {
	const notices = [...(post?.notices ?? []), ...(post?.previews ?? []).flatMap((preview) => preview.notices)];
	return notices.filter(({ kind }) => kind === 'bad');
};

/** Whether something about an open post prevents its approval. */
const hasErrors = (item: ItemView): boolean => isOpen(item) && errorsOf(item).length > 0;

/** Lists everything that prevents a decision: what is wrong with the form, then with each post. */
function problemsOf(view: PageView): Problem[] {
	const { problems, items } = view;
	const ofPosts = items
		.filter(isOpen)
		.flatMap((item) =>
			errorsOf(item).map(({ text, anchor = anchors.post(item.index) }) =>
				isAlone(view) ? { text, anchor } : { text, anchor, index: item.index },
			),
		);
	return [...problems, ...ofPosts];
}

const entry = ({ text, anchor, index }: Problem): Html =>
	markup`<li><a href="#${anchor}">${index !== undefined && `Post ${index + 1}: `}<bdi>${text}</bdi></a></li>`;

/** The list of problems at the top of the page, with a link from each to its place. */
function problemSummary(problems: Problem[], { wasChecked = false }: PageView): Fragment {
	if (problems.length === 0) {
		return (
			wasChecked &&
			markup`<p class="box good" role="status">Everything fits. Your changes are saved when you approve.</p>`
		);
	}
	const places = problems.filter(({ anchor }) => anchor !== undefined);
	const others = problems.filter(({ anchor }) => anchor === undefined);
	const heading =
		places.length > 1
			? `${places.length} things to fix`
			: places.length === 1
				? '1 thing to fix'
				: 'Please check';
	return markup`<section class="box bad" id="fixes" role="alert" tabindex="-1" aria-labelledby="fixes-heading"><h2 id="fixes-heading">${heading}</h2>${others.map(
		({ text }) => markup`<p><bdi>${text}</bdi></p>`,
	)}${places.length > 0 && markup`<ul>${places.map(entry)}</ul>`}</section>`;
}

/** Where a decision about the item stands. */
function stateOf(item: ItemView, { entered }: PageView): { kind: string; text: string } {
	if (!isOpen(item)) return { kind: 'wait', text: 'Nothing to decide' };
	if (hasErrors(item)) return { kind: 'bad', text: 'Needs a fix' };
	const chosen = entered[fieldNames.decision(item.index)] ?? '';
	return { kind: '', text: choiceNames.get(chosen) ?? 'To decide' };
}

const networksOf = ({ post }: ItemView): string =>
	[...new Set(post?.channels.map(({ network }) => network))].join(', ');

function lineOf({ previews: [preview] }: PostView): string {
	const { caption = '', title = '' } = preview ?? {};
	return firstLine(caption === '' ? title : caption);
}

function row(item: ItemView, view: PageView): Html {
	const { index, post, tool } = item;
	const [zone = 'UTC'] = view.timezones;
	const { kind, text } = stateOf(item, view);
	const time =
		post?.shownAt === undefined ? (post?.untimed ?? 'No time') : writtenTime(zone, post.shownAt, 'short');
	const line = post === undefined ? (tool?.name ?? '') : lineOf(post);
	return markup`<li><a href="#${anchors.post(index)}">${nameOfItem(item)}</a><span class="when">${isOpen(item) ? time : ''}</span><span class="dim">${networksOf(item)}</span><span class="line"><bdi>${line}</bdi></span><span class="standing ${kind}">${text}</span></li>`;
}

/** A list of all posts, each with a link to its place on the page. Only for several posts. */
export function overview(view: PageView): Fragment {
	const { items, timezones } = view;
	if (items.length < 2) return false;
	return markup`<nav class="overview" id="${anchors.overview}" aria-label="Posts on this page"><h2>At a glance</h2><ol role="list">${items.map((item) => row(item, view))}</ol>
${items.some(({ post }) => post?.shownAt !== undefined) && markup`<p class="dim">Times in ${timezones[0] ?? 'UTC'}</p>`}</nav>`;
}

/** A page whose content needs no more than one column. */
const isNarrow = ({ items }: PageView): boolean =>
	items.length === 1 && (items[0]?.post?.previews.length ?? 0) < 2;

const documentOf = (title: string, content: Fragment, width: 'narrow' | 'wide'): string =>
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
<body class="${width}">
${content}
</body>
</html>
`.text;

/** The Enter key in a field presses the first button of a form. This button decides nothing. */
const enterKey = markup`<button name="action" value="preview" hidden>Check Again</button>`;

const headings = (items: ItemView[]): string => {
	if (!items.some(isOpen)) return 'Nothing is left to decide';
	if (items.some(({ tool }) => tool !== undefined)) return 'Review a tool call';
	return items.length === 1 ? 'Approve a post' : `Approve ${items.length} posts`;
};

/** Says who asks for what, and what happens after approval if the page asks about one post. Only while a post is open. */
function question(view: PageView): Fragment {
	const { items, sender = '', workspace = '' } = view;
	const open = items.filter(isOpen);
	if (open.length === 0 || open.some(({ post }) => post === undefined)) return false;
	const askers = [sender, workspace].filter((name) => name !== '');
	const names = askers.map((name, at) => markup`${at > 0 && ', '}<strong><bdi>${name}</bdi></strong>`);
	const pause = askers.length > 1 ? ',' : '';
	const posts = open.length === 1 ? 'a post' : `${open.length} posts`;
	return markup`${askers.length > 0 && markup`<p>${names}${pause} asks you to approve ${posts}.</p>`}${isAlone(view) && open.map(afterApproval)}`;
}

/** Creates the page on which someone decides. It has no scripts and loads nothing. */
export function approvalPage(view: PageView): string {
	const heading = headings(view.items);
	const { expiresAt, message, timezones } = view;
	const problems = problemsOf(view);
	const drawing: Drawing = { view, problems };
	// A screen reader says the title first.
	const title = view.problems.length > 0 ? `Not sent yet: ${heading}` : heading;
	return documentOf(
		title,
		markup`<header><h1>${heading}</h1>
${question(view)}
${messageText(message)}
${view.approver !== undefined && markup`<p>You decide as <strong><bdi>${view.approver}</bdi></strong>.</p>`}
${expiresAt !== undefined && markup`<p class="dim">Decide before ${timesIn(expiresAt, timezones)}</p>`}</header>
<main><form method="post" action="#top" accept-charset="utf-8">
${enterKey}
${problemSummary(problems, view)}${overview(view)}
${view.items.map((item) => itemSection(item, drawing))}
${nameFields(drawing)}
<div class="actions">${actions(view)}</div>
</form></main>`,
		isNarrow(view) ? 'narrow' : 'wide',
	);
}

/** Creates a page that only shows messages. */
export const messagePage = (
	title: string,
	notices: readonly Notice[],
	end: Fragment = 'You can close this page.',
): string =>
	documentOf(
		title,
		markup`<header><h1>${title}</h1></header><main>${notices.map(answerBox)}${typeof end === 'string' ? markup`<p class="dim">${end}</p>` : end}</main>`,
		'narrow',
	);

function noticeOf({ decision, edits, post }: ItemOutcome): Notice {
	if (decision === 'obsolete') return { kind: 'wait', text: whyEnded(post) };
	if (decision !== 'approved') return { kind: 'wait', text: sentences(decisionNames[decision]) };
	const edited = Object.keys(edits).map((edit) => editNames[edit as keyof Edits]);
	const name = edited.length > 0 ? `Approved with a new ${inSentence(edited)}` : 'Approved';
	return { kind: 'good', text: sentences(name, 'The workflow continues') };
}

/**
 * Creates the page of a request that was decided, for the one who decided or for someone who comes later.
 * @param isOwn whether the reader made this decision
 */
export function decidedPage(
	request: ApprovalRequest,
	{ outcomes, decidedBy, decidedAt }: DecidedRequest,
	isOwn: boolean,
): string {
	const notices = outcomes.map((outcome): Notice => {
		const { index } = outcome.item;
		const notice = noticeOf(outcome);
		const words = plainName(firstLine(outcome.post?.caption ?? ''));
		const name = [
			...(outcomes.length === 1 ? [] : [`Post ${index + 1}`]),
			...(words === '' ? [] : [`“${words}”`]),
		].join(', ');
		return name === '' ? notice : { ...notice, text: `${name}: ${notice.text}` };
	});
	if (!isOwn) {
		const decider = decidedBy === '' ? 'Someone' : decidedBy;
		const text = `${decider} decided on ${timesIn(decidedAt, [request.timezone])}. The first decision counts.`;
		return messagePage('This request was already decided', [{ kind: 'wait', text }, ...notices]);
	}
	const isEnded = outcomes.every(({ decision }) => decision === 'obsolete');
	return messagePage(isEnded ? 'This request has ended' : 'Your decision was saved', notices);
}

export const expiredPage = messagePage('This request has expired', [
	{ kind: 'wait', text: 'No one decided in time. The workflow continues without approval.' },
]);

/** The page for a link that leads to no request. */
export const oldLinkPage = messagePage('This link is out of date', [
	{
		kind: 'wait',
		text: 'This link is from an earlier request. Nothing was decided. Open the link in the most recent message.',
	},
]);

/** A button that sends a form again, with everything that was entered. Nothing without a form. */
function sendAgain(body: unknown): Fragment {
	const fields = enteredFields(body);
	const { action } = fieldNames;
	const entered = Object.entries(fields).filter(([name]) => name !== action);
	return (
		Object.keys(fields).length > 0 &&
		markup`<form method="post" accept-charset="utf-8">${entered.map(([name, value]) => hiddenField(name, value))}
<div class="actions"><button name="${action}" value="${fields[action] ?? ''}" class="go">Try Again</button></div></form>`
	);
}

/** The page for a link that was opened too often. A form that was sent can be sent again. */
export const busyPage = (body?: unknown): string =>
	messagePage(
		'This page was opened too often',
		[{ kind: 'wait', text: 'Nothing was decided. Wait a minute, then try again.' }],
		sendAgain(body) || 'Open this page again in a minute.',
	);

/** Says why a page can't be shown. A form that was sent can be sent again. */
export const failedPage = (problem: string, body?: unknown): string =>
	messagePage(
		"The page can't be shown right now",
		[{ kind: 'bad', text: `${problem} Nothing was decided.` }],
		sendAgain(body) || 'Open this page again in a moment.',
	);

/** The page of a request that another build of the package saved. Only its button ends the request. */
export const outdatedPage = messagePage(
	"This request can't be decided anymore",
	[
		{
			kind: 'bad',
			text: "The workflow was updated after it asked you, so this page can't show what it asked. Nothing was decided. Tell the sender, who can ask you again.",
		},
	],
	markup`<form method="post"><p class="hint">Closing it continues the workflow without an approval.</p><div class="actions">${button('close', 'Close This Request')}</div></form>`,
);

/** The page after an outdated request was closed. */
export const closedPage = messagePage('This request is closed', [
	{ kind: 'wait', text: 'The workflow continues without an approval.' },
]);
