import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer } from '../http/answers';
import { seedPicture } from '../media/seedPictures';
import { catchUp } from '../posts/delivery';
import type { SandboxState } from '../state';
import type { PostChannel } from '../types';
import { viewPost } from '../world/posts';
import type { Board } from '../world/records';
import type { World } from '../world/world';
import { livePage, type ShownMedia } from './livePage';

const typesOfFiles: Readonly<Record<string, string>> = {
	'.mp4': 'video/mp4',
	'.xml': 'application/rss+xml',
};

/** The page of a published post has no script, and loads only files of the sandbox. */
const liveHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'",
};

const bytesOf = (body: Buffer, type: string): Answer => ({
	status: 200,
	body,
	headers: { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' },
});

/** A file of the folder that the sandbox serves. */
const fileAt = (folder: string, name: string): Answer | undefined => {
	const file = path.resolve(folder, name);
	const type = typesOfFiles[path.extname(file)];
	const isInside = file.startsWith(`${path.resolve(folder)}${path.sep}`);
	return type === undefined || !isInside || !existsSync(file) ? undefined : bytesOf(readFileSync(file), type);
};

/** The file of an asset that is small enough to be kept, or the picture of a seeded one. */
const mediaAt = (world: World, id: string): Answer | undefined => {
	const picture = seedPicture(id);
	if (picture !== undefined) return bytesOf(picture, 'image/png');
	const bytes = world.previews.get(id);
	const type = world.uploads.get(id)?.result?.contentType;
	return bytes && type ? bytesOf(bytes, type) : undefined;
};

/** How the pages show a media asset: a picture, a video, or only its kind if the file isn't kept. */
export const shownMedia = (world: World, id: string): ShownMedia => {
	const type = mediaAt(world, id)?.headers?.['Content-Type'];
	return {
		id,
		kind: world.media.get(id)?.mediaType ?? 'file',
		altText: world.uploads.get(id)?.altText ?? '',
		shownAs: type?.startsWith('image/') ? 'picture' : type?.startsWith('video/') ? 'video' : 'words',
	};
};

/** The Pinterest board that a post is saved to. */
export const boardOf = (world: World, { accountId, boardId }: PostChannel): Board | undefined =>
	world.channel(accountId).boards.find(({ id }) => id === boardId);

/** The page of a published post on one channel. */
const liveAt = (world: World, place: string): Answer | undefined => {
	catchUp(world);
	for (const record of world.posts.all()) {
		const found = record.progress.find((progress) => progress.path === place);
		if (found === undefined) continue;
		const post = viewPost(world, record);
		const channel = post.channels.find(({ accountId }) => accountId === found.channelId);
		if (channel === undefined) return undefined;
		const board = boardOf(world, channel)?.name;
		const media = post.mediaAssetIds.map((id) => shownMedia(world, id));
		return { status: 200, body: livePage({ post, channel, board, media }), headers: liveHeaders };
	}
	return undefined;
};

/** The pages of published posts, the media of posts, and the files of a folder, by their paths below `/sandbox`. */
export const documentsOf =
	(state: SandboxState) =>
	(place: string): Answer | undefined => {
		const { files } = state.settings;
		const [, kind, name = ''] = /^\/(live|media|files)\/([^?]+)$/.exec(place) ?? [];
		if (kind === 'live') return liveAt(state.world, `/sandbox${place}`);
		if (kind === 'media') return mediaAt(state.world, name);
		if (kind === 'files' && files !== undefined) return fileAt(files, decodeURIComponent(name));
		return undefined;
	};
