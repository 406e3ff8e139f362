import type { IncomingMessage } from 'node:http';

/** What a REST body may weigh (N22). */
export const maxBodyBytes = 1_048_576;

/**
 * Reads a body as text; null when it weighs more than `maxBytes`. What is too much is thrown away but read to the end,
 * so that the caller can finish sending and then see the 413.
 */
export const readBodyText = async (
	request: IncomingMessage,
	maxBytes = maxBodyBytes,
): Promise<string | null> => {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= maxBytes) chunks.push(chunk);
	}
	return size <= maxBytes ? Buffer.concat(chunks).toString('utf8') : null;
};
