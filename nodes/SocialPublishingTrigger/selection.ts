import type { Post } from '../../client/publishing/schemas';
import { channelEventNames, type EventName } from './events';
import type { Occurrence } from './changes';

/** What the user wants to hear about. Empty lists let everything through. */
export interface Selection {
	events: EventName[];
	channelIds: string[];
	statuses: string[];
	/** Only posts made with this key. */
	credentialId?: string;
}

const passes = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);

/** Whether the filters let a post through. */
export function matchesPost({ channelIds, statuses, credentialId }: Selection, post: Post): boolean {
	return (
		passes(statuses, post.status) &&
		(channelIds.length === 0 || post.channels.some(({ accountId }) => channelIds.includes(accountId))) &&
		(credentialId === undefined || post.createdVia?.credentialId === credentialId)
	);
}

/** Picks what the user asked for of what happened to one post; "any change" speaks when nothing else does. */
export function select(selection: Selection, occurrences: Occurrence[]): Occurrence[] {
	const wanted = occurrences.filter(
		({ event, post, channel }) =>
			selection.events.includes(event) &&
			matchesPost(selection, post) &&
			(channel === undefined || passes(selection.channelIds, channel.accountId)),
	);
	const specific = wanted.filter(({ event }) => event !== 'anyChange');
	return specific.length > 0 ? specific : wanted;
}

/** Whether a post, as it stands, could have been an event: for a sample. */
export function isSample(selection: Selection, statuses: readonly string[], post: Post): boolean {
	const { events } = selection;
	const isAny = events.includes('anyChange') || events.includes('postCreated');
	const byChannel: Partial<Record<EventName, boolean>> = {
		channelFailed: post.channels.some(({ status }) => status === 'failed'),
		channelPublished: post.channels.some(({ status }) => status === 'published'),
		channelWarning: post.channels.some(({ warnings }) => warnings.length > 0),
	};
	const hasChannel = channelEventNames.some((event) => events.includes(event) && byChannel[event]);
	return matchesPost(selection, post) && (isAny || hasChannel || statuses.includes(post.status));
}
