import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../api/route';
import { respond } from '../http/respond';
import { page } from '../page/page';
import type { SandboxState } from '../state';
import { controlRoutes } from './controlRoutes';
import type { Controls } from './createControls';
import { performControl } from './performControl';

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

/** Answers the page and the controls. */
export const answerControl = async (
	state: SandboxState,
	controls: Controls,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	const isPage = pagePaths.has(url.pathname);
	respond(
		response,
		isPage ? pageAnswer : await performControl(controlRoutes, { state, controls }, url, request),
	);
};
