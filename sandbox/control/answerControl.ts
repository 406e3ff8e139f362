import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiFailure, malformed, notFound } from '../api/failure';
import type { Answer } from '../api/route';
import { readBodyText } from '../http/body';
import { failureAnswer, respond } from '../http/respond';
import { page } from '../page/page';
import type { SandboxState } from '../state';
import { controlRoutes } from './controlRoutes';
import type { Controls } from './createControls';

const pagePaths: ReadonlySet<string> = new Set(['/', '/sandbox', '/sandbox/']);

const pageAnswer: Answer = {
	status: 200,
	body: page,
	headers: {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy':
			"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:",
	},
};

const readJson = async (request: IncomingMessage): Promise<unknown> => {
	const text = await readBodyText(request);
	if (text === '') return {};
	try {
		return JSON.parse(text ?? 'too large');
	} catch {
		throw malformed('body', 'is not JSON');
	}
};

const performControl = async (
	state: SandboxState,
	controls: Controls,
	path: string,
	request: IncomingMessage,
): Promise<Answer> => {
	const body = await readJson(request);
	for (const route of controlRoutes) {
		const found = route.method === request.method ? route.path.exec(path) : null;
		if (found === null) continue;
		const result = route.perform({ state, controls, parts: found.slice(1), body });
		return result === undefined ? { status: 204 } : { status: 200, body: result };
	}
	throw notFound(`path: there is no control at ${path}`);
};

/** A control that cannot be carried out is the caller's mistake (no such post, say), not the sandbox's. */
const controlFailure = (error: unknown): Answer => {
	if (error instanceof ApiFailure || !(error instanceof Error)) return failureAnswer(error);
	return failureAnswer(notFound(error.message));
};

/** Answers the page and the controls. */
export const answerControl = async (
	state: SandboxState,
	controls: Controls,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	if (pagePaths.has(url.pathname)) {
		respond(response, pageAnswer);
		return;
	}
	try {
		const path = url.pathname.replace(/^\/sandbox\/api/, '');
		respond(response, await performControl(state, controls, path, request));
	} catch (error) {
		respond(response, controlFailure(error));
	}
};
