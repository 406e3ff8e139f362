import { isLongerThan } from '../../../client/http/text';
import { asObject, isObject, ownValue } from '../../../client/http/json';
import type { PublishingClient } from '../../../client/publishing';
import type { Channel, Post, PostChannel } from '../../../client/publishing/schemas';
import { nameOf, optionLabel, optionValueLabel, platformNames } from '../labels';
import { anchors, type ItemView, type MediaView, type Notice, type PreviewView } from './pageModel';
import type { MediaNote } from './request';
import { networkLooks } from './style';

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

/** The maximum total size of pictures that are on the page more than once, in characters of base64. */
const repeatedCharactersMax = 8_000_000;

/** Leaves out pictures of further previews for which the page has no room. */
export function withinRoom(items: ItemView[]): ItemView[] {
	let room = repeatedCharactersMax;
	return items.map((item) => {
		if (item.post === undefined) return item;
		const { media } = item.post;
		const size = media.reduce((sum, { picture }) => sum + (picture?.data.length ?? 0), 0);
		const previews = item.post.previews.map((preview, position) => {
			if (position === 0) return preview;
			if (size > room) return { ...preview, omitsPictures: true };
			room -= size;
			return preview;
		});
		return { ...item, post: { ...item.post, previews } };
	});
}

const seconds = (duration: number): string =>
	`${Math.floor(duration / 60)}:${String(Math.floor(duration % 60)).padStart(2, '0')}`;

const fileSize = (bytes: number): string =>
	bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const mediaNames: Record<string, string> = { gif: 'GIF', image: 'Image', video: 'Video' };

function mediaView({ fileName, mediaType, durationSec, sizeBytes, width, height }: MediaNote): MediaView {
	const details = [
		ownValue(mediaNames, mediaType ?? ''),
		durationSec === undefined ? undefined : seconds(durationSec),
		width === undefined || height === undefined ? undefined : `${width} × ${height}`,
		sizeBytes === undefined ? undefined : fileSize(sizeBytes),
	];
	return {
		name: fileName ?? 'File',
		details: details.filter((detail) => detail !== undefined).join(', '),
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
