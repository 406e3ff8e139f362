import { sentences } from '../../shared/errorTexts.js';
import { namesOf, type LeftOut, type NothingToSend } from './failedPost.js';
import { nameOf, statusNames } from '../words/labels.js';

type Describe = (skipped: NothingToSend) => string[];

const leftOutFor = (leftOut: readonly LeftOut[], ...reasons: Array<LeftOut['reason']>): string =>
	namesOf(leftOut.filter(({ reason }) => reasons.includes(reason)));

const texts: Record<NothingToSend['reason'], Describe> = {
	alreadySent: ({ post }) => [
		`The post ${post.id} has the same content and is ${nameOf(statusNames, post.status)}, so nothing was sent`,
		post.status === 'partially_published'
			? "To send the channels on which it failed, use 'Send Again' with that post"
			: "To send other channels, name them in 'Only These Channel Names or IDs'",
	],
	dealtWith: () => [
		'Someone has dealt with the channels on which this post failed, so nothing was sent',
		"To send to them anyway, name them in 'Only These Channel Names or IDs'",
	],
	noChannelLeft: ({ leftOut }) => [
		`Can't publish to ${leftOutFor(leftOut, 'gone', 'needsReconnect', 'notConnected')}, so nothing was sent`,
		'Reconnect the channel in the web app',
	],
	nothingFailed: () => [
		'The networks took this post back after it was published, and it failed nowhere else, so nothing was sent',
		"To send it again, turn on 'Taken Back Too'",
	],
};

/** Says why a post wasn't sent again, and what to do if that isn't wanted. */
export const describeSkipped = (skipped: NothingToSend): string =>
	sentences(...texts[skipped.reason](skipped));
