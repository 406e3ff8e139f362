import { z } from 'zod/v4';
import { ownValue } from '../../../client/http/json';
import { characterCount, firstCharacters } from '../../../client/http/text';
import { toIsoWithOffset } from '../../shared/dates';
import type { ItemDecision } from './delivering';
import { fieldNames, markOf, unchangedFields, withPlainBreaks } from './fields';
import type { ItemView, PageView } from './page';
import { choices, type Choice, type Edits } from './request';

/** What can be pressed: a decision about everything, one for each post, or a look at the changes. */
const actions = [...choices, 'decide', 'preview', 'close'] as const;

/** Characters of a name and of a comment; more is refused. */
const nameMax = 200;
const commentMax = 10_000;

/** The fields of a form as a browser sends them. A field that comes twice is a list, and refused. */
const bodySchema = z.lazy(() => z.record(z.string(), z.string()));
const actionSchema = z.lazy(() => z.enum(actions));
const choiceSchema = z.lazy(() => z.enum(choices));

/** What a form says, or why it can't be carried out. */
export type Answer =
	| { kind: 'decided'; name: string; items: ItemDecision[] }
	| { kind: 'preview'; edits: Map<number, Edits> }
	| { kind: 'refused'; problems: string[] }
	/** A post changed after the page was opened: what was edited is about a text that is gone. */
	| { kind: 'outdated'; problems: string[] };

/** The fields of a body that are text, for showing them again; nothing of what is no form. */
export const enteredFields = (body: unknown): Fields => {
	const { data } = bodySchema.safeParse(body);
	return data ?? {};
};

/** The fields of a form. */
export type Fields = Readonly<Record<string, string>>;
const read = (fields: Fields, name: string): string | undefined => {
	const text = ownValue(fields, name);
	return text === undefined ? undefined : withPlainBreaks(text);
};

/** What the approver changed in one post. Throws a `ParameterError` for a time that is none. */
function readEdits(fields: Fields, item: ItemView, view: PageView): Edits {
	const { index, post } = item;
	const unchanged = unchangedFields(item, view);
	const changed = (name: string): string | undefined => {
		const text = read(fields, name);
		return unchanged.has(name) && text !== unchanged.get(name) ? text : undefined;
	};
	const ownCaptions = (post?.channels ?? [])
		.map(({ id }) => [id, changed(fieldNames.ownCaption(index, id))] as const)
		.filter((entry): entry is [string, string] => entry[1] !== undefined);
	const time = changed(fieldNames.publishAt(index));
	const entries = {
		caption: changed(fieldNames.caption(index)),
		title: changed(fieldNames.title(index)),
		ownCaptions: ownCaptions.length > 0 ? Object.fromEntries(ownCaptions) : undefined,
		publishAt:
			time === undefined ? undefined : toIsoWithOffset(time, view.timezones[0] ?? 'UTC', 'Publish at'),
	};
	return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

/**
 * What was entered, without what the approver typed into a field that shows something else now: a text that was changed
 * meanwhile isn't overwritten unseen.
 * @param view the page as it is now
 */
export function stillFitting(entered: Fields, view: PageView): Fields {
	const now = new Map(view.items.flatMap((item) => [...unchangedFields(item, view)]));
	const fits = (name: string): boolean => {
		const mark = ownValue(entered, fieldNames.shown(name));
		const shown = now.get(name);
		return mark === undefined || (shown !== undefined && mark === markOf(shown));
	};
	return Object.fromEntries(Object.entries(entered).filter(([name]) => fits(name)));
}

/** The decision about one item: that for all, or its own. */
function choiceOf(fields: Fields, index: number, action: (typeof actions)[number]): Choice | undefined {
	return choiceSchema.safeParse(action === 'decide' ? read(fields, fieldNames.decision(index)) : action).data;
}

/** How a problem names the post it is about. */
const nameOf = ({ index }: ItemView, { items }: PageView): string =>
	items.length === 1 ? 'the post' : `post ${index + 1}`;

const isBlank = (text: string | undefined): boolean => text?.trim() === '';

/** Whether an edit leaves a channel without any content. The service would save the edit, and then refuse to deliver the post. */
function isEmptied({ post }: ItemView, { caption, ownCaptions = {} }: Edits): boolean {
	if (post === undefined || post.media.length > 0) return false;
	const isShared = post.channels.some(({ hasOwnCaption }) => !hasOwnCaption);
	return (isShared && isBlank(caption)) || Object.values(ownCaptions).some(isBlank);
}

function itemProblems(
	fields: Fields,
	item: ItemView,
	view: PageView,
	{ choice, edits = {} }: { choice: Choice | undefined; edits: Edits | undefined },
): string[] {
	const comment = (read(fields, fieldNames.comment(item.index)) ?? '').trim();
	const post = nameOf(item, view);
	return [
		...(choice === 'approved' && isEmptied(item, edits)
			? [`A caption of ${post} is empty, and the post has no media. Enter a caption, or request changes.`]
			: []),
		...(choice === undefined ? [`Choose a decision for ${post}.`] : []),
		...(choice === 'changesRequested' && comment === ''
			? [`Say in the comment on ${post} what to change.`]
			: []),
		...(characterCount(comment) > commentMax
			? [`The comment on ${post} is longer than ${commentMax} characters.`]
			: []),
	];
}

function nameProblems(name: string, { nameField }: PageView): string[] {
	if (nameField === 'required' && name === '') return ['Enter your name.'];
	return characterCount(name) > nameMax ? [`The name is longer than ${nameMax} characters.`] : [];
}

/** Whether the post changed after the page with this answer was made. */
const isStale = (fields: Fields, { index, post }: ItemView): boolean =>
	post !== undefined && post.ended === undefined && read(fields, fieldNames.version(index)) !== post.version;

/** Whether a post was delivered, but nothing shows that somebody approved it. */
const isUndecided = ({ items }: PageView, index: number): boolean =>
	items.some((item) => item.index === index && item.post?.ended?.standing === 'delivered');

/** The decision about a post that isn't open: an approval of this request that was carried out counts, whatever was pressed. */
function endedDecision({ index, post }: ItemView, action: (typeof actions)[number]): ItemDecision[] {
	if (post?.ended === undefined) return [];
	const { standing } = post.ended;
	const isApproved = standing === 'approved' || (standing === 'delivered' && action === 'approved');
	return [{ index, decision: isApproved ? 'approved' : 'obsolete', comment: '', edits: {} }];
}

const refused = (...problems: string[]): Answer => ({ kind: 'refused', problems });

/** What every item's edits are; a time that is none is a problem. */
function allEdits(fields: Fields, view: PageView): { edits: Map<number, Edits>; problems: string[] } {
	const edits = new Map<number, Edits>();
	const problems: string[] = [];
	for (const item of view.items) {
		try {
			edits.set(item.index, readEdits(fields, item, view));
		} catch (error) {
			problems.push(`The time of ${nameOf(item, view)} can't be used: ${(error as Error).message}.`);
		}
	}
	return { edits, problems };
}

/**
 * Reads what was sent from the page. Nothing of it is trusted: it is held against the posts as they are now, which the
 * view shows. Fields that the page doesn't have are ignored.
 * @param view the page as it would be shown now
 */
export function readAnswer(body: unknown, view: PageView): Answer {
	const form = bodySchema.safeParse(body);
	const action = actionSchema.safeParse(form.data?.[fieldNames.action]).data;
	if (form.data === undefined || action === undefined)
		return refused("The page sent an answer that can't be read. Decide again.");
	const fields = form.data;
	const open = view.items.filter(({ post }) => post?.ended === undefined);
	const ended = view.items.flatMap((item) => endedDecision(item, action));
	const name = (read(fields, fieldNames.name) ?? '').trim();
	if (open.length === 0) {
		// Whoever continues the workflow after an approval hasn't decided anything.
		const decides = ended.some(({ index }) => isUndecided(view, index)) && action === 'approved';
		return { kind: 'decided', name: decides ? firstCharacters(name, nameMax) : '', items: ended };
	}
	const stale = open.filter((item) => isStale(fields, item));
	if (stale.length > 0) {
		const which = stale.map((item) => nameOf(item, view)).join(', ');
		return {
			kind: 'outdated',
			problems: [`Somebody changed ${which} after you opened this page. Check the new version, then decide.`],
		};
	}
	const { edits, problems } = allEdits(fields, view);
	if (action === 'preview') return problems.length > 0 ? refused(...problems) : { kind: 'preview', edits };
	const chosen = open.map((item) => ({ item, choice: choiceOf(fields, item.index, action) }));
	problems.push(
		...nameProblems(name, view),
		...chosen.flatMap(({ item, choice }) =>
			itemProblems(fields, item, view, { choice, edits: edits.get(item.index) }),
		),
	);
	if (problems.length > 0) return refused(...problems);
	const items = chosen.map(
		({ item: { index }, choice }): ItemDecision => ({
			index,
			decision: choice as Choice,
			comment: (read(fields, fieldNames.comment(index)) ?? '').trim(),
			edits: choice === 'approved' ? (edits.get(index) ?? {}) : {},
		}),
	);
	return { kind: 'decided', name, items: [...items, ...ended].sort((a, b) => a.index - b.index) };
}
