import { seed, startSandbox, type Post, type Sandbox, type SandboxOptions } from '../../sandbox';

/** A sandbox's answer, with every field that any answer has. */
export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	body: Partial<{
		post: Post;
		routed: string;
		error: string;
		detail: string;
		post_id: string;
		available_at: string | null;
		nextCursor: string | null;
		serverTime: string;
	}> & { data?: Record<string, unknown>[] } & Record<string, unknown>;
}

export interface CallOptions {
	body?: unknown;
	key?: string;
	headers?: Record<string, string>;
	/** An idempotency key, sent as the header. */
	once?: string;
	/** Aborting it disconnects the client. */
	signal?: AbortSignal;
}

const parse = (text: string): Reply['body'] => {
	try {
		return JSON.parse(text) as Reply['body'];
	} catch {
		return {};
	}
};

const headersFor = ({ body, key = seed.keys.full, headers, once }: CallOptions): Record<string, string> => ({
	'User-Agent': 'sandbox-tests/1.0',
	...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
	...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
	...(once === undefined ? {} : { 'Idempotency-Key': once }),
	...headers,
});

/** Starts a sandbox with a stopped clock, by default without rate limits, and a client for it. */
export const openPublishingApi = async (options: SandboxOptions = {}) => {
	const sandbox: Sandbox = await startSandbox({
		clock: 'manual',
		rateLimits: 'off',
		seed: 'empty',
		...options,
	});
	const send = async (method: string, path: string, asked: CallOptions = {}): Promise<Reply> => {
		const { body, signal } = asked;
		const answer = await fetch(`${sandbox.url}/api/v1${path}`, {
			method,
			headers: headersFor(asked),
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
			...(signal === undefined ? {} : { signal }),
		});
		const text = await answer.text();
		return { status: answer.status, headers: answer.headers, text, body: parse(text) };
	};
	const create = async (more: Record<string, unknown> = {}, key?: string): Promise<Post> => {
		const body = { accounts: [seed.channels.facebook.id], caption: 'Hello', ...more };
		const { body: made, text } = await send('POST', '/posts/', key === undefined ? { body } : { body, key });
		if (made.post === undefined) throw new Error(text);
		return made.post;
	};
	return { sandbox, send, create };
};

export type PublishingApi = Awaited<ReturnType<typeof openPublishingApi>>;

/** A time in the contract's format, some hours after the sandbox's clock. */
export const inHours = ({ clock }: Sandbox, hours: number): string =>
	`${new Date(clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 19)}+00:00`;
