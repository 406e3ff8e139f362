import type { IncomingMessage } from 'node:http';
import { z } from 'zod/v4';
import { ApiFailure, failureAnswer, malformed, notFound, type Answer } from './answers';
import type { Clock } from './clock';
import { readBodyText } from './requests';
import { read } from './schema';

/** What every control gets to see of its request. */
export interface ControlRequest {
	/** What the path has in its places. */
	parts: string[];
	body: unknown;
}

/** One control over HTTP; `Context` is what it works on. */
export interface ControlRoute<Context> {
	method: 'GET' | 'POST' | 'DELETE';
	/** Below `/sandbox/api`. */
	path: RegExp;
	/** Gives the body of the answer; undefined stands for 204. */
	perform(call: Context & ControlRequest): unknown;
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
	routes: readonly ControlRoute<Context>[],
	context: Context,
	path: string,
	request: IncomingMessage,
): Promise<Answer> => {
	const body = await readJson(request);
	for (const route of routes) {
		const found = route.method === request.method ? route.path.exec(path) : null;
		if (found === null) continue;
		const result = route.perform({ ...context, parts: found.slice(1), body });
		return result === undefined ? { status: 204 } : { status: 200, body: result };
	}
	throw notFound(`path: there is no control at ${path}`);
};

/** A control that cannot be carried out is the caller's mistake (no such post, say), not the sandbox's. */
const controlFailure = (error: unknown): Answer => {
	if (error instanceof ApiFailure || !(error instanceof Error)) return failureAnswer(error);
	return failureAnswer(notFound(error.message));
};

/** Finds the control that a request means, and carries it out. */
export const performControl = async <Context>(
	routes: readonly ControlRoute<Context>[],
	context: Context,
	{ pathname }: URL,
	request: IncomingMessage,
): Promise<Answer> => {
	try {
		return await perform(routes, context, pathname.replace(/^\/sandbox\/api/, ''), request);
	} catch (error) {
		return controlFailure(error);
	}
};

/** Moves a clock by what a control asks for; gives its time then. */
export const moveClock = ({ controls: { clock }, body }: { controls: { clock: Clock }; body: unknown }) => {
	const { advanceMs, set } = read(clockBody, body);
	if (set !== undefined) clock.set(set);
	if (advanceMs !== undefined) clock.advance(advanceMs);
	return { now: clock.now().toISOString() };
};

/** Moving the clock, by `advanceMs` or to `set`. */
export const clockBody = z.strictObject({
	advanceMs: z.optional(z.int().min(0)),
	set: z.optional(z.string()),
});
