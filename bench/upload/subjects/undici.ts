import { createReadStream } from 'node:fs';
import { request } from 'undici';
import { runSubject } from '../subject';

// The lower bound: a stream of the file in one PUT, without n8n.
void runSubject((sinkUrl) => async ({ path, sizeBytes }) => {
	const headers = { 'Content-Length': String(sizeBytes) };
	const { body } = await request(`${sinkUrl}/file`, { method: 'PUT', headers, body: createReadStream(path) });
	return await body.text();
});
