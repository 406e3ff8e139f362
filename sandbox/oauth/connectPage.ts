import type { Answer } from '../api/route';
import { style } from '../page/style';
import { platformNames } from '../platformNames';
import { permissions, type Permission } from '../types';
import type { Channel, Workspace } from '../world/records';
import type { World } from '../world/world';
import type { AuthorizeRequest } from './authorizeRequest';

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => entities[each] ?? each);

const headers = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
	'Cache-Control': 'no-store',
	// The address has the client's state, which is nobody else's.
	'Referrer-Policy': 'no-referrer',
};

/** Only the channels of the workspace that is picked are shown. */
const ownStyle = `
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; padding: .6rem 1rem; }
label { display: block; padding: .2rem 0; }
.workspace:not(:has(input[name=workspace]:checked)) .channels { display: none; }
.channels { padding-left: 1.6rem; }
form { max-width: 44rem; }`;

const document = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}${ownStyle}</style>
</head>
<body>
<header><h1>${title}</h1></header>
<main>${body}</main>
</body>
</html>
`;

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

/** Everything but publishing without approval is picked at first, as far as the client asked for it. */
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

/** The connect screen. Its form goes back to the same address, so that the request is checked once more. */
export const connectPage = (
	world: World,
	{ client, scopes }: AuthorizeRequest,
	search: string,
	message = '',
): Answer => {
	const workspaces = [...world.workspaces.values()].map((each, index) =>
		workspaceBox(world, each, index === 0),
	);
	const body = `<form method="post" action="${escaped(search)}">
<p><strong>${escaped(client.name)}</strong> wants to work in one of your workspaces.</p>
<p role="alert" class="bad">${escaped(message)}</p>
<fieldset><legend>Workspace and channels</legend>${workspaces.join('')}</fieldset>
<fieldset><legend>What it may do</legend>${permissions.map((each) => permissionBox(each, scopes)).join('')}</fieldset>
<div class="actions"><button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button></div>
</form>`;
	return { status: message === '' ? 200 : 422, body: document('Connect an agent', body), headers };
};

/** Tells the person why nothing can be connected; nobody is sent anywhere. */
export const messagePage = (message: string): Answer => ({
	status: 400,
	body: document('This cannot be connected', `<p class="bad">${escaped(message)}</p>`),
	headers,
});
