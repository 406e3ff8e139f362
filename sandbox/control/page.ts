import { writePage } from '../page/page';
import { platformNames } from '../world/platforms';

/** Adds all data from the API as text, never as markup. Only web addresses become links. */
const script = String.raw`
const platformNames = ${JSON.stringify(platformNames)};
const tones = { published: 'good', failed: 'bad', rejected: 'bad', partially_published: 'bad', disconnected: 'bad',
	error: 'bad', pending_approval: 'wait', changes_requested: 'wait', on_hold: 'wait', token_expiring: 'wait',
	publishing: 'busy', queued: 'busy', scheduled: 'busy', connected: 'good', approved: 'good',
	ready: 'good', uploading: 'busy' };
const review = [['approve', 'Approve'], ['reject', 'Reject'], ['request-changes', 'Request changes']];
const network = [['publish', 'Publish now'], ['fail', 'Make it fail']];
const actions = { pending_approval: review, queued: network.concat([['hold', 'Hold']]),
	scheduled: network.concat([['hold', 'Hold']]), publishing: network, on_hold: [['resume', 'Resume']],
	partially_published: [['resolve', 'Mark as resolved']] };
let statuses = null;

const platform = (name) => platformNames[name] || words(name);
const shorten = (text) => text.length <= 60 ? text
	: text.slice(0, 60).replace(/\s+\S*$/, '').replace(/[.,;:!?]+$/, '') + '…';
const titleOf = (post) => post.title || shorten(post.caption.split('\n')[0]) || 'A post without text';
const isInText = (post) => !post.title && post.caption !== '' && post.caption !== titleOf(post);
const badge = (status) => el('span', { className: 'badge ' + (tones[status] || '') }, words(status));
const isWeb = (url) => /^https?:\/\//.test(url);
const link = (url, props, text) => isWeb(url) ? el('a', { href: url, ...props }, text) : el('span', {}, text);

const act = async (id, action) => {
	const answer = await fetch('/sandbox/api/posts/' + id + '/' + action, { method: 'POST' });
	const message = document.getElementById('message');
	message.textContent = answer.ok ? '' : (await answer.json()).detail;
	await refresh();
	const card = document.getElementById('post-' + id);
	if (card && !card.contains(document.activeElement)) card.focus();
};

const button = (post, [action, label]) => el('button', {
	type: 'button', id: action + '-' + post.id, onclick: () => act(post.id, action),
	ariaLabel: label + ': ' + titleOf(post),
}, label);

const own = (name, text) => text === null ? '' : el('p', { className: 'own' }, el('strong', {}, name + ': '), text);

const medium = ({ id, kind, altText, shownAs }) => {
	const src = '/sandbox/media/' + id;
	const alt = altText || 'The ' + kind + ' of the post';
	if (shownAs === 'words') return el('span', { className: 'badge' }, kind);
	const shown = shownAs === 'picture' ? el('img', { src, alt }) : el('video', { src, muted: true });
	return el('a', { href: src, id: 'media-' + id, ariaLabel: alt }, shown);
};

const result = (post, channel) => el('li', {},
	el('div', { className: 'head' }, el('strong', {}, platform(channel.platform)),
		el('span', {}, channel.handle || ''), badge(channel.status),
		el('span', { className: 'dim' }, when(channel.publishedAt || channel.scheduledAt)),
		channel.queuePosition === null ? '' : el('span', { className: 'dim' }, 'position ' + channel.queuePosition)),
	own('Title', channel.title),
	own('Text', channel.caption),
	own('Board', channel.board),
	own('First comment', channel.firstComment),
	channel.url === null ? '' : link(channel.url, { id: 'link-' + post.id + '-' + channel.accountId },
		'Open the post on ' + platform(channel.platform)),
	channel.error === null ? '' : el('p', { className: 'bad' }, channel.error),
	...channel.warnings.map((each) => el('p', { className: 'wait' }, each.code + ': ' + each.message)));

const card = (post) => el('article', { id: 'post-' + post.id, tabIndex: -1, ariaLabel: titleOf(post) },
	el('h3', { className: isInText(post) ? 'only-read' : '' }, titleOf(post)),
	el('div', { className: 'head' }, badge(post.status), el('strong', {}, post.workspace),
		el('span', { className: 'dim' }, 'by ' + (post.createdVia ? post.createdVia.name : 'the web app') + ', ',
			when(post.createdAt))),
	post.caption === titleOf(post) ? '' : el('p', { className: 'caption', id: 'caption-' + post.id }, post.caption),
	post.media.length === 0 ? '' : el('div', { className: 'media' }, ...post.media.map(medium)),
	post.linkUrl === null ? '' : el('p', {}, link(post.linkUrl, { rel: 'noreferrer' }, post.linkUrl)),
	own('First comment', post.firstComment),
	post.proposedPublishAt === null ? '' : el('p', { className: 'dim' }, 'proposed: ', when(post.proposedPublishAt)),
	list(post.channels.map((channel) => result(post, channel)), { ariaLabel: 'Channels of this post' }),
	el('div', { className: 'actions' }, ...(actions[post.status] || []).map((each) => button(post, each))),
	el('p', { className: 'dim id' }, el('code', {}, post.id)));

const workspace = (each) => el('div', {},
	el('h3', {}, each.name + (each.requiresApproval ? ' (requires approval of every post)' : '')),
	list(each.channels.map((channel) => el('li', {},
		platform(channel.platform) + ', ' + channel.handle + ' ', badge(channel.status)))));

const asset = (each) => el('li', {},
	each.shownAs === 'words' ? '' : el('div', { className: 'media' }, medium({ ...each, kind: each.mediaType })),
	el('span', {}, each.workspace + ', ' + each.mediaType + ' '), badge(each.state),
	el('span', { className: 'dim' }, each.partCount === 0 ? '' : ' part ' + each.partsArrived + ' of ' + each.partCount),
	el('span', { className: 'dim' }, each.sizeBytes === null ? '' : ', ' + each.sizeBytes.toLocaleString() + ' bytes'),
	each.altText === null ? '' : el('p', {}, each.altText), el('div', { className: 'dim' }, el('code', {}, each.id)));

const call = (each) => el('li', {}, el('code', {}, each.method + ' ' + each.path),
	el('span', { className: each.status < 400 ? 'good' : 'bad' }, ' ' + each.status),
	el('div', { className: 'dim' }, each.key + ', ', when(each.at)));

const apiKey = (each) => el('li', {}, el('strong', {}, each.name), el('span', {}, ' ' + each.workspace),
	el('div', {}, el('code', {}, each.key)),
	el('div', { className: 'dim' }, each.permissions.map(words).join(', ')));

const makeLongTextsScroll = () => {
	for (const text of document.querySelectorAll('.caption')) {
		if (text.scrollHeight > text.clientHeight) Object.assign(text, { tabIndex: 0, role: 'group', ariaLabel: 'Text of the post' });
	}
};

const tell = (posts) => {
	const changed = statuses === null ? [] : posts.filter(({ id, status }) => statuses.get(id) !== status);
	const told = changed.slice(0, 3).map((post) => titleOf(post) + ': ' + words(post.status));
	if (changed.length > told.length) told.push(changed.length - told.length + ' more');
	if (told.length > 0) document.getElementById('news').textContent = told.join('. ');
	statuses = new Map(posts.map(({ id, status }) => [id, status]));
};

const count = (state) => state.postCount + ' posts';

const show = (state) => {
	fill('posts', state.posts.map(card), 'No posts yet. Run a workflow.');
	fill('media', state.media.length > 0 ? [list(state.media.map(asset))] : [], 'No media yet.');
	fill('channels', state.workspaces.map(workspace), 'No channels.');
	fill('keys', [el('p', {}, 'Base URL: ', el('code', {}, location.origin)), list(state.keys.map(apiKey))], '');
	fill('activity', state.activities.length > 0 ? [list(state.activities.map(call))] : [], 'No calls yet.');
	makeLongTextsScroll();
	tell(state.posts);
};
`;

/** The page of the publishing sandbox. */
export const page = writePage({
	title: 'Publishing sandbox',
	intro: 'See what your workflows did, and use the buttons to act as the reviewer or the network.',
	main: { posts: 'Posts' },
	aside: { channels: 'Channels', media: 'Media', keys: 'API &amp; MCP', activity: 'Activity' },
	script,
});
