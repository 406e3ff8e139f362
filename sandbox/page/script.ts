/**
 * The page's script. Everything that came in over the API is put in as text, never as markup, and only an address
 * of the web becomes a link.
 */
export const script = String.raw`
const refreshMs = 2000;
const tones = { published: 'good', failed: 'bad', rejected: 'bad', partially_published: 'bad', disconnected: 'bad',
	error: 'bad', pending_approval: 'wait', changes_requested: 'wait', on_hold: 'wait', token_expiring: 'wait',
	publishing: 'busy', queued: 'busy', scheduled: 'busy', connected: 'good', approved: 'good',
	ready: 'good', uploading: 'busy' };
const review = [['approve', 'Approve'], ['reject', 'Reject'], ['request-changes', 'Request changes']];
const network = [['publish', 'Publish now'], ['fail', 'Let it fail']];
const actions = { pending_approval: review, queued: network.concat([['hold', 'Hold']]),
	scheduled: network.concat([['hold', 'Hold']]), publishing: network, on_hold: [['resume', 'Resume']],
	partially_published: [['resolve', 'Mark as dealt with']] };
let shown = '';

const el = (name, props, ...children) => {
	const node = Object.assign(document.createElement(name), props);
	node.append(...children.filter((child) => child !== null && child !== ''));
	return node;
};
const words = (value) => String(value).replaceAll('_', ' ');
const when = (iso) => iso === null ? '' : new Date(iso).toLocaleString();
const badge = (status) => el('span', { className: 'badge ' + (tones[status] || '') }, words(status));
const isWeb = (url) => /^https?:\/\//.test(url);
const link = (url) => isWeb(url) ? el('a', { href: url, rel: 'noreferrer' }, url) : el('span', {}, url);

const act = async (id, action) => {
	const answer = await fetch('/sandbox/api/posts/' + id + '/' + action, { method: 'POST' });
	const message = document.getElementById('message');
	message.textContent = answer.ok ? '' : (await answer.json()).detail;
	await refresh();
};

const button = (post, [action, label]) => el('button', {
	type: 'button', id: action + '-' + post.id, onclick: () => act(post.id, action),
	ariaLabel: label + ': ' + post.caption.slice(0, 60),
}, label);

const result = (channel) => el('li', {},
	el('div', { className: 'head' }, el('strong', { className: 'platform' }, words(channel.platform)),
		el('span', {}, channel.handle || ''), badge(channel.status),
		el('span', { className: 'dim' }, when(channel.publishedAt || channel.scheduledAt)),
		channel.queuePosition === null ? '' : el('span', { className: 'dim' }, 'place ' + channel.queuePosition)),
	channel.caption === null ? '' : el('p', { className: 'dim' }, 'own words: ' + channel.caption),
	channel.url === null ? '' : link(channel.url),
	channel.error === null ? '' : el('p', { className: 'bad' }, channel.error),
	...channel.warnings.map((each) => el('p', { className: 'wait' }, each.code + ': ' + each.message)));

const card = (post) => el('article', {},
	el('div', { className: 'head' }, badge(post.status), el('strong', {}, post.workspace),
		el('span', { className: 'dim' }, 'by ' + (post.createdVia ? post.createdVia.name : 'the web app')
			+ ', ' + when(post.createdAt))),
	post.title === null ? '' : el('p', {}, el('strong', {}, post.title)),
	el('p', { className: 'caption' }, post.caption),
	post.proposedPublishAt === null ? '' : el('p', { className: 'dim' }, 'proposed: ' + when(post.proposedPublishAt)),
	el('ul', { ariaLabel: 'Channels of this post' }, ...post.channels.map(result)),
	el('div', { className: 'actions' }, ...(actions[post.status] || []).map((each) => button(post, each))),
	el('p', { className: 'dim id' }, el('code', {}, post.id)));

const workspace = (each) => el('div', {},
	el('h3', {}, each.name + (each.requiresApproval ? ' (approves every post)' : '')),
	el('ul', {}, ...each.channels.map((channel) => el('li', {},
		el('span', { className: 'platform' }, words(channel.platform)), ', ' + channel.handle + ' ', badge(channel.status)))));

const asset = (each) => el('li', {},
	el('span', {}, each.workspace + ', ' + each.mediaType + ' '), badge(each.state),
	el('span', { className: 'dim' }, each.partCount === 0 ? '' : ' part ' + each.partsArrived + ' of ' + each.partCount),
	el('span', { className: 'dim' }, each.sizeBytes === null ? '' : ', ' + each.sizeBytes.toLocaleString() + ' bytes'),
	each.altText === null ? '' : el('p', {}, each.altText), el('div', { className: 'dim' }, el('code', {}, each.id)));

const call = (each) => el('li', {}, el('code', {}, each.method + ' ' + each.path),
	el('span', { className: each.status < 400 ? 'good' : 'bad' }, ' ' + each.status),
	el('div', { className: 'dim' }, each.key + ', ' + when(each.at)));

const fill = (id, nodes, nothing) => document.getElementById(id)
	.replaceChildren(...(nodes.length > 0 ? nodes : [el('p', { className: 'dim' }, nothing)]));

const show = (state) => {
	const { now, ...content } = state;
	document.getElementById('now').textContent = when(now) + ', ' + state.postCount + ' posts';
	const text = JSON.stringify(content);
	if (text === shown) return;
	shown = text;
	const focused = document.activeElement && document.activeElement.id;
	fill('posts', state.posts.map(card), 'No posts yet. Run a workflow.');
	fill('media', [el('ul', {}, ...state.media.map(asset))], '');
	fill('channels', state.workspaces.map(workspace), 'No channels.');
	fill('activity', [el('ul', {}, ...state.activities.map(call))], '');
	const again = focused && document.getElementById(focused);
	if (again) again.focus();
};

const refresh = async () => {
	try {
		show(await (await fetch('/sandbox/api/state')).json());
	} catch {
		document.getElementById('now').textContent = 'The sandbox does not answer.';
	}
};

const loop = async () => { await refresh(); setTimeout(loop, refreshMs); };
loop();
`;
