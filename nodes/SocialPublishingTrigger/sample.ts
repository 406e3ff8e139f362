import type { PublishingClient } from '../../client/publishing';
import { ParameterError } from '../shared/errors';
import { occurrencesOf, type Occurrence } from './changes';
import { statusesOf } from './events';
import { isSample, select, type Selection } from './selection';
import type { TriggerSettings } from './settings';

const sampleSize = 5;
/** How far back a sample is looked for. */
const searchedPosts = 300;
/** Everything is after this time, so that a sample shows the events that led to it. */
const longAgo = '1970-01-01T00:00:00+00:00';

/** The newest posts that fit, as if they had just happened, for trying out a workflow; stored state is not looked at. */
export async function readSample(client: PublishingClient, settings: TriggerSettings): Promise<Occurrence[]> {
	const { events, channelIds, statuses, onlyThisKey } = settings;
	const credentialId = onlyThisKey ? (await client.me()).credential.id : undefined;
	const selection: Selection = { events, channelIds, statuses, credentialId };
	const posts = await client.posts.list({}, searchedPosts);
	const fitting = posts.filter((post) => isSample(selection, statusesOf(events), post)).slice(0, sampleSize);
	if (fitting.length > 0) {
		return fitting.flatMap((post) => select(selection, occurrencesOf({ post }, longAgo)));
	}
	throw new ParameterError(
		'There is no post yet that fits',
		"Create one, or choose other events under 'Trigger On' or other filters, and try again",
	);
}
