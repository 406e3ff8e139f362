import { createHash } from 'node:crypto';
import { object, oneOf, optional, text, type Check } from '../api/check';
import { malformed } from '../api/failure';
import type { Route } from '../api/route';
import { headBytes } from '../media/fileTypes';
import { finish } from '../media/finish';
import { agentMediaTypes } from '../media/mediaTypes';
import { partBytes, type Upload } from '../media/uploads';

/** What a file in a message may weigh (N27, N39): 20 MiB, encoded. */
export const maxBase64Characters = 27_962_028;

const base64: Check<Buffer> = (value, path) => {
	const given = text({ min: 1, max: maxBase64Characters })(value, path);
	const bytes = Buffer.from(given, 'base64');
	if (bytes.toString('base64') !== given) throw malformed(path, 'must be base64');
	return bytes;
};

const wholeBody = object({
	mediaType: oneOf(agentMediaTypes),
	bytesBase64: base64,
	altText: optional(text({ max: 1000 })),
	idempotencyKey: optional(text({ min: 1, max: 128 })),
});

/** Lets the bytes arrive as if they had been sent in parts. */
const receive = (upload: Upload, bytes: Buffer): { partNumber: number; etag: string }[] => {
	upload.head = bytes.subarray(0, headBytes);
	return Array.from({ length: upload.partCount }, (_, index) => {
		const partNumber = index + 1;
		const start = index * upload.partSize;
		const part = bytes.subarray(start, start + partBytes(upload, partNumber));
		const etag = `"${createHash('md5').update(part).digest('hex')}"`;
		upload.etags.set(partNumber, etag);
		return { partNumber, etag };
	});
};

/** A whole file in one message: a way in that agents alone have, so it is no part of the REST interface. */
export const uploadWhole: Route<ReturnType<typeof wholeBody>> = {
	method: 'POST',
	path: '/mcp#upload',
	permission: 'upload_media',
	kind: 'write',
	body: wholeBody,
	isIdempotent: true,
	perform: ({ world, workspace, body: { bytesBase64: data, ...file } }) => {
		const upload = world.uploads.begin(workspace.id, { ...file, sizeBytes: data.length }, world.time());
		return { status: 201, body: finish(world, upload, { parts: receive(upload, data) }) };
	},
};
