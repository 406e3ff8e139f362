import { characterCount } from '../../http/text';
import { ownValue, recordOf } from '../../http/json';
import type { ChannelOverride, Overrides } from '../requests';
import type { Channel } from '../schemas';
import { withoutMarkdown } from './markdown';
import { shorten } from './shorten';
import { isOnDomain, withUtm, type UtmValues } from './utm';

/** What is done to the texts of a post. */
export interface TextAdaptions {
	convertsMarkdown: boolean;
	shortens: boolean;
	/** How many hashtags at the end of a shortened text stay. */
	hashtags: number;
	/** Links on these domains and their subdomains get UTM parameters. An empty source becomes the network's name. */
	utm: UtmValues & { domains: string[] };
	/** Whether to also adapt titles, first comments and the texts of overrides. Otherwise only the caption is adapted. */
	includesOthers: boolean;
}

/** The texts of a post, as in its request. */
export interface Texts {
	caption?: string;
	title?: string | null;
	firstComment?: string | null;
	linkUrl?: string | null;
	perAccount?: Overrides | null;
}

/** A text that a channel gets in place of the post's, and what was done to it. */
export interface AdaptedText {
	channelId: string;
	platform: string;
	handle: string;
	field: TextName;
	text: string;
	/** Such as "Markdown converted". */
	changes: string[];
}

type TextName = 'caption' | 'title' | 'firstComment';

/** A text on its way, with what was done to it. */
type Draft = Pick<AdaptedText, 'text' | 'changes'>;

type Change = (draft: Draft) => Draft;

const changedTo = (draft: Draft, text: string, ...changes: string[]): Draft =>
	text === draft.text ? draft : { text, changes: [...draft.changes, ...changes] };

const convert: Change = (draft) => {
	const { text, droppedImages } = withoutMarkdown(draft.text);
	const images = droppedImages === 1 ? '1 image left out' : `${droppedImages} images left out`;
	return changedTo(draft, text, 'Markdown converted', ...(droppedImages > 0 ? [images] : []));
};

const addUtm =
	({ domains, ...values }: TextAdaptions['utm'], platform: string, isMarkdown: boolean): Change =>
	(draft) => {
		const source = values.source || platform;
		const text = withUtm(draft.text, domains, { ...values, source }, isMarkdown);
		return changedTo(draft, text, 'UTM parameters added');
	};

const shortenTo =
	(max: number, hashtags: number): Change =>
	(draft) => {
		const text = shorten(draft.text, { max, hashtags });
		const [from, to] = [draft.text, text].map((one) => characterCount(one).toLocaleString('en-US'));
		return changedTo(draft, text, `Shortened from ${from} to ${to} characters`);
	};

/** What is done to one text of a channel, in this order. */
function changesOf(
	{ convertsMarkdown, shortens, hashtags, utm }: TextAdaptions,
	{ capabilities, platform }: Channel,
	field: TextName,
): Change[] {
	// dev.to shows Markdown, but not in titles.
	const showsMarkdown = platform === 'devto' && field === 'caption';
	const limits = {
		caption: capabilities.charLimit,
		title: capabilities.title?.maxChars,
		firstComment: undefined,
	};
	const max = limits[field] ?? undefined;
	return [
		...(convertsMarkdown && !showsMarkdown ? [convert] : []),
		...(field === 'title' || utm.domains.length === 0 ? [] : [addUtm(utm, platform, showsMarkdown)]),
		...(shortens && max !== undefined ? [shortenTo(max, hashtags)] : []),
	];
}

const isSupported = ({ capabilities }: Channel, field: TextName): boolean =>
	field === 'caption' ||
	(field === 'title' ? capabilities.title?.supported : capabilities.firstComment) !== false;

/** Returns the texts of one channel that differ from what the post says. */
function adaptFor(channel: Channel, texts: Texts, adaptions: TextAdaptions): AdaptedText[] {
	const own = ownValue(texts.perAccount ?? {}, channel.id) ?? {};
	const fields: TextName[] = adaptions.includesOthers ? ['caption', 'title', 'firstComment'] : ['caption'];
	return fields.flatMap((field) => {
		const typed = own[field];
		const isTyped = typeof typed === 'string';
		const written = typed ?? texts[field] ?? '';
		if (written === '' || !isSupported(channel, field) || (isTyped && !adaptions.includesOthers)) return [];
		const start: Draft = { text: written, changes: [] };
		const { text, changes } = changesOf(adaptions, channel, field).reduce(
			(draft, change) => change(draft),
			start,
		);
		const { id: channelId, platform, handle } = channel;
		return changes.length === 0 ? [] : [{ channelId, platform, handle: handle ?? '', field, text, changes }];
	});
}

/** Adds a text to the override of a channel. */
const withText = (overrides: Overrides, { channelId, field, text }: AdaptedText): Overrides =>
	recordOf<ChannelOverride | null>([
		...Object.entries(overrides),
		[channelId, { ...ownValue(overrides, channelId), [field]: text }],
	]);

/** A link of the post has no override, so it gets only the values that are the same for all networks. */
function adaptLink(linkUrl: string, { domains, ...values }: TextAdaptions['utm']): string {
	return isOnDomain(linkUrl, domains) ? withUtm(linkUrl, domains, values) : linkUrl;
}

/**
 * Adapts the texts of a post to its channels, as overrides, so that the post's own caption stays as it was written.
 * @param channels the channels of the post
 */
export function adaptTexts<T extends Texts>(
	texts: T,
	channels: Channel[],
	adaptions: TextAdaptions,
): { texts: T; adapted: AdaptedText[] } {
	const adapted = channels.flatMap((channel) => adaptFor(channel, texts, adaptions));
	const perAccount = adapted.reduce(withText, texts.perAccount ?? {});
	return {
		adapted,
		texts: {
			...texts,
			...(adapted.length > 0 ? { perAccount } : {}),
			...(texts.linkUrl ? { linkUrl: adaptLink(texts.linkUrl, adaptions.utm) } : {}),
		},
	};
}
