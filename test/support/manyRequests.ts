import { Pool } from 'undici';
import { seed } from '../../sandbox';

const headers = {
	Authorization: `Bearer ${seed.keys.full}`,
	'Content-Type': 'application/json',
	'User-Agent': 'many-requests/1.0',
};

type Send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<unknown>;

/** Does something many times, with many requests to a sandbox in parallel and little work for each. */
export async function doMany(
	url: string,
	times: number,
	work: (send: Send, index: number) => Promise<unknown>,
): Promise<void> {
	const pool = new Pool(url, { connections: 8, pipelining: 4 });
	const send: Send = async (method, path, body) => {
		const answer = await pool.request({ method, path, headers, body: JSON.stringify(body) });
		return await answer.body.json();
	};
	let started = 0;
	const worker = async () => {
		while (started < times) await work(send, started++);
	};
	await Promise.all(Array.from({ length: 32 }, worker));
	await pool.close();
}

/** Creates many posts quickly and returns their IDs. They are drafts unless `more` of the request says otherwise. */
export async function createMany(url: string, count: number, more: object = {}): Promise<string[]> {
	const ids: string[] = [];
	const body = { accounts: [seed.channels.facebook.id], caption: 'One of many', ...more };
	await doMany(url, count, async (send) => {
		const { post } = (await send('POST', '/api/v1/posts/', body)) as { post: { id: string } };
		ids.push(post.id);
	});
	return ids;
}

/** Changes the words of many drafts quickly. */
export async function editMany(url: string, ids: readonly string[]): Promise<void> {
	await doMany(
		url,
		ids.length,
		async (send, index) =>
			await send('PATCH', `/api/v1/posts/${ids[index] ?? ''}`, { caption: 'Other words' }),
	);
}
