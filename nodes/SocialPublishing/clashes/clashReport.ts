import { inSentence, isBlank } from '../../../client/http/text.js';
import type { ComparedPost } from '../../../client/publishing/clashes/comparedPosts.js';
import type { Clash, ClashReason } from '../../../client/publishing/clashes/clashes.js';
import { inZone, momentIn, toTimestamp } from '../../shared/dates.js';
import { shown } from '../../shared/values.js';
import { channelPhrase, nameOf, statusNames } from '../words/labels.js';

/** A post with which an item is compared: one of the service, or another item of the run. */
export interface OtherPost extends ComparedPost {
	/** The index of the item that describes it. Undefined for a post that the run doesn't write. */
	item?: number;
}

/** A clash as the output shows it. Plain JSON. */
export type ShownClash = {
	reason: ClashReason;
	accountId: string;
	channel: string;
	postId: string | null;
	item: number | null;
	status: string | null;
	time: string | null;
	createdAt: string | null;
	minutesLater: number | null;
	caption: string;
	url: string | null;
	message: string;
};

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
function whereIs({ item, status = '' }: OtherPost, time: number | undefined, zone: string): string {
	if (item !== undefined) return `in item ${item}`;
	return time === undefined
		? `in a post with the status ${nameOf(statusNames, status)}`
		: `on ${momentIn(zone, toTimestamp(time))}`;
}

/** Returns a clash for the output, with a sentence that names the other post. `zone` is the workflow's time zone. */
export function showClash(
	{ reason, channel, other, otherChannel, minutesLater }: Clash<OtherPost>,
	zone: string,
): ShownClash {
	const { accountId, platform, handle } = channel;
	const { caption, time, url } = otherChannel;
	const label = channelPhrase(platform || otherChannel.platform, handle ?? otherChannel.handle, accountId);
	const what = whatTexts[reason](minutesLater ?? 0);
	const quoted = isBlank(caption) ? '' : `: ${shown(caption.trim())}`;
	return {
		reason,
		accountId,
		channel: label,
		postId: other.postId ?? null,
		item: other.item ?? null,
		status: other.status ?? null,
		time: time === undefined ? null : String(inZone(toTimestamp(time), zone)),
		createdAt: other.createdAt === undefined ? null : String(inZone(other.createdAt, zone)),
		minutesLater: minutesLater ?? null,
		caption,
		url: url ?? null,
		message: `${label} ${what} ${whereIs(other, time, zone)}${quoted}${url ? ` (${url})` : ''}`,
	};
}

const namedMax = 3;

/** The part of a clash's sentence that's the same for all channels. */
const withoutChannel = ({ channel, message }: ShownClash): string => message.slice(`${channel} has `.length);

/** Names the first posts with which an item clashes, one sentence each, and counts the others. */
export function nameClashes(clashes: readonly ShownClash[]): string[] {
	const channelsBySentence = new Map<string, Set<string>>();
	for (const clash of clashes) {
		const channels = channelsBySentence.get(withoutChannel(clash)) ?? new Set();
		channelsBySentence.set(withoutChannel(clash), channels.add(clash.channel));
	}
	const sentences = [...channelsBySentence].map(
		([sentence, channels]) => `${inSentence(channels)} ${channels.size === 1 ? 'has' : 'have'} ${sentence}`,
	);
	const left = sentences.length - namedMax;
	return left > 0 ? [...sentences.slice(0, namedMax), `The field clashes lists ${left} more`] : sentences;
}

/** Says when the first posts were made with which an item clashes, one sentence each. */
export const namePosts = (clashes: readonly ShownClash[], zone: string): string[] => {
	const times = new Map(clashes.map(({ postId, createdAt }) => [postId, createdAt]));
	return [...times]
		.flatMap(([postId, time]) => (postId && time ? [{ postId, time }] : []))
		.slice(0, namedMax)
		.map(({ postId, time }) => `The post ${postId} was created on ${momentIn(zone, time)}`);
};
