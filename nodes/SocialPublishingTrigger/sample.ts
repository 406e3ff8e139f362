import type { PublishingClient } from '../../client/publishing';
import type { ListPosts } from '../../client/publishing/requests';
import type { Post } from '../../client/publishing/schemas';
import type { PostStatus } from '../../client/publishing/values';
import { ParameterError } from '../shared/errors';
import {
	channelEventNames,
	eventsOf,
	filterEvents,
	matchesPost,
	statusesOf,
	type EventFilter,
	type EventName,
	type PostEvent,
} from './events';
import { incidentEventNames, type Incident } from './incidents/findIncidents';
import { sampleIncidents } from './incidents/sampleIncidents';
import type { TriggerSettings } from './settings';

const sampleSize = 5;
/** How many posts to search for a sample. */
const searchedPosts = 300;
/** A time before all posts, so a sample shows the events that led to it. */
const longAgo = '1970-01-01T00:00:00+00:00';

/** Returns the events that a change of a post causes. */
const changeEventsOf = (events: EventName[]): EventName[] =>
	events.filter((event) => !incidentEventNames.includes(event));

/** Whether a post in any status can be a sample of one of the events. */
const isAboutAnyStatus = (events: EventName[]): boolean => statusesOf(events).length < events.length;

/** Lets the service leave out posts that can't match. */
function queryOf({ events, channelIds, statuses }: TriggerSettings): ListPosts {
	const wanted = isAboutAnyStatus(events) ? [] : statusesOf(events);
	const common = wanted.filter((status) => statuses.length === 0 || statuses.includes(status));
	const [accountId, ...others] = channelIds;
	return {
		status: (wanted.length > 0 ? common : statuses) as PostStatus[],
		...(others.length === 0 && accountId !== undefined ? { accountId } : {}),
	};
}

/** Whether the current version of a post could have caused one of the events. */
function isSample(filter: EventFilter, post: Post): boolean {
	const { events } = filter;
	const isAny = events.includes('anyChange') || events.includes('postCreated');
	const byChannel: Partial<Record<EventName, boolean>> = {
		channelFailed: post.channels.some(({ status }) => status === 'failed'),
		channelPublished: post.channels.some(({ status }) => status === 'published'),
		channelWarning: post.channels.some(({ warnings }) => warnings.length > 0),
	};
	const hasChannel = channelEventNames.some((event) => events.includes(event) && byChannel[event]);
	const statuses: readonly string[] = statusesOf(events);
	return matchesPost(filter, post) && (isAny || hasChannel || statuses.includes(post.status));
}

/** Returns the events of the newest matching posts, as if they had just happened. */
async function samplePosts(
	client: PublishingClient,
	settings: TriggerSettings,
	credentialId: string | undefined,
): Promise<PostEvent[]> {
	const events = changeEventsOf(settings.events);
	if (events.length === 0) return [];
	const filter: EventFilter = { ...settings, events, credentialId };
	const posts = await client.posts.list(queryOf({ ...settings, events }), searchedPosts);
	const fitting = posts.filter((post) => isSample(filter, post)).slice(0, sampleSize);
	return fitting.flatMap((post) => filterEvents(filter, eventsOf({ post, since: longAgo })));
}

/**
 * Returns events of the user's posts and channels, as if they had just happened, for testing a workflow. Doesn't change the stored
 * state. Throws a `ParameterError` if no post and no channel matches.
 */
export async function readSample(
	client: PublishingClient,
	settings: TriggerSettings,
): Promise<{ events: PostEvent[]; incidents: Incident[] }> {
	const credentialId = settings.onlyThisKey ? (await client.me()).credential.id : undefined;
	const events = await samplePosts(client, settings, credentialId);
	const incidents = await sampleIncidents(client, settings, credentialId);
	if (events.length + incidents.length > 0) return { events, incidents };
	throw new ParameterError(
		'No post matches the events and filters yet',
		"Create a post, or change 'Trigger On' or 'Filters', then try again",
	);
}
