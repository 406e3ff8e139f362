import type { PublishingClient } from '../../client/publishing';
import type { ListPosts } from '../../client/publishing/requests';
import type { PostStatus } from '../../client/publishing/values';
import { ParameterError } from '../shared/errors';
import { occurrencesOf, type Occurrence } from './changes';
import { statusesOf, type EventName } from './events';
import { isSample, select, type Selection } from './selection';
import type { TriggerSettings } from './settings';

const sampleSize = 5;
/** How far back a sample is looked for. */
const searchedPosts = 300;
/** Everything is after this time, so that a sample shows the events that led to it. */
const longAgo = '1970-01-01T00:00:00+00:00';

/** Whether a post in any state may be a sample of one of the events. */
const isAboutAnyState = (events: EventName[]): boolean => statusesOf(events).length < events.length;

/** Lets the service leave out what cannot fit. */
function queryOf({ events, channelIds, statuses }: TriggerSettings): ListPosts {
	const wanted = isAboutAnyState(events) ? [] : statusesOf(events);
	const common = wanted.filter((status) => statuses.length === 0 || statuses.includes(status));
	const [accountId, ...others] = channelIds;
	return {
		status: (wanted.length > 0 ? common : statuses) as PostStatus[],
		...(others.length === 0 && accountId !== undefined ? { accountId } : {}),
	};
}

/** The newest posts that fit, as if they had just happened, for trying out a workflow; stored state is not looked at. */
export async function readSample(client: PublishingClient, settings: TriggerSettings): Promise<Occurrence[]> {
	const { events, onlyThisKey } = settings;
	const credentialId = onlyThisKey ? (await client.me()).credential.id : undefined;
	const selection: Selection = { ...settings, credentialId };
	const posts = await client.posts.list(queryOf(settings), searchedPosts);
	const fitting = posts.filter((post) => isSample(selection, statusesOf(events), post)).slice(0, sampleSize);
	if (fitting.length > 0) {
		return fitting.flatMap((post) => select(selection, occurrencesOf({ post, since: longAgo })));
	}
	throw new ParameterError(
		'There is no post yet that fits',
		"Create one, or choose other events under 'Trigger On' or other filters, and try again",
	);
}
