import type { Answer } from '../api/route';
import type { Asked, RoomContext } from '../http/room';
import { readAuthorizeRequest, UnknownCaller, WrongRequest, type AuthorizeRequest } from './authorizeRequest';
import { readChoice } from './choice';
import { connectPage, messagePage } from './connectPage';
import { readForm } from './form';

const redirect = (to: string, state: string | null, more: Record<string, string>): Answer => {
	const url = new URL(to);
	for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
	if (state !== null) url.searchParams.set('state', state);
	return { status: 302, headers: { Location: url.href, 'Cache-Control': 'no-store' } };
};

type Step = (request: AuthorizeRequest, asked: Asked, around: RoomContext) => Answer;

const ask: Step = (request, { url }, { world }) => connectPage(world, request, url.search);

/** What the person decided. */
const decide: Step = (request, asked, { state, world }) => {
	const { client, redirectUri, challenge, state: clientState } = request;
	const form = readForm(asked);
	if (form.get('decision') !== 'allow') {
		return redirect(redirectUri, clientState, { error: 'access_denied' });
	}
	const choice = readChoice(world, form);
	if (typeof choice === 'string') return connectPage(world, request, asked.url.search, choice);
	const code = state.oauth.addCode({ clientId: client.id, redirectUri, challenge, choice }, world.time());
	return redirect(redirectUri, clientState, { code });
};

const refuse = (error: unknown): Answer => {
	if (error instanceof UnknownCaller) return messagePage(error.message);
	if (!(error instanceof WrongRequest)) throw error;
	const { redirectUri, state, code, message } = error;
	return redirect(redirectUri, state, { error: code, error_description: message });
};

const atRequest =
	(step: Step) =>
	(asked: Asked, around: RoomContext): Answer => {
		try {
			const { oauth } = around.state;
			return step(readAuthorizeRequest(asked.url.searchParams, oauth, asked.headers['host']), asked, around);
		} catch (error) {
			return refuse(error);
		}
	};

/** Shows the connect screen: a person picks workspace, channels and permissions. */
export const showConnectScreen = atRequest(ask);

/** Takes the person's decision and sends the browser back to the client. */
export const takeDecision = atRequest(decide);
