import type { IDataObject } from 'n8n-workflow';
import type { ComparedPost } from '../../../client/publishing/clashes/comparedPosts';
import type { Clash, ClashReason } from '../../../client/publishing/clashes/findClashes';
import { inZone, momentIn, toTimestamp } from '../../shared/dates';
import { shortened } from '../../shared/parameters';
import { channelLabel, nameOf, statusNames } from '../labels';

/** A post with which an item is compared: one of the service, or another item of the run. */
export interface OtherPost extends ComparedPost {
	/** The index of the item that describes it. Undefined for a post that the run doesn't write. */
	item?: number;
}

/** A clash as the output shows it. Plain JSON. */
export type ShownClash = {
	reason: ClashReason;
	channelId: string;
	channel: string;
	postId: string | null;
	item: number | null;
	status: string | null;
	time: string | null;
	minutesLater: number | null;
	caption: string;
	url: string | null;
	message: string;
};

const captionMax = 60;

const minutesText = (minutes: number): string => {
	const count = Math.abs(minutes);
	const unit = count === 1 ? 'minute' : 'minutes';
	return minutes === 0 ? 'at the same time' : `${count} ${unit} ${minutes > 0 ? 'later' : 'earlier'}`;
};

const whatTexts: Record<ClashReason, (minutesLater: number) => string> = {
	sameText: () => 'has the same text',
	similarText: () => 'has nearly the same text',
	closeInTime: (minutesLater) => `has another post ${minutesText(minutesLater)}`,
};

/** Says where the other post is: in an item of the run, at a time, or waiting for one. */
function placeOf({ item, status = '' }: OtherPost, time: number | undefined, zone: string): string {
	if (item !== undefined) return `in item ${item}`;
	return time === undefined
		? `in a post that is ${nameOf(statusNames, status)}`
		: `on ${momentIn(zone, toTimestamp(time))}`;
}

/** Returns a clash for the output, with a sentence that names the other post. `zone` is the workflow's time zone. */
export function showClash(
	{ reason, channel, other, otherChannel, minutesLater }: Clash<OtherPost>,
	zone: string,
): ShownClash {
	const { channelId, platform, handle } = channel;
	const { caption, time, url } = otherChannel;
	const label = channelLabel(platform || otherChannel.platform, handle ?? otherChannel.handle, channelId);
	const what = whatTexts[reason](minutesLater ?? 0);
	const quote = caption.trim() === '' ? '' : `: '${shortened(caption.trim(), captionMax)}'`;
	return {
		reason,
		channelId,
		channel: label,
		postId: other.postId ?? null,
		item: other.item ?? null,
		status: other.status ?? null,
		time: time === undefined ? null : String(inZone(toTimestamp(time), zone)),
		minutesLater: minutesLater ?? null,
		caption,
		url: url ?? null,
		message: `${label} ${what} ${placeOf(other, time, zone)}${quote}${url ? ` (${url})` : ''}`,
	};
}

/** A clash as an entry of the output. */
export const toEntry = (clash: ShownClash): IDataObject => ({ ...clash });

const namedMax = 3;

/** Names the first clashes, one sentence each, and counts the others. */
export function nameClashes(clashes: readonly ShownClash[]): string[] {
	const left = clashes.length - namedMax;
	const named = clashes.slice(0, namedMax).map(({ message }) => message);
	return left > 0 ? [...named, `The field clashes lists ${left} more`] : named;
}
