import { isRecord } from '../api/check';

const aboutPost = (post: Record<string, unknown>, routed: unknown): string => {
	const way = typeof routed === 'string' ? ` (routed: ${routed})` : '';
	return `the post ${String(post['id'])} is ${String(post['status'])}${way}`;
};

const about = (body: unknown): string => {
	if (!isRecord(body)) return 'done';
	const { post, data, routed } = body;
	if (isRecord(post)) return aboutPost(post, routed);
	if (Array.isArray(data)) return `${data.length} found`;
	return 'done';
};

/** What became of a call, for a reader. */
export const sentence = (title: string, status: number, body: unknown): string => {
	if (status < 400) return `${title}: ${about(body)}.`;
	const { error, detail } = body as { error: string; detail: string };
	return `${title} failed (${status} ${error}): ${detail}`;
};
