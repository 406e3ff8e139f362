import type { Platform, Post, PostChannel } from '../types';
import { capabilities, platformNames } from '../world/platforms';
import { escaped, writeDocument } from './html';
import { style } from './style';

/** A media asset as a page shows it. */
export interface ShownMedia {
	id: string;
	kind: string;
	altText: string;
	shownAs: 'picture' | 'video' | 'words';
}

/** A published post on one channel. */
interface LivePost {
	post: Post;
	channel: PostChannel;
	/** The name of the Pinterest board. */
	board: string | undefined;
	media: ShownMedia[];
}

/** The color at the top of each network's page. Its contrast to white text is at least 4.5. */
const colors: Readonly<Record<Platform, string>> = {
	bluesky: '#0a62c4',
	devto: '#20242c',
	facebook: '#1459b8',
	google_business: '#1a5fb4',
	instagram: '#a3286f',
	linkedin: '#0a5a9c',
	mastodon: '#5140c8',
	pinterest: '#b3122a',
	threads: '#20242c',
	tiktok: '#20242c',
	youtube: '#b00f12',
};

const ownStyle = (color: string): string => `
header { background: ${color}; color: #fff; border: 0; }
header a { color: #fff; display: inline-block; min-height: 1.75rem; padding: .2rem 0; }
main { display: block; max-width: 40rem; }
.who { display: flex; gap: .7rem; align-items: center; margin-bottom: .7rem; }
.avatar { width: 2.6rem; height: 2.6rem; border-radius: 50%; background: ${color}; color: #fff; display: grid;
	place-items: center; font-weight: 700; flex: none; }
.text { white-space: pre-wrap; margin-bottom: .8rem; }
.media { display: grid; gap: .5rem; margin-bottom: .8rem; }
.media img, .media video { width: 100%; height: auto; max-height: 34rem; object-fit: contain; background: var(--soft); border-radius: .4rem; }
.media p { padding: 2rem 1rem; text-align: center; background: var(--soft); border-radius: .4rem; }
.comment { border-top: 1px solid var(--line); padding-top: .6rem; }`;

const paragraph = (className: string, text: string | null | undefined): string =>
	text ? `<p class="${className}">${escaped(text)}</p>` : '';

const medium = ({ id, kind, altText, shownAs }: ShownMedia): string => {
	const url = escaped(`/sandbox/media/${id}`);
	if (shownAs === 'picture')
		return `<img src="${url}" alt="${escaped(altText || `The ${kind} of the post`)}">`;
	if (shownAs === 'video')
		return `<video src="${url}" controls muted aria-label="${escaped(altText || 'The video of the post')}"></video>`;
	return `<p class="dim">${escaped(kind)}</p>`;
};

const inWords = new Intl.DateTimeFormat('en-US', {
	dateStyle: 'medium',
	timeStyle: 'short',
	timeZone: 'UTC',
});

/** When a post was published. */
const when = (iso: string | null): string =>
	iso === null ? '' : `<time datetime="${escaped(iso)}">${inWords.format(new Date(iso))} UTC</time>`;

const linkTo = (url: string | null): string =>
	url !== null && /^https?:\/\//.test(url)
		? `<p><a href="${escaped(url)}" rel="noreferrer">${escaped(url)}</a></p>`
		: '';

/** Writes the page of a published post as its channel shows it: with its own text, title, board and first comment. */
export const livePage = ({ post, channel, board, media }: LivePost): string => {
	const { platform, handle } = channel;
	const network = platformNames[platform];
	const can = capabilities[platform];
	const name = handle ?? network;
	const title = can.title.supported ? (channel.title ?? post.title) : null;
	const comment = can.firstComment ? (channel.firstComment ?? post.firstComment) : null;
	const parts = [
		`<div class="who"><span class="avatar" aria-hidden="true">${escaped(name.replace('@', '').charAt(0).toUpperCase())}</span>
<div><strong>${escaped(name)}</strong><p class="dim">${when(channel.publishedAt)}</p></div></div>`,
		title ? `<h2>${escaped(title)}</h2>` : '',
		paragraph('text', channel.caption ?? post.caption),
		media.length > 0 ? `<div class="media">${media.map(medium).join('')}</div>` : '',
		linkTo(post.linkUrl),
		board === undefined ? '' : paragraph('dim', `Board: ${board}`),
		comment ? `<div class="comment"><p class="dim">First comment</p>${paragraph('text', comment)}</div>` : '',
	];
	return writeDocument({
		title: `${name} on ${network}`,
		style: `${style}${ownStyle(colors[platform])}`,
		body: `<header><h1>${escaped(network)}</h1><p>The sandbox shows here what ${escaped(network)} got. <a href="/">All posts</a></p></header>
<main><article>${parts.join('\n')}</article></main>`,
	});
};
