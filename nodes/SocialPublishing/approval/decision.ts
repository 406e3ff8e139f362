import { z } from 'zod/v4';
import { characterCount } from '../../../client/http/text';
import { toIsoWithOffset } from '../../shared/dates';
import { fieldNames, toLocalTime, type ItemView, type PageView } from './page';
import { choices, type Choice, type Decision, type Edits } from './request';

/** What can be pressed: a decision about everything, one for each post, or a look at the changes. */
const actions = [...choices, 'decide', 'preview', 'close'] as const;

/** Characters of a name and of a comment; more is refused. */
const nameMax = 200;
const commentMax = 10_000;

/** The fields of a form as a browser sends them. A field that comes twice is a list, and refused. */
const bodySchema = z.lazy(() => z.record(z.string(), z.string()));
const actionSchema = z.lazy(() => z.enum(actions));
const choiceSchema = z.lazy(() => z.enum(choices));

/** What was decided about one item. */
export interface ItemDecision {
	index: number;
	decision: Exclude<Decision, 'expired'>;
	comment: string;
	/** Only what differs from what the page showed. */
	edits: Edits;
}

/** What a form says, or why it can't be carried out. */
export type Answer =
	| { kind: 'decided'; name: string; items: ItemDecision[] }
	| { kind: 'preview'; edits: Map<number, Edits> }
	| { kind: 'refused'; problems: string[] }
	/** A post changed after the page was opened: what was edited is about a text that is gone. */
	| { kind: 'outdated'; problems: string[] };

/** The fields of a body that are text, for showing them again; nothing of what is no form. */
export const enteredFields = (body: unknown): Record<string, string> => {
	const { data } = bodySchema.safeParse(body);
	return data ?? {};
};

/** Browsers send line breaks as CR LF; the service has them as LF. */
const withPlainBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

type Fields = Readonly<Record<string, string>>;
const read = (fields: Fields, name: string): string | undefined =>
	Object.hasOwn(fields, name) ? withPlainBreaks(fields[name] as string) : undefined;

const changed = (text: string | undefined, before: string | undefined): string | undefined =>
	text === undefined || text === before || before === undefined ? undefined : text;

/** The new time, where it differs by the minute, which is all that the field shows. */
function changedTime(fields: Fields, { index, post }: ItemView, zone: string): string | undefined {
	const text = read(fields, fieldNames.publishAt(index));
	if (post?.publishAt === undefined || changed(text, toLocalTime(post.publishAt, zone)) === undefined)
		return undefined;
	return toIsoWithOffset(text, zone, 'Publish at');
}

/** What the approver changed in one post. Throws a `ParameterError` for a time that is none. */
function readEdits(fields: Fields, item: ItemView, { allowsEdits, timezones }: PageView): Edits {
	const { index, post } = item;
	if (!allowsEdits || post === undefined || post.obsolete !== undefined) return {};
	const ownCaptions = post.channels
		.filter(({ hasOwnCaption }) => hasOwnCaption)
		.map(({ id, caption }) => [id, changed(read(fields, fieldNames.ownCaption(index, id)), caption)] as const)
		.filter((entry): entry is [string, string] => entry[1] !== undefined);
	const entries = {
		caption: changed(read(fields, fieldNames.caption(index)), post.caption),
		title: changed(read(fields, fieldNames.title(index)), post.title),
		ownCaptions: ownCaptions.length > 0 ? Object.fromEntries(ownCaptions) : undefined,
		publishAt: changedTime(fields, item, timezones[0] ?? 'UTC'),
	};
	return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

/** The decision about one item: that for all, or its own. */
function choiceOf(fields: Fields, index: number, action: (typeof actions)[number]): Choice | undefined {
	return choiceSchema.safeParse(action === 'decide' ? read(fields, fieldNames.decision(index)) : action).data;
}

/** How a problem names the post it is about. */
const nameOf = ({ index }: ItemView, { items }: PageView): string =>
	items.length === 1 ? 'the post' : `post ${index + 1}`;

function itemProblems(fields: Fields, item: ItemView, view: PageView, choice: Choice | undefined): string[] {
	const comment = (read(fields, fieldNames.comment(item.index)) ?? '').trim();
	const post = nameOf(item, view);
	return [
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
	post !== undefined &&
	post.obsolete === undefined &&
	read(fields, fieldNames.version(index)) !== post.version;

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
	const open = view.items.filter(({ post }) => post?.obsolete === undefined);
	const gone = view.items
		.filter((item) => !open.includes(item))
		.map(({ index }): ItemDecision => ({ index, decision: 'obsolete', comment: '', edits: {} }));
	const name = (read(fields, fieldNames.name) ?? '').trim();
	if (open.length === 0) return { kind: 'decided', name: name.slice(0, nameMax), items: gone };
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
		...chosen.flatMap(({ item, choice }) => itemProblems(fields, item, view, choice)),
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
	return { kind: 'decided', name, items: [...items, ...gone].sort((a, b) => a.index - b.index) };
}
