import type { HttpRequest } from '../../client/http/types';

/**
 * A stream of bytes in the shape of a Blob, which n8n's helper sends without holding it in memory. The package may not
 * make a Node stream of its own: verified packages do not import `stream`.
 */
const asBlob = (bytes: AsyncIterable<Uint8Array>, size: number) => ({
	[Symbol.toStringTag]: 'Blob',
	type: 'application/octet-stream',
	size,
	stream: () => bytes,
});

/** A body as n8n's plain helper takes it: text and bytes as they are, a stream without holding it in memory. */
export function plainBody({ body, headers }: HttpRequest) {
	if (body === undefined || typeof body === 'string') return body;
	if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	// A stream that n8n made, such as that of a file, is what its helper sends at least cost.
	if ('pipe' in body) return body as unknown as Buffer;
	return asBlob(body, Number(headers['Content-Length'])) as unknown as Buffer;
}
