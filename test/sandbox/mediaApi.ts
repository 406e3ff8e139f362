import { type SandboxOptions } from '../../sandbox';
import { partsOf } from '../support/mediaFiles';
import { openPublishingApi, type CallOptions, type Reply } from './publishingApi';

/** The upload URL of one part. */
interface PartUrl {
	partNumber: number;
	url: string;
}

/** The answer to the start of an upload. */
export interface Started {
	mediaAssetId: string;
	uploadId: string;
	r2Key: string;
	partSize: number;
	partCount: number;
	urls: PartUrl[];
}

/** The storage's answer. */
interface Stored {
	status: number;
	etag: string | null;
	text: string;
	headers: Headers;
}

/** Sends bytes to a signed URL. */
export const put = async (url: string, bytes: Uint8Array, init: RequestInit = {}): Promise<Stored> => {
	const { headers: more = {}, ...rest } = init;
	const named = { 'User-Agent': 'sandbox-tests/1.0', ...more };
	const answer = await fetch(url, { method: 'PUT', body: bytes, ...rest, headers: named });
	const { status, headers } = answer;
	return { status, headers, etag: headers.get('etag'), text: await answer.text() };
};

/** A sandbox with small parts, and ways to upload to it. */
export const openMediaApi = async (options: SandboxOptions = {}) => {
	const api = await openPublishingApi({ partSizeBytes: 1000, ...options });
	const start = async (body: object = {}, asked: CallOptions = {}): Promise<Started> => {
		const given = { mediaType: 'image', sizeBytes: 2500, ...body };
		const answer = await api.send('POST', '/media/uploads', { ...asked, body: given });
		if (answer.status !== 201) throw new Error(answer.text);
		return answer.body as unknown as Started;
	};
	const moreUrls = async (id: string, fromPart: number, count: number): Promise<PartUrl[]> => {
		const answer = await api.send('POST', `/media/uploads/${id}/parts`, { body: { fromPart, count } });
		return answer.body['urls'] as PartUrl[];
	};
	const sendAll = async ({ mediaAssetId, partSize, partCount }: Started, file: Buffer) => {
		const urls = await moreUrls(mediaAssetId, 1, partCount);
		const bodies = partsOf(file, partSize);
		const sent = urls.map(({ partNumber, url }, index) =>
			put(url, bodies[index] ?? Buffer.alloc(0)).then(({ etag }) => ({ partNumber, etag: etag ?? '' })),
		);
		return Promise.all(sent);
	};
	const complete = (id: string, body: unknown): Promise<Reply> =>
		api.send('POST', `/media/uploads/${id}/complete`, { body });
	return { ...api, start, moreUrls, sendAll, complete };
};

export type MediaApi = Awaited<ReturnType<typeof openMediaApi>>;
