import { DateTime } from 'luxon';
import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import { messageOf } from '../../../client/http/errors';
import { ownValue, withoutUndefined } from '../../../client/http/json';
import { characterCount } from '../../../client/http/text';
import { toIsoWithOffset } from '../../shared/dates';
import { shownText } from './html';
import { nameMax } from './links';
import {
	choices,
	commentMax,
	zonesOf,
	type ApprovalRequest,
	type Choice,
	type Edits,
	type ItemDecision,
} from './request';
import { changesSince, timeOf, type CurrentPost } from './state';
import { choiceNames } from './words';

/** Names of the form's fields, in the page and in the answer. */
export const fieldNames = {
	action: 'action',
	name: 'name',
	comment: (index: number) => `comment-${index}`,
	decision: (index: number) => `decision-${index}`,
	version: (index: number) => `version-${index}`,
	caption: (index: number) => `caption-${index}`,
	ownCaption: (index: number, channelId: string) => `caption-${index}-${channelId}`,
	title: (index: number) => `title-${index}`,
	publishAt: (index: number) => `publishAt-${index}`,
	/** A hidden field with a hash of what another field showed. */
	shown: (name: string) => `shown-${name}`,
} as const;

/** Converts line breaks to LF, as the service has them. Browsers send CR LF. */
export const withPlainBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Halves of surrogate pairs, which a browser can't send. */
const loneSurrogates = /\p{Surrogate}/gu;

/** Returns what a browser sends for an unchanged text, with plain line breaks. */
const sentBack = (text: string): string => withPlainBreaks(shownText(text)).replace(loneSurrogates, '\uFFFD');

/** Returns what a browser sends for an unchanged text in a single-line field, which drops line breaks. */
const sentBackAsLine = (text: string): string => sentBack(text).replace(/\n/g, '');

/** Formats a time for the browser's field, as wall-clock time in a zone. */
export const toLocalTime = (iso: string, zone: string): string =>
	DateTime.fromISO(iso, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");

/** A post with the texts and the time that the approver can change. */
export interface EditableItem {
	index: number;
	post?: {
		/** Set if the post isn't open for a decision anymore. */
		ended?: string;
		caption: string;
		title?: string;
		publishAt?: string;
		channels: ReadonlyArray<{ id: string; caption: string; hasOwnCaption: boolean }>;
	};
}

/** Returns the fields with which the approver can edit a post, and what a browser sends for each if it's unchanged. */
export function unchangedFields(
	{ index, post }: EditableItem,
	{ allowsEdits, timezones: [zone = 'UTC'] }: { allowsEdits: boolean; timezones: readonly string[] },
): Map<string, string> {
	const fields = new Map<string, string>();
	if (!allowsEdits || post === undefined || post.ended !== undefined) return fields;
	fields.set(fieldNames.caption(index), sentBack(post.caption));
	for (const { id, caption, hasOwnCaption } of post.channels) {
		if (hasOwnCaption) fields.set(fieldNames.ownCaption(index, id), sentBack(caption));
	}
	if (post.title !== undefined) fields.set(fieldNames.title(index), sentBackAsLine(post.title));
	if (post.publishAt !== undefined)
		fields.set(fieldNames.publishAt(index), toLocalTime(post.publishAt, zone));
	return fields;
}

/** Returns a short hash of a text, to check whether a field still shows the same. */
export const markOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** The buttons: one decision for all posts, a decision for each post, a preview of the changes, or closing the request. */
const actions = [...choices, 'decide', 'preview', 'close'] as const;

/** The fields of a form as a browser sends them. A repeated field is a list, which is refused. */
const bodySchema = z.record(z.string(), z.string());
const actionSchema = z.enum(actions);
const choiceSchema = z.enum(choices);

/** Why a form can't be carried out, and the field that it's about. */
export interface FormProblem {
	text: string;
	field?: string;
}

/** What a form says, or why it can't be carried out. */
export type SubmittedForm =
	| { kind: 'decided'; name: string; items: ItemDecision[] }
	| { kind: 'preview'; edits: Map<number, Edits> }
	| { kind: 'refused'; problems: FormProblem[]; edits?: Map<number, Edits> }
	/** A post changed after the page was opened, so the edits are for a text that is gone. */
	| { kind: 'outdated'; problems: FormProblem[] };

/** Returns the fields of a form, to show them again. Empty if the body isn't a form. */
export const enteredFields = (body: unknown): Fields => bodySchema.safeParse(body).data ?? {};

/** The fields of a form. */
export type Fields = Readonly<Record<string, string>>;

/** The subject of a form: the request, and its current posts by the index of their item. */
export interface Subject {
	request: ApprovalRequest;
	posts: ReadonlyMap<number, CurrentPost>;
	/** The name of the approver whose link was opened. */
	approver?: string;
}

/** An item that someone decides on. A tool call can have no post. */
interface AskedItem {
	index: number;
	found?: CurrentPost;
	/** The texts and the time for which the page has fields. */
	editable: EditableItem;
}

const isOpen = ({ found }: AskedItem): boolean => found === undefined || found.isOpen;

function editableOf(index: number, { request, posts }: Subject): EditableItem {
	const { current, isOpen: isOpenPost } = posts.get(index) ?? {};
	const asked = request.items[index]?.post;
	if (asked === undefined || current === undefined || isOpenPost !== true) return { index };
	return {
		index,
		post: {
			caption: current.caption,
			title: current.title ?? undefined,
			publishAt: timeOf(current, asked.delivery),
			channels: current.channels.map(({ accountId: id, caption }) => ({
				id,
				caption: caption ?? current.caption,
				hasOwnCaption: typeof caption === 'string',
			})),
		},
	};
}

const askedItems = (subject: Subject): AskedItem[] =>
	subject.request.items.flatMap(({ isAsked }, index) =>
		isAsked ? [{ index, found: subject.posts.get(index), editable: editableOf(index, subject) }] : [],
	);

const editSettings = ({ request }: Subject) => ({
	allowsEdits: request.allowsEdits,
	timezones: zonesOf(request),
});

const read = (fields: Fields, name: string): string | undefined => {
	const text = ownValue(fields, name);
	return text === undefined ? undefined : withPlainBreaks(text);
};

/** Returns what the approver changed in one post. Throws a `ParameterError` for an invalid time. */
function readEdits(fields: Fields, { index, editable }: AskedItem, subject: Subject): Edits {
	const { post } = editable;
	const [zone = 'UTC'] = zonesOf(subject.request);
	const unchanged = unchangedFields(editable, editSettings(subject));
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
		publishAt: time === undefined ? undefined : toIsoWithOffset(time, zone, 'Publish at'),
	};
	return withoutUndefined(entries);
}

/**
 * Returns what was entered, except for fields that show something else now. Otherwise, the approver could overwrite a text that
 * changed meanwhile without having seen it.
 */
export function stillFitting(entered: Fields, subject: Subject): Fields {
	const now = new Map(
		askedItems(subject).flatMap(({ editable }) => [...unchangedFields(editable, editSettings(subject))]),
	);
	const fits = (name: string): boolean => {
		const mark = ownValue(entered, fieldNames.shown(name));
		const shown = now.get(name);
		return mark === undefined || (shown !== undefined && mark === markOf(shown));
	};
	return Object.fromEntries(Object.entries(entered).filter(([name]) => fits(name)));
}

/** Returns the decision on one item, which is its own or the one for all items. */
function choiceOf(fields: Fields, index: number, action: (typeof actions)[number]): Choice | undefined {
	return choiceSchema.safeParse(action === 'decide' ? read(fields, fieldNames.decision(index)) : action).data;
}

/** Names an item within a sentence. */
function nameOf(index: number, { items }: Pick<ApprovalRequest, 'items'>): string {
	const kind = items[index]?.tool === undefined ? 'post' : 'tool call';
	return items.filter(({ isAsked }) => isAsked).length === 1 ? `the ${kind}` : `${kind} ${index + 1}`;
}

/** With more changes than this, it's another post. */
const changesMax = 4;

const listed = new Intl.ListFormat('en');

/** Says that someone changed a post after the page was opened. @param changes what they changed, as far as it's known */
export const changedWords = (
	index: number,
	request: Pick<ApprovalRequest, 'items'>,
	changes: readonly string[],
): string => {
	const what = changes.length === 0 || changes.length > changesMax ? '' : `the ${listed.format(changes)} of `;
	return `Someone changed ${what}${nameOf(index, request)} after you opened this page. Check the new version, then decide.`;
};

/** What prevents a button for all posts from overruling the decision that was chosen for one of them. */
function overruled(fields: Fields, index: number, action: (typeof actions)[number]): FormProblem[] {
	const own = choiceOf(fields, index, 'decide');
	if (own === undefined || action === 'decide' || own === action) return [];
	const text = `You chose ${choiceNames.get(own)} for post ${index + 1}. Choose one for each of the others, too, then Send Decisions.`;
	return [{ text, field: fieldNames.decision(index) }];
}

const isBlank = (text: string | undefined): boolean => text?.trim() === '';

/** Whether an edit removes the text that a channel gets. Nobody removes a whole text in order to approve it. */
function removesText({ found }: AskedItem, { caption, ownCaptions = {} }: Edits): boolean {
	const { channels = [] } = found?.current ?? {};
	const isShared = channels.some((channel) => typeof channel.caption !== 'string');
	return (isShared && isBlank(caption)) || Object.values(ownCaptions).some(isBlank);
}

/** The field of the first caption that an edit leaves empty. */
function emptyField({ index }: AskedItem, { caption, ownCaptions = {} }: Edits): string {
	const [channelId] = Object.entries(ownCaptions).find(([, text]) => isBlank(text)) ?? [];
	return isBlank(caption) || channelId === undefined
		? fieldNames.caption(index)
		: fieldNames.ownCaption(index, channelId);
}

function itemProblems(
	comment: string,
	item: AskedItem,
	post: string,
	{ choice, edits = {} }: { choice: Choice | undefined; edits: Edits | undefined },
): FormProblem[] {
	const { index } = item;
	const field = fieldNames.comment(index);
	const problems: FormProblem[] = [];
	if (choice === 'approved' && removesText(item, edits)) {
		const text = `A caption of ${post} is empty now. Enter a caption, or request changes.`;
		problems.push({ text, field: emptyField(item, edits) });
	}
	if (choice === undefined)
		problems.push({ text: `Choose a decision for ${post}.`, field: fieldNames.decision(index) });
	if (choice === 'changesRequested' && comment === '')
		problems.push({ text: `Enter a comment on ${post} that says what to change.`, field });
	if (characterCount(comment) > commentMax)
		problems.push({ text: `The comment on ${post} is longer than ${commentMax} characters.`, field });
	return problems;
}

function nameProblems(name: string, { nameField }: ApprovalRequest): FormProblem[] {
	const field = fieldNames.name;
	if (nameField === 'required' && name === '') return [{ text: 'Enter your name.', field }];
	return characterCount(name) > nameMax
		? [{ text: `The name is longer than ${nameMax} characters.`, field }]
		: [];
}

/** Says what has changed in a post since the page showed it. Empty if nothing has. */
function whatChanged(fields: Fields, { index, found }: AskedItem, request: ApprovalRequest): FormProblem[] {
	const seen = read(fields, fieldNames.version(index)) ?? '';
	if (found === undefined || seen === found.seen) return [];
	return [{ text: changedWords(index, request, changesSince(seen, found.seen)) }];
}

/** The decision on a post that isn't open, whatever was chosen for it. */
const endedDecision = ({ index }: AskedItem): ItemDecision => ({
	index,
	decision: 'obsolete',
	comment: '',
	edits: {},
});

const refused = (problems: FormProblem[], edits?: Map<number, Edits>): SubmittedForm => ({
	kind: 'refused',
	problems,
	edits,
});

/** Reads the edits of each item. Reports a time that can't be read as a problem. */
function allEdits(
	fields: Fields,
	items: readonly AskedItem[],
	subject: Subject,
): { edits: Map<number, Edits>; problems: FormProblem[] } {
	const edits = new Map<number, Edits>();
	const problems: FormProblem[] = [];
	for (const item of items) {
		try {
			edits.set(item.index, readEdits(fields, item, subject));
		} catch (error) {
			problems.push({
				text: `The time of ${nameOf(item.index, subject.request)} can't be used: ${messageOf(error)}.`,
				field: fieldNames.publishAt(item.index),
			});
		}
	}
	return { edits, problems };
}

/**
 * Reads what the page sent. Trusts none of it, and compares it with the current posts. Ignores fields that the page doesn't have.
 */
export function readSubmittedForm(body: unknown, subject: Subject): SubmittedForm {
	const form = bodySchema.safeParse(body);
	const action = actionSchema.safeParse(form.data?.[fieldNames.action]).data;
	if (form.data === undefined || action === undefined)
		return refused([{ text: "The form couldn't be read. Make your decision again." }]);
	const fields = form.data;
	const { nameField } = subject.request;
	const items = askedItems(subject);
	const open = items.filter(isOpen);
	const ended = items.filter((item) => !isOpen(item)).map(endedDecision);
	const typedName = nameField === 'hidden' ? '' : (read(fields, fieldNames.name) ?? '').trim();
	const { approver: name = typedName } = subject;
	// Someone who only ends a request hasn't decided anything.
	if (open.length === 0) return { kind: 'decided', name: '', items: ended };
	const changed = open.flatMap((item) => whatChanged(fields, item, subject.request));
	if (changed.length > 0) return { kind: 'outdated', problems: changed };
	const { edits, problems } = allEdits(fields, items, subject);
	if (action === 'preview')
		return problems.length > 0 ? refused(problems, edits) : { kind: 'preview', edits };
	const chosen = open.map((item) => ({
		item,
		choice: choiceOf(fields, item.index, action),
		comment: (read(fields, fieldNames.comment(item.index)) ?? '').trim(),
	}));
	problems.push(
		...nameProblems(name, subject.request),
		...chosen.flatMap(({ item: { index } }) => overruled(fields, index, action)),
		...chosen.flatMap(({ item, choice, comment }) =>
			itemProblems(comment, item, nameOf(item.index, subject.request), {
				choice,
				edits: edits.get(item.index),
			}),
		),
	);
	if (problems.length > 0) return refused(problems, edits);
	const decided = chosen.map(
		({ item: { index }, choice, comment }): ItemDecision => ({
			index,
			decision: choice as Choice,
			comment,
			edits: choice === 'approved' ? (edits.get(index) ?? {}) : {},
		}),
	);
	return { kind: 'decided', name, items: [...decided, ...ended].sort((a, b) => a.index - b.index) };
}
