import { conflict, malformed, notFound, unworkable, type Answer } from '../http/answers';
import { isRecord } from '../http/json';
import type { Upload } from '../media/uploads';
import type { Variants } from '../variants';
import {
	completeBody,
	partsBody,
	startBody,
	type CompleteBody,
	type PartsBody,
	type StartBody,
} from './bodies';
import type { Call, Route } from './route';

const firstUrls = 8;
const unfinishedMax = 25;
const mebibyte = 1024 * 1024;

/** The largest file of each media type, in bytes (N8). */
const heaviest: Readonly<Record<StartBody['mediaType'], number>> = {
	image: 64 * mebibyte,
	gif: 64 * mebibyte,
	video: 3 * 1024 * mebibyte,
};

const numbersFrom = (first: number, last: number): number[] =>
	Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The names of the fields in the answers of an upload (N2, N4), and how a part is shown. */
const names: Record<
	Variants['uploads'],
	[asset: string, urls: string, part: (number: number, url: string) => unknown]
> = {
	mediaAssetId: ['mediaAssetId', 'urls', (partNumber, url) => ({ partNumber, url })],
	assetId: ['assetId', 'partUrls', (part, signedUrl) => ({ part, signedUrl })],
	id: ['id', 'parts', (number, uploadUrl) => ({ number, uploadUrl })],
	uploadId: ['uploadId', 'urls', (number, url) => ({ number, url })],
	list: ['mediaAssetId', 'urls', (_number, url) => url],
};

/** The answers of complete (N6). */
const completed: Record<Variants['uploaded'], (asset: { id: string }) => object> = {
	everything: (asset) => asset,
	id: ({ id }) => ({ id }),
	mediaAssetId: ({ id }) => ({ mediaAssetId: id }),
	assetId: ({ id }) => ({ assetId: id }),
	asset: ({ id }) => ({ asset: { id } }),
	media: ({ id }) => ({ media: { id } }),
	data: ({ id }) => ({ data: { id } }),
	nothing: () => ({}),
};

/** New URLs for parts of an upload. */
const viewUrls = ({ world }: Call, upload: Upload, numbers: number[]) => {
	const [, urls, view] = names[world.variants.uploads];
	const signed = world.uploads.urlsFor(upload, numbers, world.time());
	return { [urls]: signed.map(({ partNumber, url }) => view(partNumber, url)) };
};

/** An upload with the URLs of its first missing parts, or no URLs if it's finished. */
const viewUpload = (call: Call, upload: Upload) => {
	const { asset, uploadId, r2Key, partSize, partCount, etags, result } = upload;
	const missing = numbersFrom(1, result === null ? partCount : 0).filter((number) => !etags.has(number));
	return {
		...(call.world.profile.knowsFiles ? { uploadId, r2Key } : {}),
		[names[call.world.variants.uploads][0]]: asset.id,
		partSize,
		partCount,
		...viewUrls(call, upload, missing.slice(0, firstUrls)),
	};
};

/**
 * The 26th unfinished upload is a 422, like other errors of content (N8 names no status). A 429 would be wrong, because it promises
 * that waiting helps, so clients would retry.
 *
 * @throws ApiFailure 422
 */
const requireLimits = ({ world, workspace, body }: Call<StartBody>): void => {
	const most = heaviest[body.mediaType];
	if (body.sizeBytes > most) throw unworkable('sizeBytes', `at most ${most} for ${body.mediaType}`);
	if (world.uploads.unfinishedOf(workspace.id) < unfinishedMax) return;
	throw unworkable('uploads', `at most ${unfinishedMax} unfinished ones; finish some or wait a day`);
};

/** Starts an upload. */
const begin = (call: Call<StartBody>): Answer => {
	const { world, workspace, body } = call;
	if (world.profile.refusesMore) requireLimits(call);
	const upload = world.uploads.begin(workspace.id, body, world.time());
	return { status: 201, body: viewUpload(call, upload) };
};

/** Repeats the start of an upload with new URLs for the same asset. Starts again if the upload was discarded meanwhile. */
const beginAgain = (call: Call<StartBody>): Answer => {
	const first = call.attempt.answer?.body;
	const known = isRecord(first)
		? call.world.uploads.get(String(first[names[call.world.variants.uploads][0]]))
		: undefined;
	const answer = known === undefined ? begin(call) : { status: 201, body: viewUpload(call, known) };
	call.attempt.answer = answer;
	return answer;
};

const start: Route<StartBody> = {
	method: 'POST',
	path: '/media/uploads',
	permission: 'upload_media',
	kind: 'write',
	body: startBody,
	isIdempotent: true,
	perform: begin,
	repeat: beginAgain,
};

/** The upload in the path, by its asset's ID (N3). An upload of another workspace is a 404. */
const pathUpload = ({ world, workspace, id }: Call): Upload => {
	const upload = world.uploads.get(id);
	if (upload?.asset.workspaceId !== workspace.id) throw notFound('id: there is no such upload');
	return upload;
};

/** Returns URLs of parts. Counts as a read for the rate limits (N4). */
const parts: Route<PartsBody> = {
	method: 'POST',
	path: '/media/uploads/{id}/parts',
	permission: 'upload_media',
	kind: 'read',
	body: partsBody,
	perform: (call) => {
		const { body } = call;
		const upload = pathUpload(call);
		const { partCount, result } = upload;
		if (result !== null) throw conflict('the upload is finished');
		if (body.fromPart > partCount) throw unworkable('fromPart', `there are only ${partCount} parts`);
		const last = Math.min(partCount, body.fromPart + body.count - 1);
		return { status: 200, body: viewUrls(call, upload, numbersFrom(body.fromPart, last)) };
	},
};

const complete: Route<CompleteBody> = {
	method: 'POST',
	path: '/media/uploads/{id}/complete',
	permission: 'upload_media',
	kind: 'write',
	body: completeBody,
	perform: (call) => {
		const { body, world } = call;
		const { knowsFiles, refusesMore } = world.profile;
		const unknown = Object.keys(body).find((name) => name !== 'parts');
		if (unknown !== undefined && !knowsFiles) throw malformed(unknown, 'unknown property');
		const asset = world.uploads.finish(pathUpload(call), body, refusesMore);
		return { status: 200, body: completed[world.variants.uploaded](asset) };
	},
};

/** Routes of an upload. The parts themselves go to the storage. */
export const mediaUploads: Route[] = [start, parts, complete];
