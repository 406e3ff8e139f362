import { request } from 'undici';
import { runSubject } from '../subject';

// The lower bound for a file from a URL: its stream in one PUT, without n8n.
void runSubject((sinkUrl) => async ({ sizeBytes }) => {
	const { body: video } = await request(`${sinkUrl}/video/${sizeBytes}`);
	const headers = { 'Content-Length': String(sizeBytes) };
	const { body } = await request(`${sinkUrl}/file`, { method: 'PUT', headers, body: video });
	return await body.text();
});
