import { sentences } from '../../shared/errorTexts.js';
import { namesOf, type LeftOut, type NothingToSend } from './failedPost.js';
import { titleOf } from '../output/sentences.js';
import { nameOf, statusNames } from '../words/labels.js';

type Describe = (skipped: NothingToSend) => [reason: string, advice: string];

const leftOutFor = (leftOut: readonly LeftOut[], ...reasons: Array<LeftOut['reason']>): string =>
	namesOf(leftOut.filter(({ reason }) => reasons.includes(reason)));

const texts: Record<NothingToSend['reason'], Describe> = {
	alreadySent: ({ post }) => [
		`the post ${post.id} has the same content and the status ${nameOf(statusNames, post.status)}`,
		post.status === 'partially_published'
			? "To send the channels on which it failed, use 'Send Again' with that post"
			: "To send other channels, name them in 'Only These Channel Names or IDs'",
	],
	dealtWith: () => [
		'someone has dealt with the channels on which it failed',
		"To send to them anyway, name them in 'Only These Channel Names or IDs'",
	],
	noChannelLeft: ({ leftOut }) => [
		`nothing can be published to ${leftOutFor(leftOut, 'gone', 'needsReconnect', 'notConnected')}`,
		'Reconnect the channel in the web app',
	],
	nothingFailed: () => [
		'the networks took it back after it was published, and it failed nowhere else',
		"To send it again, turn on 'Taken Back Too'",
	],
};

/** Says why a post wasn't sent again, and what to do if that isn't wanted. */
export function describeSkipped(skipped: NothingToSend): string {
	const [reason, advice] = texts[skipped.reason](skipped);
	return sentences(`${titleOf(skipped.post)} wasn't sent again, because ${reason}`, advice);
}
