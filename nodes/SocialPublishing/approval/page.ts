import { answerBox, button, factList, hiddenField, lineField, noticeBox, textField, timesIn } from './blocks';
import { earlierSection } from './earlierChanges';
import { editFields } from './editing';
import { fieldNames } from './fields';
import { markup, type Fragment, type Html } from './markup';
import {
	anchors,
	isOpen,
	nameOfItem,
	type ItemView,
	type Notice,
	type PageView,
	type PostView,
	type Problem,
	type ToolView,
} from './pageModel';
import { previewCard } from './preview';
import { choiceNames } from './request';
import { styleElement } from './style';
import { overview, problemsOf, problemSummary } from './summary';

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

function postSection(item: ItemView, post: PostView, { view, problems }: Drawing): Html {
	const { time, media, previews, notices, ended, titleScore, seen } = post;
	const facts: Array<[string, string]> = [
		...(time === undefined ? [] : [['Time', timesIn(time, view.timezones)] as [string, string]]),
		...(titleScore === undefined
			? []
			: [['Title score', `${Math.round(titleScore)} of 100`] as [string, string]]),
	];
	if (ended !== undefined) return noticeBox({ kind: 'wait', text: ended });
	const afterwards = !isAlone(view) && afterApproval(item);
	const cards = previews.map((preview, position) =>
		previewCard(preview, media, { index: item.index, position }),
	);
	return markup`${afterwards}${earlierSection(post.earlier, item.index, view.timezones)}${notices.map(noticeBox)}${factList(facts)}
<div class="channels">${cards}</div>
${hiddenField(fieldNames.version(item.index), seen)}
${editFields(item, view, problems)}`;
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

function itemSection(item: ItemView, drawing: Drawing): Html {
	const { index, post, tool } = item;
	const alone = isAlone(drawing.view);
	const content = markup`${tool && toolSection(tool)}${post && postSection(item, post, drawing)}`;
	const fields = isOpen(item) && (alone ? commentField(item, drawing) : choiceFields(item, drawing));
	const back = !alone && markup`<p class="back"><a href="#${anchors.overview}">Back to the list</a></p>`;
	return markup`<section class="${alone ? 'alone' : 'post'}" id="${anchors.post(index)}"><h2${alone ? markup` class="unseen"` : ''}>${alone ? (tool ? 'Tool call' : 'Post') : nameOfItem(item)}</h2>${content}${fields}${back}</section>`;
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
	if (open.length === 0 || items.some(({ post }) => post === undefined)) return false;
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
${message !== '' && markup`<div class="text" dir="auto">${message}</div>`}
${expiresAt !== undefined && markup`<p class="dim">Decide before ${timesIn(expiresAt, timezones)}</p>`}</header>
<main><form method="post" action="#top" accept-charset="utf-8">
${enterKey}
${problemSummary(problems, view)}${overview(view)}
${view.items.map((item) => itemSection(item, drawing))}
${nameFields(drawing)}
${view.approver !== undefined && markup`<p>You decide as <strong><bdi>${view.approver}</bdi></strong>.</p>`}
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
