import type { CreateBody, EditBody, OverrideChanges } from '../api/bodies';
import type { Draft, Options, OptionsKey, Overrides } from '../world/records';

const noOverrides: Overrides = {
	caption: null,
	title: null,
	firstComment: null,
	boardId: null,
	options: null,
};

const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

const mergeFields = (
	current: Record<string, unknown> = {},
	changes: Record<string, unknown>,
): Record<string, unknown> => {
	const merged = { ...current, ...changes };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
};

/** Merges options field by field; null clears a field, a platform's entry, or everything (P75). */
export const mergeOptions = (
	current: Options | null,
	changes: OverrideChanges['options'],
): Options | null => {
	if (changes === undefined) return current;
	if (changes === null) return null;
	const merged: Options = { ...current };
	for (const [name, fields] of Object.entries(changes)) {
		const key = name as OptionsKey;
		const kept = fields === null ? {} : mergeFields(merged[key], fields);
		if (isEmpty(kept)) delete merged[key];
		else merged[key] = kept;
	}
	return isEmpty(merged) ? null : merged;
};

const changed = <T>(current: T, change: T | undefined): T => (change === undefined ? current : change);

/**
 * One channel's own words after a change; null stands for "clear them all". An empty first comment is kept, since it
 * turns the post's off on this channel; an empty board id clears the board (N35).
 */
const mergeOverrides = (current: Overrides, changes: OverrideChanges | null): Overrides => {
	if (changes === null) return noOverrides;
	return {
		caption: changed(current.caption, changes.caption),
		title: changed(current.title, changes.title),
		firstComment: changed(current.firstComment, changes.firstComment),
		boardId: changed(current.boardId, changes.boardId) || null,
		options: mergeOptions(current.options, changes.options),
	};
};

/** Words for a channel that the post does not have are taken and say nothing. */
const mergeAll = (
	channelIds: readonly string[],
	current: Map<string, Overrides>,
	changes: Record<string, OverrideChanges | null> = {},
): Map<string, Overrides> => {
	const merged = new Map([...current].filter(([id]) => channelIds.includes(id)));
	for (const [id, change] of Object.entries(changes)) {
		if (channelIds.includes(id)) merged.set(id, mergeOverrides(merged.get(id) ?? noOverrides, change));
	}
	return merged;
};

/** The draft that a create asks for. */
export const draftOf = (body: CreateBody): Draft => ({
	channelIds: body.accounts,
	caption: body.caption,
	title: body.title ?? null,
	firstComment: body.firstComment ?? null,
	linkUrl: body.linkUrl ?? null,
	mediaAssetIds: body.mediaAssetIds ?? [],
	proposedPublishAt: body.proposedPublishAt ?? null,
	overrides: mergeAll(body.accounts, new Map(), body.perAccount),
});

/** A draft after an edit; words of channels that were taken off go with them. */
export const editedDraft = (current: Draft, body: EditBody): Draft => {
	const channelIds = body.accounts ?? current.channelIds;
	return {
		channelIds,
		caption: changed(current.caption, body.caption),
		title: changed(current.title, body.title),
		firstComment: changed(current.firstComment, body.firstComment),
		linkUrl: changed(current.linkUrl, body.linkUrl),
		mediaAssetIds: changed(current.mediaAssetIds, body.mediaAssetIds),
		proposedPublishAt: changed(current.proposedPublishAt, body.proposedPublishAt),
		overrides: mergeAll(channelIds, current.overrides, body.perAccount),
	};
};
