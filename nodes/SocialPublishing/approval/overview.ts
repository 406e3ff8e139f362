import { firstCharacters, isLongerThan } from '../../../client/http/text';
import { fieldNames } from './fields';
import { markup, type Fragment, type Html } from './markup';
import { anchors, isOpen, type ItemView, type PageView, type PostView } from './pageModel';
import { hasErrors } from './problems';
import { choiceNames } from './choices';
import { shortTime } from './times';

const lineMax = 80;

/** The first line of a text, cut if it's long. */
export function firstLine(text: string): string {
	const [line = ''] = text.trim().split('\n', 1);
	return isLongerThan(line, lineMax) ? `${firstCharacters(line, lineMax)}…` : line;
}

const endedStates = { approved: 'Approved', delivered: 'Check', obsolete: 'Nothing to decide' } as const;

/** Where a decision about the item stands. */
function stateOf(item: ItemView, { entered }: PageView): { kind: string; text: string } {
	const { ended } = item.post ?? {};
	if (ended !== undefined)
		return { kind: ended.standing === 'approved' ? 'good' : 'wait', text: endedStates[ended.standing] };
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
	return markup`<li><a href="#${anchors.post(index)}">Post ${index + 1}</a><span class="when">${isOpen(item) ? time : ''}</span><span class="dim">${networksOf(item)}</span><span class="line"><bdi>${line}</bdi></span><span class="standing ${kind}">${text}</span></li>`;
}

/** A list of all posts, each with a link to its place on the page. Only for several posts. */
export function overview(view: PageView): Fragment {
	const { items, timezones } = view;
	if (items.length < 2) return false;
	return markup`<nav class="overview" id="${anchors.overview}" aria-label="Posts on this page"><h2>At a glance</h2><ol role="list">${items.map((item) => row(item, view))}</ol>
${items.some(({ post }) => post?.shownAt !== undefined) && markup`<p class="dim">Times in ${timezones[0] ?? 'UTC'}</p>`}</nav>`;
}
