import { characterCount, charactersOf, isBlank } from '../../http/text.js';
import { ownValue } from '../../http/json.js';
import { optionProblems } from '../options/check.js';
import type { Channel } from '../schemas.js';
import type { MediaType } from '../values.js';
import type { FindingCode } from '../findings.js';
import type { ChannelContent, RuleFinding } from './types.js';

/** A rule about one channel (contract section 2, capabilities). Returns what breaks it. */
type Rule = (content: ChannelContent, channel: Channel) => RuleFinding[];

const found = (
	code: FindingCode,
	isWrong: boolean,
	severity: RuleFinding['severity'],
	field: string,
	problem: string,
): RuleFinding[] => (isWrong ? [{ code, severity, field, problem }] : []);

/** The field that a finding is about: the override if the channel has its own value, otherwise the field of the post. */
const fieldOf = (
	{ own }: ChannelContent,
	{ id }: Channel,
	field: 'caption' | 'title' | 'firstComment',
): string => (typeof own[field] === 'string' ? `perAccount.${id}.${field}` : field);

const connection: Rule = (_matter, { needsReconnect, status }) => [
	...found('connectionLost', needsReconnect, 'later', 'accounts', 'must be reconnected in the web app first'),
	...found(
		'connectionExpires',
		status === 'token_expiring' && !needsReconnect,
		'warning',
		'accounts',
		'has a connection that expires soon. Reconnect it in the web app',
	),
];

const captionLength: Rule = (content, channel) => {
	const max = channel.capabilities.charLimit ?? Infinity;
	const length = characterCount(content.caption);
	const problem = `is too long: ${charactersOf(length, max)}`;
	return found('captionTooLong', length > max, 'later', fieldOf(content, channel, 'caption'), problem);
};

/** A title or a link alone can be enough on some networks. */
const somethingToSay: Rule = (content, channel) =>
	found(
		'captionMissing',
		isBlank(content.caption) && content.post.media.length === 0,
		isBlank(content.title) && !content.post.linkUrl ? 'later' : 'warning',
		fieldOf(content, channel, 'caption'),
		'is empty, and the post has no media',
	);

/** Whether posts have a title on the channel's network, although the service requires none (wire detail N46). */
const isTitled = ({ platform }: Channel): boolean => platform === 'youtube';

const title: Rule = (content, channel) => {
	const rules = channel.capabilities.title;
	const field = fieldOf(content, channel, 'title');
	const max = rules?.maxChars ?? Infinity;
	const length = characterCount(content.title);
	const isTaken = rules?.supported ?? true;
	return [
		...found(
			'titleMissing',
			Boolean(rules?.required) && isBlank(content.title),
			'later',
			field,
			'is required',
		),
		...found(
			'titleMissing',
			isTitled(channel) && isTaken && !rules?.required && isBlank(content.title),
			'warning',
			field,
			'is empty, so the service chooses one',
		),
		...found(
			'titleTooLong',
			isTaken && length > max,
			'later',
			field,
			`is too long: ${charactersOf(length, max)}`,
		),
		...found(
			'titleUnsupported',
			!isTaken && Boolean(content.own.title),
			'warning',
			field,
			"isn't supported by this channel",
		),
	];
};

const firstComment: Rule = (content, channel) =>
	found(
		'firstCommentUnsupported',
		channel.capabilities.firstComment === false && !isBlank(content.firstComment),
		'error',
		fieldOf(content, channel, 'firstComment'),
		"isn't supported by this channel. Remove it, or clear it in 'Channel Overrides'",
	);

const link: Rule = ({ post }, { capabilities }) =>
	found(
		'linkUnsupported',
		capabilities.link === false && Boolean(post.linkUrl),
		'warning',
		'linkUrl',
		"isn't shown there",
	);

/** With several channels on Pinterest, a board belongs to one of them. */
const missingBoard = ({ perAccount }: ChannelContent['post']): string =>
	Object.values(perAccount ?? {}).some((override) => override?.boardId)
		? "is required, and the one that is set belongs to another channel. Set it in 'Channel Overrides'"
		: 'is required';

const board: Rule = ({ own, post }, { id, capabilities: { boardRequired } }) => [
	...found('boardMissing', boardRequired === true && !own.boardId, 'later', 'boardId', missingBoard(post)),
	...found(
		'boardUnsupported',
		boardRequired === false && Boolean(own.boardId),
		'warning',
		`perAccount.${id}.boardId`,
		"isn't supported by this channel, which has no boards",
	),
];

const kindsThatFit: Record<string, readonly MediaType[]> = {
	video: ['video'],
	visual: ['gif', 'image', 'video'],
};
const kindNames: Record<string, string> = { video: 'a video', visual: 'an image or a video' };

const media: Rule = ({ post }, { capabilities: { mediaRequired } }) => {
	const fitting = ownValue(kindsThatFit, mediaRequired ?? '');
	if (!fitting || !mediaRequired) return [];
	const kinds = post.media.map(({ mediaType }) => mediaType);
	if (kinds.some((kind) => kind !== undefined && fitting.includes(kind))) return [];
	const unknown = post.media.filter(({ mediaType }) => mediaType === undefined);
	if (unknown.length === 0)
		return found('mediaMissing', true, 'later', 'mediaAssetIds', `must have ${kindNames[mediaRequired]}`);
	// Every finished asset is an image, a GIF or a video.
	return found(
		'mediaUnknown',
		mediaRequired !== 'visual' && !unknown.some(({ isReadLater }) => isReadLater),
		'warning',
		'mediaAssetIds',
		`can't be checked here. The channel requires ${kindNames[mediaRequired]}`,
	);
};

const foreignOptions: Rule = ({ own }, { id, capabilities: { optionsKey } }) =>
	Object.entries(own.options ?? {})
		.filter(
			([key, values]) => key !== (optionsKey ?? undefined) && values !== null && optionsKey !== undefined,
		)
		.flatMap(([key]) =>
			found(
				'optionUnsupported',
				true,
				'error',
				`perAccount.${id}.options.${key}`,
				`isn't for this channel, which accepts ${optionsKey ? `options for ${optionsKey}` : 'no options'}`,
			),
		);

const optionsSchema: Rule = ({ own }, channel) =>
	optionProblems(own.options ?? {}, channel).map(({ path, problem }) => ({
		code: 'optionInvalid',
		severity: 'error',
		field: ['perAccount', channel.id, 'options', ...path].join('.'),
		problem,
	}));

/** The rules that follow from a channel's capabilities and its schema. */
export const channelRules: readonly Rule[] = [
	connection,
	captionLength,
	somethingToSay,
	title,
	firstComment,
	link,
	board,
	media,
	foreignOptions,
	optionsSchema,
];
