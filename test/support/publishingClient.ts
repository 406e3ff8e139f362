import type { ClientError } from '../../client/http/errors';
import {
	createPublishingClient,
	type PublishingClient,
	type PublishingOptions,
} from '../../client/publishing';
import type { PostWish } from '../../client/publishing/posts/wish';
import type { UpdatePost } from '../../client/publishing/requests';
import { fetchSend } from './fetchSend';

/** The User-Agent that test clients send. */
export const testUserAgent = 'test-client/1.0';

/** A client under test, and the waits that it requested, in milliseconds. No time passes. */
export interface ClientUnderTest extends PublishingClient {
	waits: number[];
}

/** The client's target and any overrides. */
export interface ClientTarget extends Partial<PublishingOptions> {
	baseUrl: string;
	/** The bearer key. */
	key?: string;
	/** Called instead of a wait, for example to move the sandbox's clock. */
	onWait?: (durationMs: number) => void;
}

/** Creates a client that uses real HTTP and doesn't sleep. Only its waits move its time. */
export function clientOf({ key = 'test-key', onWait, ...options }: ClientTarget): ClientUnderTest {
	const waits: number[] = [];
	const startedAt = Date.now();
	const client = createPublishingClient({
		userAgent: testUserAgent,
		send: fetchSend(key),
		sendToStorage: async () => await Promise.reject(new Error('This client uploads nothing')),
		sleep: async (durationMs) => {
			waits.push(durationMs);
			onWait?.(durationMs);
			await Promise.resolve();
		},
		now: () => startedAt + waits.reduce((sum, wait) => sum + wait, 0),
		secrets: [key],
		...options,
	});
	return { ...client, waits };
}

/** The error that a call throws. Fails the test if there is none. */
export async function errorOf<E extends Error = ClientError>(call: Promise<unknown>): Promise<E> {
	return await call.then(
		(value) => {
			throw new Error(`No error, but ${JSON.stringify(value)}`);
		},
		(error: E) => error,
	);
}

/** The wish for a post that a request would create. */
export const wishOf = ({ delivery, ...content }: UpdatePost & Pick<PostWish, 'delivery'>): PostWish => ({
	content,
	delivery,
});
