import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import type { Route } from '../api/route';
import { text } from '../http/schema';
import { headBytes } from '../media/fileTypes';
import { finish } from '../media/finish';
import { agentMediaTypes } from '../media/mediaTypes';
import { partBytes, type Upload } from '../media/uploads';

/** What a file in a message may weigh (N27, N39): 20 MiB, encoded. */
export const maxBase64Characters = 27_962_028;

const base64 = text({ min: 1, max: maxBase64Characters }).transform((given, context) => {
	const bytes = Buffer.from(given, 'base64');
	if (bytes.toString('base64') !== given) context.addIssue('must be base64');
	return bytes;
});

const wholeBody = z.strictObject({
	mediaType: z.enum(agentMediaTypes),
	bytesBase64: base64,
	altText: z.optional(text({ max: 1000 })),
	idempotencyKey: z.optional(text({ min: 1, max: 128 })),
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
export const uploadWhole: Route<z.infer<typeof wholeBody>> = {
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
