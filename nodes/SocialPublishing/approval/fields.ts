import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import { shownText } from './markup';

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
