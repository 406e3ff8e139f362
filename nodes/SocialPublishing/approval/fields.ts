import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import { shownText } from './markup';

/** Names of the form's fields, which the answer is read by. */
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
	/** A hidden field that says what another field showed. */
	shown: (name: string) => `shown-${name}`,
} as const;

/** Line breaks as the service has them. Browsers send CR LF. */
export const withPlainBreaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Halves of characters, which a browser can't send. */
const loneSurrogates = /\p{Surrogate}/gu;

/** What a browser sends for a text that no one has changed, with plain line breaks. */
const sentBack = (text: string): string => withPlainBreaks(shownText(text)).replace(loneSurrogates, '\uFFFD');

/** A field of one line loses its line breaks. */
const sentBackAsLine = (text: string): string => sentBack(text).replace(/\n/g, '');

/** A moment as the browser's own field has it: the wall-clock time in a zone. */
export const toLocalTime = (iso: string, zone: string): string =>
	DateTime.fromISO(iso, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");

/** A post with the texts and the time that the approver can change. */
interface Editable {
	index: number;
	post?: {
		/** Set if the post isn't open for a decision anymore. */
		ended?: object;
		caption: string;
		title?: string;
		publishAt?: string;
		channels: ReadonlyArray<{ id: string; caption: string; hasOwnCaption: boolean }>;
	};
}

/** The fields in which the approver can change something of a post: what a browser sends for each if no one has changed it. */
export function unchangedFields(
	{ index, post }: Editable,
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

/** Tells whether a field shows the same as before, without the whole text. */
export const markOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, 16);
