import type { Answer } from '../http/answers';
import type { Asked } from '../http/requests';
import type { EndpointContext } from '../api/endpoint';
import { escaped, writeDocument } from '../page/html';
import { style } from '../page/style';
import { permissions, type Permission } from '../types';
import { platformNames } from '../world/platforms';
import type { Channel, Workspace } from '../world/records';
import type { World } from '../world/world';
import type { Choice, OAuthBook, OAuthClient } from './book';
import { originOf, resourceOf } from './metadata';
import { readForm } from './tokens';

/** The authorization request of a client, after it was checked. */
interface AuthorizeRequest {
	client: OAuthClient;
	redirectUri: string;
	challenge: string;
	state: string | null;
	/** What the client asks for. The person decides on the connect screen (N28). */
	scopes: string[];
}

/** The client isn't known, so the browser can't be redirected to it. The message is for the person. */
class UnknownCaller extends Error {
	override readonly name = 'UnknownCaller';
}

/** The client is known, but its request is invalid. A redirect tells the client. */
class WrongRequest extends Error {
	override readonly name = 'WrongRequest';

	constructor(
		readonly redirectUri: string,
		readonly state: string | null,
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

interface Rule {
	isBroken(query: URLSearchParams, origin: string): boolean;
	code: string;
	message: string;
}

const rules: readonly Rule[] = [
	{
		isBroken: (query) => query.get('response_type') !== 'code',
		code: 'unsupported_response_type',
		message: 'response_type: must be code',
	},
	{
		isBroken: (query) => !/^[A-Za-z0-9_-]{43}$/.test(query.get('code_challenge') ?? ''),
		code: 'invalid_request',
		message: 'code_challenge: is required',
	},
	{
		isBroken: (query) => query.get('code_challenge_method') !== 'S256',
		code: 'invalid_request',
		message: 'code_challenge_method: must be S256',
	},
	{
		isBroken: (query, origin) => query.getAll('resource').some((each) => each !== resourceOf(origin)),
		code: 'invalid_target',
		message: 'resource: must be the address of the agent endpoint',
	},
];

/** Checks an authorization request. @throws UnknownCaller, WrongRequest */
const readAuthorizeRequest = (
	query: URLSearchParams,
	book: OAuthBook,
	host: string | undefined,
): AuthorizeRequest => {
	const client = book.clients.get(query.get('client_id') ?? '');
	if (client === undefined) throw new UnknownCaller("The application that sent you here isn't registered.");
	const redirectUri = query.get('redirect_uri') ?? '';
	if (!client.redirectUris.includes(redirectUri)) {
		throw new UnknownCaller("The application wants to send you to an address that it didn't register.");
	}
	const state = query.get('state');
	const broken = rules.find(({ isBroken }) => isBroken(query, originOf(host)));
	if (broken !== undefined) throw new WrongRequest(redirectUri, state, broken.code, broken.message);
	const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter((each) => each !== '');
	return { client, redirectUri, challenge: query.get('code_challenge') ?? '', state, scopes };
};

/** The person on the connect screen: the one who owns the workspace's keys. */
const personOf = (world: World, workspaceId: string): string =>
	[...world.credentials.values()].find((credential) => credential.workspaceId === workspaceId)?.personId ??
	'';

/** Reads what the person selected. Returns a text if something is missing. Ignores channels of other workspaces. */
const readChoice = (world: World, form: URLSearchParams): Choice | string => {
	const workspace = world.workspaces.get(form.get('workspace') ?? '');
	if (workspace === undefined) return 'Choose a workspace.';
	const channelIds = form
		.getAll('channel')
		.filter((id) => world.channels.get(id)?.workspaceId === workspace.id);
	if (channelIds.length === 0) return `Choose channels of ${workspace.name}.`;
	const picked = form.getAll('permission');
	const allowed = permissions.filter((each: Permission) => picked.includes(each));
	if (allowed.length === 0) return 'Choose what the application can do.';
	return {
		workspaceId: workspace.id,
		personId: personOf(world, workspace.id),
		channelIds,
		permissions: allowed,
	};
};

const headers = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
	'Cache-Control': 'no-store',
	// The address contains the client's state, which other websites must not see.
	'Referrer-Policy': 'no-referrer',
};

/** Shows only the channels of the selected workspace. */
const ownStyle = `
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; padding: .6rem 1rem; }
label { display: block; padding: .2rem 0; }
.workspace:not(:has(input[name=workspace]:checked)) .channels { display: none; }
.channels { padding-left: 1.6rem; }
form { max-width: 44rem; }`;

const document = (title: string, body: string): string =>
	writeDocument({
		title,
		style: `${style}${ownStyle}`,
		body: `<header><h1>${title}</h1></header>\n<main>${body}</main>`,
	});

const meanings: Readonly<Record<Permission, string>> = {
	read: 'Read channels and posts',
	create_posts: 'Create drafts and send them for approval',
	upload_media: 'Upload media',
	view_analytics: 'Read analytics',
	publish_directly: 'Publish and schedule without approval',
};

const box = (type: string, name: string, value: string, label: string, isChecked: boolean): string =>
	`<label><input type="${type}" name="${name}" value="${escaped(value)}"${isChecked ? ' checked' : ''}> ${escaped(label)}</label>`;

const channelBox = ({ id, platform, handle }: Channel): string =>
	box('checkbox', 'channel', id, `${platformNames[platform]}, ${handle}`, true);

const workspaceBox = (world: World, { id, name }: Workspace, isFirst: boolean): string => {
	const channels = [...world.channels.values()].filter(({ workspaceId }) => workspaceId === id);
	const picked = box('radio', 'workspace', id, name, isFirst);
	return `<div class="workspace">${picked}<div class="channels">${channels.map(channelBox).join('')}</div></div>`;
};

/** A checkbox for a permission. Selected at first if the client asked for it, except for publishing without approval. */
const permissionBox = (permission: Permission, scopes: string[]): string => {
	const isAsked = scopes.length === 0 || scopes.includes(permission);
	return box(
		'checkbox',
		'permission',
		permission,
		meanings[permission],
		isAsked && permission !== 'publish_directly',
	);
};

/** The connect screen. Its form is sent to the same address, so that the request is checked again. */
const connectPage = (
	world: World,
	{ client, scopes }: AuthorizeRequest,
	search: string,
	message = '',
): Answer => {
	const workspaces = [...world.workspaces.values()].map((each, index) =>
		workspaceBox(world, each, index === 0),
	);
	const body = `<form method="post" action="${escaped(search)}">
<p><strong>${escaped(client.name)}</strong> asks for access to one of your workspaces.</p>
<p role="alert" class="bad">${escaped(message)}</p>
<fieldset><legend>Workspace and channels</legend>${workspaces.join('')}</fieldset>
<fieldset><legend>Permissions</legend>${permissions.map((each) => permissionBox(each, scopes)).join('')}</fieldset>
<div class="actions"><button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button></div>
</form>`;
	return { status: message === '' ? 200 : 422, body: document('Connect an agent', body), headers };
};

/** Tells the person why the connection isn't possible. Doesn't redirect. */
const messagePage = (message: string): Answer => ({
	status: 400,
	body: document("Can't connect", `<p class="bad">${escaped(message)}</p>`),
	headers,
});

const redirect = (to: string, state: string | null, more: Record<string, string>): Answer => {
	const url = new URL(to);
	for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
	if (state !== null) url.searchParams.set('state', state);
	return { status: 302, headers: { Location: url.href, 'Cache-Control': 'no-store' } };
};

type Step = (request: AuthorizeRequest, asked: Asked, context: EndpointContext) => Answer;

const ask: Step = (request, { url }, { world }) => connectPage(world, request, url.search);

/** Handles the person's decision. */
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
	(asked: Asked, context: EndpointContext): Answer => {
		try {
			const { oauth } = context.state;
			return step(readAuthorizeRequest(asked.url.searchParams, oauth, asked.headers['host']), asked, context);
		} catch (error) {
			return refuse(error);
		}
	};

/** Shows the connect screen, on which a person selects the workspace, channels and permissions. */
export const showConnectScreen = atRequest(ask);

/** Reads the person's decision and redirects the browser to the client. */
export const takeDecision = atRequest(decide);
