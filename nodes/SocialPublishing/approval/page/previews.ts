import { asObject, isObject, ownValue } from '../../../../client/http/json.js';
import {
	characterCount,
	charactersOf,
	counted,
	firstCharacters,
	isLongerThan,
} from '../../../../client/http/text.js';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Channel, Post, PostChannel } from '../../../../client/publishing/schemas.js';
import { findAddressesAnd } from '../../../../client/publishing/text/links.js';
import { nameOf, optionLabel, optionValueLabel, platformNames } from '../../words/labels.js';
import { type Html, markup, type Fragment } from '../markup.js';
import { anchors, factList, noticeBox, type Notice } from './html.js';
import type { MediaNote } from '../request.js';
import { classOfNetwork, networkLooks } from './style.js';

export interface PreviewChannel {
	id: string;
	/** The network as the service writes it. It selects the color. */
	platform: string;
	/** The network's name as people write it, e.g. Bluesky. */
	network: string;
	handle: string;
	/** The maximum number of characters. Undefined if it isn't known. */
	captionMax?: number;
	titleMax?: number;
}

/** The post as one or several channels show it. */
export interface PreviewView {
	/** Empty for a post without channels. */
	channels: PreviewChannel[];
	caption: string;
	/** How many characters the network shows before it cuts the text. Undefined if it isn't known, or if the text is shorter. */
	visibleCharacters?: number;
	title?: string;
	link?: string;
	/** Labels and values: first comment, board, and the options of the network. */
	facts: Array<[label: string, value: string]>;
	/** Errors and warnings for these channels. */
	notices: Notice[];
	/** Whether there is no room to show the pictures again. */
	omitsPictures?: boolean;
}

/** A file of a post. */
export interface MediaView {
	name: string;
	/** E.g. `Video, 1:05`. */
	details: string;
	/** For people who can't see the file. Undefined if it has none, or if it isn't known. */
	altText?: string;
	/** Base64 of a small image. */
	picture?: { mimeType: string; data: string };
}

/** Reads a picture that n8n stores, as base64. Undefined if it's gone or too large. */
export type ReadPicture = (id: string) => Promise<string | undefined>;

interface PreviewSources {
	channels: Channel[];
	client: PublishingClient;
	/** The position of the item in the request. */
	index: number;
	/** The errors and warnings for channels that show the same, each of them once. */
	noticesFor: (channelIds: readonly string[]) => Notice[];
}

/** Formats the value of an option for people. */
export function inWords(value: unknown): string {
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	if (Array.isArray(value)) return value.map(inWords).join(', ');
	if (isObject(value)) return JSON.stringify(value, undefined, 1);
	return String(value ?? '');
}

function optionFacts(options: unknown): Array<[string, string]> {
	return Object.values(asObject(options))
		.filter(isObject)
		.flatMap((ofNetwork) => Object.entries(ofNetwork))
		.filter(([, value]) => value !== null && value !== undefined)
		.map(([name, value]): [string, string] => [
			optionLabel(name),
			typeof value === 'string' ? optionValueLabel(name, value) : inWords(value),
		]);
}

/** Returns the board's name, or its ID if the name can't be read. */
async function boardName({ client }: PreviewSources, channelId: string, boardId: string): Promise<string> {
	const boards = await client.accounts.boards(channelId).catch(() => []);
	return boards.find(({ id }) => id === boardId)?.name ?? boardId;
}

async function channelPreview(post: Post, own: PostChannel, sources: PreviewSources): Promise<PreviewView> {
	const { accountId, platform, handle, boardId } = own;
	const channel = sources.channels.find(({ id }) => id === accountId);
	const { charLimit, title, link } = channel?.capabilities ?? {};
	const firstComment = own.firstComment ?? post.firstComment ?? '';
	const caption = own.caption ?? post.caption;
	const max = ownValue<{ visibleCharacters?: number }>(networkLooks, platform)?.visibleCharacters;
	return {
		channels: [
			{
				id: accountId,
				platform,
				network: nameOf(platformNames, platform),
				handle: channel?.handle ?? handle ?? accountId,
				captionMax: charLimit ?? undefined,
				titleMax: title?.maxChars ?? undefined,
			},
		],
		caption,
		visibleCharacters: max !== undefined && isLongerThan(caption, max) ? max : undefined,
		title: title?.supported === false ? undefined : (own.title ?? post.title ?? undefined),
		link: link === false ? undefined : (post.linkUrl ?? undefined),
		facts: [
			...(firstComment === '' ? [] : [['First Comment', firstComment] as [string, string]]),
			...(boardId ? [['Board', await boardName(sources, accountId, boardId)] as [string, string]] : []),
			...optionFacts(own.options),
		],
		notices: [],
	};
}

/** Joins previews that look the same, so that a post for many channels is read once. */
function joinSame(previews: PreviewView[]): PreviewView[] {
	const byLook = new Map<string, PreviewView>();
	for (const preview of previews) {
		// Everything except the names of the channels and what is wrong there.
		const { caption, visibleCharacters, title, link, facts } = preview;
		const look = JSON.stringify([caption, visibleCharacters, title, link, facts]);
		const { channels = [] } = byLook.get(look) ?? {};
		byLook.set(look, { ...preview, channels: [...channels, ...preview.channels] });
	}
	return [...byLook.values()];
}

/** Returns the post as its channels show it, once for all channels that show the same. */
export async function previewViews(post: Post, sources: PreviewSources): Promise<PreviewView[]> {
	const { caption, title, linkUrl } = post;
	if (post.channels.length === 0)
		return [
			{
				channels: [],
				caption,
				title: title ?? undefined,
				link: linkUrl ?? undefined,
				facts: [],
				notices: [],
			},
		];
	const previews = post.channels.map(async (channel) => await channelPreview(post, channel, sources));
	return joinSame(await Promise.all(previews)).map((preview, position) => {
		const anchor = anchors.preview(sources.index, position);
		const notices = sources.noticesFor(preview.channels.map(({ id }) => id));
		return { ...preview, notices: notices.map((notice) => ({ anchor, ...notice })) };
	});
}

const seconds = (duration: number): string =>
	`${Math.floor(duration / 60)}:${String(Math.floor(duration % 60)).padStart(2, '0')}`;

const fileSize = (bytes: number): string =>
	bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const mediaNames: Record<string, string> = { gif: 'GIF', image: 'Image', video: 'Video' };

function mediaView(note: MediaNote): MediaView {
	const { fileName, mediaType, durationSec, sizeBytes, width, height, altText } = note;
	const details = [
		ownValue(mediaNames, mediaType ?? ''),
		durationSec === undefined ? undefined : seconds(durationSec),
		width === undefined || height === undefined ? undefined : `${width} × ${height}`,
		sizeBytes === undefined ? undefined : fileSize(sizeBytes),
	];
	return {
		name: fileName ?? 'File',
		details: details.filter((detail) => detail !== undefined).join(', '),
		...(altText === undefined ? {} : { altText }),
	};
}

/** Returns the post's current media, with pictures that are embedded in the page. */
export const mediaViews = async (
	{ mediaAssetIds }: Post,
	media: MediaNote[],
	readPicture: ReadPicture,
): Promise<MediaView[]> =>
	await Promise.all(
		mediaAssetIds.map(async (assetId) => {
			// There is no note about an asset that this node hasn't uploaded.
			const note = media.find((each) => each.assetId.toLowerCase() === assetId.toLowerCase());
			if (note === undefined) return { name: `Asset ${assetId}`, details: 'Unknown file' };
			const { picture } = note;
			const data = picture && (await readPicture(picture.id).catch(() => undefined));
			const hasPicture = picture !== undefined && data !== undefined;
			return { ...mediaView(note), ...(hasPicture ? { picture: { mimeType: picture.mimeType, data } } : {}) };
		}),
	);

/** Hashtags and mentions, which networks show in a color. */
const tag = /(?<![\p{L}\p{N}_&/])[#@][\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu;

/** A text with its links, hashtags and mentions marked. Nothing in it becomes a link. */
export function markedText(text: string): Fragment {
	const parts: Fragment[] = [];
	let position = 0;
	for (const { text: found, start, end } of findAddressesAnd(tag, text)) {
		parts.push(text.slice(position, start), markup`<b class="mark">${found}</b>`);
		position = end;
	}
	return [...parts, text.slice(position)];
}

/** How far before the limit a text is cut at a space instead of inside a word. */
const wordMax = 30;

/** Cuts a text where the network does, but not inside a word. The second part is empty for a short text. */
function cut(text: string, max: number | undefined): [visible: string, rest: string] {
	if (max === undefined || !isLongerThan(text, max)) return [text, ''];
	const first = firstCharacters(text, max);
	const space = first.search(/\s\S*$/);
	const end = space > 0 && space > first.length - wordMax ? space : first.length;
	return [text.slice(0, end), text.slice(end)];
}

/** The text as the network shows it. A long text scrolls, also with the keyboard. */
function words({ caption, visibleCharacters }: PreviewView): Html {
	if (caption === '') return markup`<p class="dim">No caption</p>`;
	const [visible, rest] = cut(caption, visibleCharacters);
	const more =
		rest !== '' &&
		markup`<details class="more"><summary><span class="closed">See more</span><span class="opened">See less</span></summary>${markedText(rest)}</details>`;
	return markup`<div class="text" dir="auto" role="group" tabindex="0" aria-label="Caption">${markedText(visible)}${more}</div>`;
}

/** The network by its color and its first letters. A workspace often has the same handle everywhere. */
const avatar = ({ platform, network }: PreviewChannel): Html =>
	markup`<span class="avatar ${classOfNetwork(platform)}" aria-hidden="true">${[...network].slice(0, 2)}</span>`;

/** Joins parts as a sentence does: `a, b and c`. */
const joined = (parts: Html[]): Fragment =>
	parts.map((part, index) => {
		const separator = index === 0 ? '' : index === parts.length - 1 ? ' and ' : ', ';
		return markup`${separator}${part}`;
	});

/** Names the channels: `Facebook and LinkedIn · Acme` if they have the same handle. */
function channelNames(channels: PreviewChannel[]): Fragment {
	const [{ handle } = { handle: '' }] = channels;
	if (channels.length === 0) return 'No channel yet';
	if (channels.every((channel) => channel.handle === handle))
		return markup`${joined(channels.map(({ network }) => markup`${network}`))} · <bdi>${handle}</bdi>`;
	return joined(channels.map((channel) => markup`${channel.network} · <bdi>${channel.handle}</bdi>`));
}

function countLine(networks: string, text: string, max: number | undefined): Html {
	const length = characterCount(text);
	const label = networks === '' ? '' : `${networks}: `;
	if (max === undefined) return markup`<p class="count">${label}${counted(length, 'character')}</p>`;
	const isOver = length > max;
	return markup`<p class="count${isOver ? ' over' : ''}">${label}${charactersOf(length, max)}${isOver ? ': too long' : ''}</p>`;
}

function counts(channels: PreviewChannel[], text: string, limit: 'captionMax' | 'titleMax'): Fragment {
	const limits = [...new Set(channels.map((channel) => channel[limit]))];
	if (limits.length < 2) return countLine('', text, limits[0]);
	return limits.map((max) => {
		const networks = channels.filter((channel) => channel[limit] === max).map(({ network }) => network);
		return countLine([...new Set(networks)].join(', '), text, max);
	});
}

const linkCard = (link: string): Html =>
	markup`<p class="link"><span class="dim">${URL.canParse(link) ? new URL(link).host : 'Link'}</span><bdi>${link}</bdi></p>`;

const altTextLine = ({ altText }: MediaView): Fragment =>
	altText !== undefined && markup`<p class="alt">Alt text: <bdi>${altText}</bdi></p>`;

const fileEntry = (file: MediaView): Html =>
	markup`<li class="file"><bdi>${file.name}</bdi><span class="dim">${file.details}</span>${altTextLine(file)}</li>`;

const pictureEntry = (file: MediaView): Html =>
	file.picture === undefined
		? fileEntry(file)
		: markup`<li><img src="data:${file.picture.mimeType};base64,${file.picture.data}" alt="${file.name} (${file.details})">${altTextLine(file)}</li>`;

/** The media in their order. Pictures keep their ratio. */
function mediaList(media: MediaView[], omitsPictures = false): Fragment {
	if (media.length === 0) return false;
	const shape = media.length === 1 ? 'one' : 'several';
	return markup`<ul class="media ${shape}" role="list" aria-label="Media">${media.map(omitsPictures ? fileEntry : pictureEntry)}</ul>`;
}

/** Draws a post as one or several channels show it. */
export function previewCard(
	preview: PreviewView,
	media: MediaView[],
	{ index, position }: { index: number; position: number },
): Html {
	const { channels, caption, title, link, facts, notices, omitsPictures } = preview;
	const hasTitle = title !== undefined && title !== '';
	return markup`<section class="channel" id="${anchors.preview(index, position)}">
<div class="who"><span class="avatars">${channels.map(avatar)}</span><h3>${channelNames(channels)}</h3></div>
${notices.map(noticeBox)}
<div class="mock">${hasTitle && markup`<p class="title"><strong dir="auto"><bdi>${title}</bdi></strong></p>`}
${words(preview)}${mediaList(media, omitsPictures)}${link !== undefined && linkCard(link)}</div>
${hasTitle && counts(channels, title, 'titleMax')}${counts(channels, caption, 'captionMax')}
${factList(facts)}</section>`;
}
