import type { Drained } from './drain';

/** A request whose body was read. */
interface Call {
	method: string;
	url: URL;
	body: Drained;
}

/** The state of a sink. */
export interface SinkState {
	/** The part size for uploads of this package, in bytes. With S3, the client chooses the part size. */
	partSize: number;
	/** The number of the last part that arrived. */
	lastPart: number;
}

interface Route {
	method: string;
	/** A pattern for the path and query. */
	target: RegExp;
	answer: (call: Call, state: SinkState) => string;
}

const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>${body}`;

const partUrls = (origin: string, fromPart: number, count: number) =>
	Array.from({ length: count }, (_, index) => {
		const partNumber = fromPart + index;
		return { partNumber, url: `${origin}/storage/file?partNumber=${partNumber}` };
	});

function startUpload({ url, body }: Call, { partSize }: SinkState): string {
	const { sizeBytes } = JSON.parse(body.beginning) as { sizeBytes: number };
	const partCount = Math.ceil(sizeBytes / partSize);
	const mediaAssetId = '11111111-1111-4111-8111-111111111111';
	const urls = partUrls(url.origin, 1, Math.min(8, partCount));
	return JSON.stringify({ mediaAssetId, partSize, partCount, urls });
}

function moreUrls({ url, body }: Call): string {
	const { fromPart, count } = JSON.parse(body.beginning) as { fromPart: number; count: number };
	return JSON.stringify({ urls: partUrls(url.origin, fromPart, count) });
}

function listParts(_call: Call, { lastPart }: SinkState): string {
	const parts = Array.from(
		{ length: lastPart },
		(_, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>"sink"</ETag></Part>`,
	);
	return xml(`<ListPartsResult>${parts.join('')}</ListPartsResult>`);
}

/** The requests whose answers are read: those of this package's uploads and of S3. */
const routes: Route[] = [
	{ method: 'POST', target: /\/media\/uploads$/, answer: startUpload },
	{ method: 'POST', target: /\/parts$/, answer: moreUrls },
	{
		method: 'GET',
		target: /\?location=/,
		answer: () => xml('<LocationConstraint xmlns="s3">eu-west-1</LocationConstraint>'),
	},
	{
		method: 'POST',
		target: /\?uploads=?$/,
		answer: () =>
			xml('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'),
	},
	{ method: 'GET', target: /\?max-parts=/, answer: listParts },
];

/** The body of an answer. It's an empty object if clients read only the status. */
export function answerTo(call: Call, state: SinkState): string {
	const target = `${call.url.pathname}${call.url.search}`;
	state.lastPart = Math.max(state.lastPart, Number(call.url.searchParams.get('partNumber') ?? 0));
	const route = routes.find(({ method, target: wanted }) => method === call.method && wanted.test(target));
	return route?.answer(call, state) ?? '{}';
}
