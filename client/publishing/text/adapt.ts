import { characterCount, comparableText, numberText } from '../../http/text.js';
import { ownValue, recordOf } from '../../http/json.js';
import { addToOverride } from '../overrides.js';
import { channelOf } from '../posts/channelStates.js';
import type { Overrides } from '../requests.js';
import type { Channel, Post } from '../schemas.js';
import { withoutMarkdown } from './markdown.js';
import { shorten } from './shorten.js';
import { isOnDomain, withUtm, type UtmValues } from './utm.js';

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
	accountId: string;
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

/** Returns a change that converts each text once, because several channels get the same. */
const convertOnce = (): Change => {
	const converted = new Map<string, Draft>();
	return (draft) => {
		const known = converted.get(draft.text) ?? convert(draft);
		converted.set(draft.text, known);
		return known;
	};
};

/** Converts Markdown. No change comes before it. */
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
		const [from, to] = [draft.text, text].map((one) => numberText(characterCount(one)));
		return changedTo(draft, text, `Shortened from ${from} to ${to} characters`);
	};

/** What is done to one text of a channel, in this order. */
function changesOf(
	{ adaptions: { convertsMarkdown, shortens, hashtags, utm }, convert }: Adaption,
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

/** The texts of an existing post and of its channels. */
export type FormerTexts = Pick<Post, TextName | 'channels'>;

/** A text of a channel that an earlier adaption has made, and that isn't needed any more. */
type OutdatedText = Pick<AdaptedText, 'accountId' | 'field'>;

/** What is adapted, for all channels of a post. */
interface Adaption {
	texts: Texts;
	adaptions: TextAdaptions;
	/** Undefined for a post that doesn't exist yet. */
	former: FormerTexts | undefined;
	convert: Change;
}

function adaptText(text: string, channel: Channel, field: TextName, adaption: Adaption): Draft {
	const start: Draft = { text, changes: [] };
	return changesOf(adaption, channel, field).reduce((draft, change) => change(draft), start);
}

/** The text that a channel of an existing post has of its own. Undefined if it has none, or if the request clears it. */
function formerTextOf({ id }: Channel, field: TextName, { texts: { perAccount }, former }: Adaption) {
	if (perAccount === null || ownValue(perAccount ?? {}, id) === null) return undefined;
	const own = former && channelOf(former, id);
	return own?.[field] ?? undefined;
}

/** Whether adapting the former text of the post gives a channel's own text. Otherwise, someone has typed it. */
const isAdapted = (own: string, channel: Channel, field: TextName, adaption: Adaption): boolean =>
	comparableText(adaptText(adaption.former?.[field] ?? '', channel, field, adaption).text) ===
	comparableText(own);

/** Adapts the texts of one channel. A text that someone has typed for it stays, unless the user wants to adapt it, too. */
function adaptFor(
	channel: Channel,
	adaption: Adaption,
): { adapted: AdaptedText[]; outdated: OutdatedText[] } {
	const { texts, adaptions } = adaption;
	const own = ownValue(texts.perAccount ?? {}, channel.id) ?? {};
	const fields: TextName[] = adaptions.includesOthers ? ['caption', 'title', 'firstComment'] : ['caption'];
	const adapted: AdaptedText[] = [];
	const outdated: OutdatedText[] = [];
	for (const field of fields.filter((name) => isSupported(channel, name))) {
		const former = formerTextOf(channel, field, adaption);
		const isOutdated = former !== undefined && isAdapted(former, channel, field, adaption);
		const typed = own[field] ?? (isOutdated || own[field] === null ? undefined : former);
		if (typed !== undefined && !adaptions.includesOthers) continue;
		const { text, changes } = adaptText(typed ?? texts[field] ?? '', channel, field, adaption);
		const { id: accountId, platform, handle } = channel;
		if (changes.length > 0) adapted.push({ accountId, platform, handle: handle ?? '', field, text, changes });
		else if (isOutdated && typed === undefined) outdated.push({ accountId, field });
	}
	return { adapted, outdated };
}

/** A link of the post has no override, so it gets only the values that are the same for all networks. */
function adaptLink(linkUrl: string, { domains, ...values }: TextAdaptions['utm']): string {
	return isOnDomain(linkUrl, domains) ? withUtm(linkUrl, domains, values) : linkUrl;
}

/** The overrides to which texts are added. If all overrides are cleared, each channel that has one is. */
function overridesOf({ perAccount }: Texts, former: FormerTexts | undefined): Overrides {
	if (perAccount !== null) return perAccount ?? {};
	return recordOf((former?.channels ?? []).map(({ accountId }) => [accountId, null] as const));
}

/**
 * Adapts the texts of a post to its channels, as overrides, so that the post's own caption stays as it was written.
 * @param channels the channels of the post
 * @param former the post before the change. Texts that an earlier adaption with the same settings has made are replaced or cleared
 */
export function adaptTexts<T extends Texts>(
	texts: T,
	channels: Channel[],
	adaptions: TextAdaptions,
	former?: FormerTexts,
): { texts: T; adapted: AdaptedText[] } {
	const adaption = { texts, adaptions, former, convert: convertOnce() };
	const found = channels.map((channel) => adaptFor(channel, adaption));
	const adapted = found.flatMap((one) => one.adapted);
	const cleared = found.flatMap(({ outdated }) => outdated.map((one) => ({ ...one, text: null })));
	const perAccount = [...adapted, ...cleared].reduce(
		(overrides, { accountId, field, text }) => addToOverride(overrides, accountId, { [field]: text }),
		overridesOf(texts, former),
	);
	return {
		adapted,
		texts: {
			...texts,
			...(adapted.length + cleared.length > 0 ? { perAccount } : {}),
			...(texts.linkUrl ? { linkUrl: adaptLink(texts.linkUrl, adaptions.utm) } : {}),
		},
	};
}
