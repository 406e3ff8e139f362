import { isRecord } from '../http/schema';
import type { FailureExtras } from '../api/failure';

interface Failure {
	error: string;
	detail: string;
}

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
	const { error, detail, retry_after, post_id, available_at } = body as FailureExtras & Failure;
	if (error === 'rate_limited') return `Too many requests. Try again in ${retry_after} seconds.`;
	const more = [
		...(post_id === undefined ? [] : [`The post ${post_id} was saved as a draft.`]),
		...(typeof available_at === 'string' ? [`It fits again from ${available_at}.`] : []),
	];
	return [`${title} failed (${status} ${error}): ${detail.replace(/\.?$/, '.')}`, ...more].join(' ');
};
