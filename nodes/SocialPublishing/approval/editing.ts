import { button, hiddenField, lineField, textField } from './blocks';
import { fieldNames, markOf, toLocalTime, unchangedFields, withPlainBreaks } from './fields';
import { markup, type Fragment } from './markup';
import type { ItemView, PageView, Problem } from './pageModel';

/** Whether the approver has entered something, or something about the fields is wrong. Then the fields are open. */
function areWanted(
	unchanged: ReadonlyMap<string, string>,
	{ entered }: PageView,
	problems: Problem[],
): boolean {
	const isWrong = problems.some(({ anchor = '' }) => unchanged.has(anchor));
	const isEdited = [...unchanged].some(
		([name, text]) => entered[name] !== undefined && withPlainBreaks(entered[name]) !== text,
	);
	return isWrong || isEdited;
}

/** The fields with which the approver can edit a post, folded away until they're wanted. A form sends them in any case. */
export function editFields(item: ItemView, view: PageView, problems: Problem[]): Fragment {
	const { index, post } = item;
	const { allowsEdits, entered, timezones } = view;
	if (!allowsEdits || post === undefined || post.ended !== undefined) return false;
	const field = (label: Fragment, name: string, fallback: string, hint?: string) => ({
		label,
		name,
		value: entered[name] ?? fallback,
		hint,
		problems,
	});
	const own = post.channels.filter(({ hasOwnCaption }) => hasOwnCaption);
	const [zone = 'UTC'] = timezones;
	const unchanged = unchangedFields(item, view);
	const { caption, ownCaption, title, publishAt, shown } = fieldNames;
	return markup`<details class="edit"${areWanted(unchanged, view, problems) ? markup` open` : ''}><summary>Edit before you approve</summary>
<p class="hint">If you approve, your changes are saved with the post.</p>
${textField(field('Caption', caption(index), post.caption, own.length > 0 ? 'For every channel without its own caption' : undefined))}
${own.map(({ id, network, handle, caption: text }) =>
	textField(field(markup`Caption for ${network}: <bdi>${handle}</bdi>`, ownCaption(index, id), text)),
)}
${post.title !== undefined && lineField(field('Title', title(index), post.title))}
${
	post.publishAt !== undefined &&
	lineField(
		field(`Publish at, in ${zone}`, publishAt(index), toLocalTime(post.publishAt, zone)),
		'datetime-local',
	)
}
${[...unchanged].map(([name, text]) => hiddenField(shown(name), markOf(text)))}
<div class="again">${button('preview', 'Count and Check Again')}<a href="">Discard everything entered on this page</a></div></details>`;
}
