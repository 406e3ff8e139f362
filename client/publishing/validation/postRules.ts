import { quote } from '../../http/redact.js';
import { inSentence } from '../../http/text.js';
import { mapValues, recordOf } from '../../http/json.js';
import { requestProblems } from '../../http/schemaCheck.js';
import { createPostSchema } from '../requests.js';
import type { Channel } from '../schemas.js';
import type { Finding, FindingCode } from '../findings.js';
import { fileLabel, fileProblems } from './fileRules.js';
import { textFindings } from './textRules.js';
import type { PostToCheck } from './types.js';

const finding = (
	code: FindingCode,
	severity: Finding['severity'],
	field: string,
	problem: string,
): Finding => ({
	code,
	severity,
	field,
	problem,
});

/** Returns overrides without the options in the channel's schema. The rules of the channel check them, because it can be newer. */
function withoutDescribed(
	perAccount: PostToCheck['perAccount'],
	channels: Channel[],
): PostToCheck['perAccount'] {
	if (!perAccount) return undefined;
	return mapValues(perAccount, (override, id) => {
		const channel = channels.find((each) => each.id === id);
		const key = channel?.optionsSchema ? channel.capabilities.optionsKey : undefined;
		if (!key || !override?.options) return override;
		const others = Object.entries(override.options).filter(([name]) => name !== key);
		return { ...override, options: recordOf(others) };
	});
}

/** What a post to check has besides the fields of the request. */
const ofTheCheck = ['media', 'lostMedia', 'liveOptions', 'mayBeDone', 'keepsProposal'];

/** Checks the limits of the request: number of channels, IDs, lengths, times with an offset (contract section 4). */
function bounds(post: PostToCheck, channels: Channel[]): Finding[] {
	const request = Object.entries(post).filter(([name]) => !ofTheCheck.includes(name));
	const perAccount = withoutDescribed(post.perAccount, channels);
	return requestProblems(createPostSchema, { ...Object.fromEntries(request), perAccount }).map(
		({ field, problem }) => {
			const [, channelId = ''] = /^perAccount\.([^.]+)/.exec(field) ?? [];
			return about(channels, channelId, finding('valueInvalid', 'error', field, problem));
		},
	);
}

/** A text that leads nowhere isn't a link, although the contract refuses only other schemes (N46). */
const badLink = ({ linkUrl }: PostToCheck): Finding[] =>
	typeof linkUrl !== 'string' || linkUrl.trim() === '' || /^https?:\/\/\S+$/i.test(linkUrl.trim())
		? []
		: [
				finding(
					'valueInvalid',
					'error',
					'linkUrl',
					`isn't a web address: ${quote(linkUrl)}. A web address starts with https:// or http://`,
				),
			];

/** How long ago a time can be so that the service still accepts it, in milliseconds (contract N43). */
const graceMs = 60_000;

function times(post: PostToCheck, now: number): Finding[] {
	const { delivery, mayBeDone, keepsProposal } = post;
	if (mayBeDone) return [];
	const at = delivery?.mode === 'at' ? delivery.at : undefined;
	const proposedPublishAt = keepsProposal ? undefined : post.proposedPublishAt;
	return Object.entries({ at, proposedPublishAt })
		.filter(([, time]) => typeof time === 'string' && Date.parse(time) < now - graceMs)
		.map(([name, time]) => finding('timePassed', 'error', name, `is in the past (${time})`));
}

/** Adds to a finding the channel that it is about, if the key has such a channel. */
function about(channels: Channel[], channelId: string, of: Finding): Finding {
	const { platform, handle } = channels.find(({ id }) => id === channelId) ?? {};
	return platform === undefined ? of : { ...of, accountId: channelId, platform, handle };
}

function repeats({ accounts }: PostToCheck, channels: Channel[]): Finding[] {
	const seen = new Set<string>();
	const problem = "is more than once in 'Channel Names or IDs'. The post is published there once";
	return accounts
		.filter((id) => seen.size === seen.add(id).size)
		.map((id) => about(channels, id, finding('channelRepeated', 'warning', 'accounts', problem)));
}

function targets({ accounts, perAccount = {} }: PostToCheck, channels: Channel[]): Finding[] {
	const problem = "is for a channel that isn't in 'Channel Names or IDs'. It isn't sent";
	return Object.keys(perAccount)
		.filter((id) => !accounts.includes(id))
		.map((id) => about(channels, id, finding('overrideUnused', 'warning', `perAccount.${id}`, problem)));
}

function queues({ accounts, delivery }: PostToCheck, channels: Channel[]): Finding[] {
	const chosen = delivery && 'queueIds' in delivery ? Object.entries(delivery.queueIds ?? {}) : [];
	return chosen.flatMap(([channelId, queueId]) => {
		const { queues: own = [] } = channels.find(({ id }) => id === channelId) ?? {};
		const wrong = (problem: string): Finding =>
			about(channels, channelId, finding('queueUnknown', 'error', `queueIds.${channelId}`, problem));
		if (!accounts.includes(channelId))
			return wrong("can't be used, because the channel isn't in 'Channel Names or IDs'");
		const isThere = queueId === null || own.some(({ id }) => id === queueId);
		const names = inSentence(['Main', ...own.map(({ name }) => name)]);
		return isThere
			? []
			: wrong(`is ${quote(queueId)}, which this channel doesn't have. Its queues: ${names}`);
	});
}

/** Lists what is wrong or unusual about single files, each with its name. */
const files = ({ media }: PostToCheck): Finding[] =>
	media.flatMap((file, index) =>
		fileProblems(file).map(({ code, severity, problem }) => {
			// Only one file can be meant, but a broken one is looked for.
			const isNamed = media.length > 1 || code === 'fileIncomplete';
			const label = isNamed ? fileLabel(media, index) : '';
			const named = label === '' ? 'a file' : `a file (${label})`;
			return finding(code, severity, 'mediaAssetIds', `has ${named} that ${problem}`);
		}),
	);

/** A post without the files that were chosen for it can be one that nobody wanted. */
const lost = ({ lostMedia }: PostToCheck): Finding[] =>
	lostMedia === undefined ? [] : [finding('mediaLost', 'warning', 'mediaAssetIds', lostMedia)];

/** Lists the files that couldn't be read. */
const unreadFiles = ({ media }: PostToCheck): Finding[] =>
	media.flatMap(({ problem }) =>
		problem ? [finding('fileUnreadable', problem.severity, 'mediaAssetIds', problem.text)] : [],
	);

/**
 * Checks the post as a whole.
 * @param now milliseconds since 1970
 * @param channels the key's channels. Empty if the service doesn't say
 */
export const postFindings = (post: PostToCheck, now: number, channels: Channel[]): Finding[] => [
	...times(post, now),
	...repeats(post, channels),
	...targets(post, channels),
	...textFindings(post, channels),
	...files(post),
	...unreadFiles(post),
	...lost(post),
];

/** Checks the request against the limits of the contract and against the queues and options of the key's channels. */
export const requestFindings = (post: PostToCheck, channels: Channel[]): Finding[] => [
	...bounds(post, channels),
	...badLink(post),
	...queues(post, channels),
];
