import { setTimeout as pause } from 'node:timers/promises';
import type { Post } from '../../../sandbox';

const settled = ['published', 'partially_published', 'failed'];

/** Polls until there is an answer. Otherwise, the test's own time limit ends it. */
export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		await pause(200);
	}
}

/** Creates a post with a delivery, and returns it. */
export async function create(
	caption: string,
	{ key, channels, delivery }: { key: string; channels: string[]; delivery: object },
): Promise<Post> {
	const { sandboxUrl, seed } = testbed;
	const accounts = channels.map((name) => seed.channels[name as 'bluesky'].id);
	const response = await fetch(`${sandboxUrl}/api/v1/posts/`, {
		method: 'POST',
		headers: {
			Authorization: `Bearer ${key}`,
			'Content-Type': 'application/json',
			'User-Agent': 'trigger-tests/1.0',
		},
		body: JSON.stringify({ accounts, caption, delivery }),
	});
	return ((await response.json()) as { post: Post }).post;
}

/** Publishes a post, and waits until the networks have answered. */
export async function publish(
	caption: string,
	ends: { failsOn?: string[]; channels?: string[] } = {},
): Promise<Post> {
	const { sandbox, seed } = testbed;
	const { failsOn = [], channels = ['bluesky'] } = ends;
	for (const platform of failsOn) {
		await sandbox.addOutcome({
			platform: platform as 'bluesky',
			outcome: 'fail',
			error: 'The text is too long.',
		});
	}
	const post = await create(caption, { key: seed.keys.full, channels, delivery: { mode: 'now' } });
	return await until(async () => {
		const now = await sandbox.post(post.id);
		return settled.includes(now.status) ? now : undefined;
	});
}
