import { createReadStream } from 'node:fs';
import { request } from 'undici';
import { runSubject } from '../subject';

// The floor: nothing of n8n, the file's stream in one PUT.
void runSubject((sinkUrl) => async ({ path, sizeBytes }) => {
	const headers = { 'Content-Length': String(sizeBytes) };
	const { body } = await request(`${sinkUrl}/file`, { method: 'PUT', headers, body: createReadStream(path) });
	return await body.text();
});
