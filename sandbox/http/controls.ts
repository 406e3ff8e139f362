import type { IncomingMessage } from 'node:http';
import { z } from 'zod/v4';
import { ApiFailure, failureAnswer, malformed, notFound, type Answer } from './answers';
import type { Clock } from './clock';
import { readBodyText } from './requests';
import { read } from './schema';

/** The part of a request that a control gets. */
export interface ControlRequest {
	/** The values of the placeholders in the path. */
	parts: string[];
	body: unknown;
}

/**
 * The HTTP controls of one sandbox, by method and path below `/sandbox/api`, such as `POST /posts/{id}/{action}`. Each returns
 * the body of its answer, or undefined for a 204.
 */
export type ControlRoutes<Context> = Readonly<Record<string, (call: Context & ControlRequest) => unknown>>;

/** A page and its controls. They need no API key and aren't part of a contract. */
export interface ControlPanel<Context> {
	/** The page's HTML. Undefined if there is no page. */
	page?: string;
	routes: ControlRoutes<Context>;
	/** The object that the controls work on. */
	context: Context;
	/** Pages and files besides the page, by a path below `/sandbox`. Undefined if there is nothing. */
	document?: (path: string) => Answer | undefined;
}

const readJson = async (request: IncomingMessage): Promise<unknown> => {
	const text = await readBodyText(request);
	if (text === '') return {};
	try {
		return JSON.parse(text ?? 'too large');
	} catch {
		throw malformed('body', 'is not JSON');
	}
};

const perform = async <Context>(
	{ routes, context }: ControlPanel<Context>,
	path: string,
	request: IncomingMessage,
): Promise<Answer> => {
	const body = await readJson(request);
	for (const [route, control] of Object.entries(routes)) {
		const shape = new RegExp(`^${route.replace(/\{\w+\}/g, '([^/]+)')}$`);
		const found = shape.exec(`${request.method} ${path}`);
		if (found === null) continue;
		const result = control({ ...context, parts: found.slice(1), body });
		return result === undefined ? { status: 204 } : { status: 200, body: result };
	}
	throw notFound(`path: there is no control at ${path}`);
};

/** Turns an error of a control into an answer. It's the caller's mistake, for example a post that doesn't exist. */
const controlFailure = (error: unknown): Answer => {
	if (error instanceof ApiFailure || !(error instanceof Error)) return failureAnswer(error);
	return failureAnswer(notFound(error.message));
};

const pagePaths: ReadonlySet<string> = new Set(['/', '/sandbox', '/sandbox/']);

const pageHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; media-src 'self'",
};

/** Whether a path belongs to the page or the controls. */
export const isControl = (path: string): boolean =>
	path === '/' || path === '/favicon.ico' || /^\/sandbox(\/|$)/.test(path);

/** Answers a request to the page or to a control. */
export const answerControl = async <Context>(
	panel: ControlPanel<Context>,
	{ pathname }: URL,
	request: IncomingMessage,
): Promise<Answer> => {
	if (pagePaths.has(pathname) && panel.page !== undefined) {
		return { status: 200, body: panel.page, headers: pageHeaders };
	}
	const document = request.method === 'GET' && panel.document?.(pathname.replace(/^\/sandbox/, ''));
	if (document) return document;
	return await perform(panel, pathname.replace(/^\/sandbox\/api/, ''), request).catch(controlFailure);
};

const clockBody = z.strictObject({
	advanceMs: z.optional(z.int().min(0)),
	set: z.optional(z.string()),
});

/** Moves a clock by `advanceMs` or to `set`, and returns its new time. */
export const moveClock = ({ controls: { clock }, body }: { controls: { clock: Clock }; body: unknown }) => {
	const { advanceMs, set } = read(clockBody, body);
	if (set !== undefined) clock.set(set);
	if (advanceMs !== undefined) clock.advance(advanceMs);
	return { now: clock.now().toISOString() };
};
