import { DateTime } from 'luxon';
import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import { messageOf } from '../../../client/http/errors.js';
import { ownValue } from '../../../client/http/json.js';
import { characterCount, isBlank, numberText, trimmed } from '../../../client/http/text.js';
import { toIsoWithOffset } from '../../shared/dates.js';
import { plainName } from '../../shared/names.js';
import { shownText } from './markup.js';
import { nameMax } from './links.js';
import { choices, commentMax, zonesOf, type ApprovalRequest, type Choice, type Edits } from './request.js';
import {
	changesSince,
	timeOf,
	type Approval,
	type Fields,
	type ItemDecision,
	type ItemState,
	type OpenReason,
	type OpenRequest,
	type Problem,
	type UndecidedItem,
} from './state.js';
import { changedWords, choiceNames, itemName } from './words.js';

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

/** A field for a text or a time of a post that the approver can change. */
export interface EditField {
	name: string;
	edits: keyof Edits;
	/** The channel whose own caption it is. */
	channelId?: string;
	/** What the field shows. */
	value: string;
	/** What a browser sends if it's unchanged. */
	unchanged: string;
}

/** Returns the fields with which the approver can edit a post. */
export function editFieldsOf(
	{ index, current }: Pick<UndecidedItem, 'current' | 'index'>,
	request: Pick<ApprovalRequest, 'allowsEdits' | 'approverTimezone' | 'timezone'>,
): EditField[] {
	if (!request.allowsEdits || current === undefined) return [];
	const { asked, post } = current;
	const text = (edits: keyof Edits, name: string, value: string, channelId?: string): EditField => ({
		...{ name, edits, channelId, value },
		unchanged: sentBack(value),
	});
	const fields = [text('caption', fieldNames.caption(index), post.caption)];
	for (const { accountId, caption } of post.channels) {
		if (typeof caption !== 'string') continue;
		fields.push(text('ownCaptions', fieldNames.ownCaption(index, accountId), caption, accountId));
	}
	if (typeof post.title === 'string') {
		const title = text('title', fieldNames.title(index), post.title);
		fields.push({ ...title, unchanged: title.unchanged.replace(/\n/g, '') });
	}
	const time = timeOf(post, asked.delivery);
	if (time !== undefined) {
		const [zone] = zonesOf(request);
		const value = DateTime.fromISO(time, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
		fields.push({ name: fieldNames.publishAt(index), edits: 'publishAt', value, unchanged: value });
	}
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

/** What was decided with a form. */
interface Decisions {
	is: 'decisions';
	decisions: ItemDecision[];
	decidedBy: string;
	entered: Fields;
}

/** Whether a form says what was decided. Others only show the page again. */
export function isDecision(body: unknown): boolean {
	const action = actionSchema.safeParse(enteredFields(body)[fieldNames.action]).data;
	return action !== undefined && action !== 'preview';
}

/** Returns the fields of a form, to show them again. Empty if the body isn't a form. */
export const enteredFields = (body: unknown): Fields => bodySchema.safeParse(body).data ?? {};

const isUndecided = (item: ItemState): item is UndecidedItem => item.is !== 'obsolete';

const read = (fields: Fields, name: string): string | undefined => {
	const text = ownValue(fields, name);
	return text === undefined ? undefined : withPlainBreaks(text);
};

/** Returns what the approver changed in one post. Throws a `ParameterError` for an invalid time. */
function readEdits(fields: Fields, item: UndecidedItem, request: ApprovalRequest): Edits {
	const edits: Edits = {};
	for (const { name, edits: part, channelId = '', unchanged } of editFieldsOf(item, request)) {
		const text = read(fields, name);
		if (text === undefined || text === unchanged) continue;
		if (part === 'ownCaptions') edits.ownCaptions = { ...edits.ownCaptions, [channelId]: text };
		else if (part !== 'publishAt') edits[part] = text;
		else edits.publishAt = toIsoWithOffset(text, zonesOf(request)[0] ?? '', 'Publish at');
	}
	return edits;
}

/**
 * Returns what was entered, except for fields that show something else now. Otherwise, the approver could overwrite a text that
 * changed meanwhile without having seen it.
 */
export function stillFitting(entered: Fields, items: readonly ItemState[], request: ApprovalRequest): Fields {
	const fields = items.filter(isUndecided).flatMap((item) => editFieldsOf(item, request));
	const now = new Map(fields.map(({ name, unchanged }) => [name, unchanged]));
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

/** What prevents a button for all posts from overruling the decision that was chosen for one of them. */
function overruled(fields: Fields, index: number, action: (typeof actions)[number]): Problem[] {
	const own = choiceOf(fields, index, 'decide');
	if (own === undefined || action === 'decide' || own === action) return [];
	const text = `You chose ${choiceNames.get(own)} for post ${index + 1}. Choose one for each of the others, too, then Send Decisions.`;
	return [{ text, anchor: fieldNames.decision(index) }];
}

/** Whether an edit leaves nothing of a text. Undefined if it isn't edited. */
const isCleared = (text: string | undefined): boolean => text !== undefined && isBlank(text);

/** The field of a caption that an edit leaves empty for a channel. No one removes a whole text in order to approve it. */
function emptyField(
	{ index, current }: UndecidedItem,
	{ caption, ownCaptions = {} }: Edits,
): string | undefined {
	const isShared = (current?.post.channels ?? []).some((channel) => typeof channel.caption !== 'string');
	if (isShared && isCleared(caption)) return fieldNames.caption(index);
	const [channelId] = Object.entries(ownCaptions).find(([, text]) => isCleared(text)) ?? [];
	return channelId === undefined ? undefined : fieldNames.ownCaption(index, channelId);
}

/** An item with what the approver chose for it. */
interface Chosen {
	item: UndecidedItem;
	choice: Choice | undefined;
	comment: string;
	edits: Edits;
}

/** What is wrong with what the approver chose for an item. @param post names the item within a sentence */
function itemProblems({ item, choice, comment, edits }: Chosen, post: string): Problem[] {
	const anchor = fieldNames.comment(item.index);
	const problems: Problem[] = [];
	const empty = emptyField(item, edits);
	if (choice === 'approved' && empty !== undefined) {
		const text = `A caption of ${post} is empty now. Enter a caption, or request changes.`;
		problems.push({ text, anchor: empty });
	}
	if (choice === undefined)
		problems.push({ text: `Choose a decision for ${post}.`, anchor: fieldNames.decision(item.index) });
	if (choice === 'changesRequested' && comment === '')
		problems.push({ text: `Enter a comment on ${post} that says what to change.`, anchor });
	if (characterCount(comment) > commentMax)
		problems.push({
			text: `The comment on ${post} is longer than ${numberText(commentMax)} characters.`,
			anchor,
		});
	return problems;
}

function nameProblems(name: string, { nameField }: ApprovalRequest): Problem[] {
	const anchor = fieldNames.name;
	if (nameField === 'required' && name === '') return [{ text: 'Enter your name.', anchor }];
	return characterCount(name) > nameMax
		? [{ text: `The name is longer than ${nameMax} characters.`, anchor }]
		: [];
}

/** Says what has changed in a post since the page showed it. Empty if nothing has. */
function whatChanged(fields: Fields, { index, current }: UndecidedItem, request: ApprovalRequest): Problem[] {
	const seen = read(fields, fieldNames.version(index)) ?? '';
	if (current === undefined || seen === current.seen) return [];
	return [{ text: changedWords(index, request, changesSince(seen, current.seen)) }];
}

/** Reads the edits of each item. Reports a time that can't be read as a problem. */
function allEdits(
	fields: Fields,
	items: readonly UndecidedItem[],
	request: ApprovalRequest,
): { edits: Map<number, Edits>; problems: Problem[] } {
	const edits = new Map<number, Edits>();
	const problems: Problem[] = [];
	for (const item of items) {
		try {
			edits.set(item.index, readEdits(fields, item, request));
		} catch (error) {
			problems.push({
				text: `The time of ${itemName(item.index, request)} can't be used: ${messageOf(error)}.`,
				anchor: fieldNames.publishAt(item.index),
			});
		}
	}
	return { edits, problems };
}

/** Adds to an item the edits that the approver tries out. */
const withTried = (item: ItemState, edits: Edits | undefined): ItemState =>
	item.is === 'obsolete' || item.current === undefined
		? item
		: { ...item, current: { ...item.current, edits } };

/**
 * Reads what the page sent: decisions on all items, or the request that stays open, and why. Trusts nothing of the form, and compares
 * it with the current posts. Ignores fields that the page doesn't have.
 */
export function readForm(
	body: unknown,
	state: OpenRequest,
	{ request, approver }: Pick<Approval, 'approver' | 'request'>,
): Decisions | OpenRequest {
	const fields = enteredFields(body);
	const action = actionSchema.safeParse(fields[fieldNames.action]).data;
	const open = (
		because: OpenReason,
		problems: Problem[] = [],
		edits = new Map<number, Edits>(),
	): OpenRequest => ({
		...{ is: 'open', because, problems },
		items: state.items.map((item) => withTried(item, edits.get(item.index))),
		entered: because === 'conflict' ? stillFitting(fields, state.items, request) : fields,
	});
	if (action === undefined)
		return open('refused', [{ text: "The form couldn't be read. Make your decision again." }]);
	const items = state.items.filter(isUndecided);
	const decided = (chosen: readonly Chosen[], decidedBy: string): Decisions => {
		const byItem = new Map<ItemState, Chosen>(chosen.map((each) => [each.item, each]));
		const decisions = state.items.map((item): ItemDecision => {
			const { choice = 'obsolete', comment = '', edits = {} } = byItem.get(item) ?? {};
			return { item, decision: choice, comment, edits: choice === 'approved' ? edits : {} };
		});
		return { is: 'decisions', decisions, decidedBy, entered: fields };
	};
	// Someone who only ends a request hasn't decided anything.
	if (items.length === 0) return decided([], '');
	const changed = items.flatMap((item) => whatChanged(fields, item, request));
	if (changed.length > 0) return open('conflict', changed);
	const { edits, problems } = allEdits(fields, items, request);
	if (action === 'preview') return open(problems.length > 0 ? 'refused' : 'checked', problems, edits);
	const typedName =
		request.nameField === 'hidden' ? '' : trimmed(plainName(read(fields, fieldNames.name) ?? ''));
	const name = approver ?? typedName;
	const chosen = items.map(
		(item): Chosen => ({
			item,
			choice: choiceOf(fields, item.index, action),
			comment: trimmed(read(fields, fieldNames.comment(item.index)) ?? ''),
			edits: edits.get(item.index) ?? {},
		}),
	);
	problems.push(
		...nameProblems(name, request),
		...items.flatMap(({ index }) => overruled(fields, index, action)),
		...chosen.flatMap((each) => itemProblems(each, itemName(each.item.index, request))),
	);
	return problems.length > 0 ? open('refused', problems, edits) : decided(chosen, name);
}
