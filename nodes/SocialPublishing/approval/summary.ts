import { firstLine } from '../../../client/http/text';
import { shortTime } from './blocks';
import { fieldNames } from './fields';
import { markup, type Fragment, type Html } from './markup';
import {
	anchors,
	isOpen,
	nameOfItem,
	type ItemView,
	type PageView,
	type PostView,
	type Problem,
} from './pageModel';
import { choiceNames } from './request';

const errorsOf = ({ post }: ItemView): Problem[] => {
	const notices = [...(post?.notices ?? []), ...(post?.previews ?? []).flatMap((preview) => preview.notices)];
	return notices.filter(({ kind }) => kind === 'bad');
};

/** Whether something about an open post prevents its approval. */
const hasErrors = (item: ItemView): boolean => isOpen(item) && errorsOf(item).length > 0;

/** Lists everything that prevents a decision: what is wrong with the form, then with each post. */
export function problemsOf({ problems, items }: PageView): Problem[] {
	const isAlone = items.length === 1;
	const ofPosts = items
		.filter(isOpen)
		.flatMap((item) =>
			errorsOf(item).map(({ text, anchor = anchors.post(item.index) }) =>
				isAlone ? { text, anchor } : { text, anchor, index: item.index },
			),
		);
	return [...problems, ...ofPosts];
}

const entry = ({ text, anchor, index }: Problem): Html =>
	markup`<li><a href="#${anchor}">${index !== undefined && `Post ${index + 1}: `}<bdi>${text}</bdi></a></li>`;

/** The list of problems at the top of the page, with a link from each to its place. */
export function problemSummary(problems: Problem[], { wasChecked = false }: PageView): Fragment {
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
			? `${places.length} things need a fix`
			: places.length === 1
				? 'This needs a fix'
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
	const time = post?.shownAt === undefined ? 'No time' : shortTime(post.shownAt, zone);
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
