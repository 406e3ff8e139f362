import { characterCount, firstCharacters, isLongerThan } from '../../../client/http/text';
import { findAddressesAnd } from '../../../client/publishing/text/links';
import { factList, noticeBox } from './blocks';
import { markup, type Fragment, type Html } from './markup';
import { anchors, type MediaView, type PreviewChannel, type PreviewView } from './pageModel';
import { classOfNetwork } from './style';

/** Hashtags and mentions, which networks show in a color. */
const tag = /(?<![\p{L}\p{N}_&/])[#@][\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu;

/** A text with its links, hashtags and mentions marked. Nothing in it becomes a link. */
export function markedText(text: string): Fragment {
	const parts: Fragment[] = [];
	let position = 0;
	for (const { text: found, start, end } of findAddressesAnd(tag, text)) {
		parts.push(text.slice(position, start), markup`<b class="mark">${found}</b>`);
		position = end;
	}
	return [...parts, text.slice(position)];
}

/** How far before the limit a text is cut at a space instead of inside a word. */
const wordMax = 30;

/** Cuts a text where the network does, but not inside a word. The second part is empty for a short text. */
function cut(text: string, max: number | undefined): [visible: string, rest: string] {
	if (max === undefined || !isLongerThan(text, max)) return [text, ''];
	const first = firstCharacters(text, max);
	const space = first.search(/\s\S*$/);
	const end = space > 0 && space > first.length - wordMax ? space : first.length;
	return [text.slice(0, end), text.slice(end)];
}

/** The text as the network shows it. A long text scrolls, also with the keyboard. */
function words({ caption, visibleCharacters }: PreviewView): Html {
	if (caption === '') return markup`<p class="dim">No caption</p>`;
	const [visible, rest] = cut(caption, visibleCharacters);
	const more =
		rest !== '' &&
		markup`<details class="more"><summary><span class="closed">See more</span><span class="opened">See less</span></summary>${markedText(rest)}</details>`;
	return markup`<div class="text" dir="auto" role="group" tabindex="0" aria-label="Caption">${markedText(visible)}${more}</div>`;
}

/** The network by its color and its first letters. A workspace often has the same handle everywhere. */
const avatar = ({ platform, network }: PreviewChannel): Html =>
	markup`<span class="avatar ${classOfNetwork(platform)}" aria-hidden="true">${[...network].slice(0, 2)}</span>`;

/** Joins parts as a sentence does: `a, b and c`. */
const joined = (parts: Html[]): Fragment =>
	parts.map((part, index) => {
		const separator = index === 0 ? '' : index === parts.length - 1 ? ' and ' : ', ';
		return markup`${separator}${part}`;
	});

/** Names the channels: `Facebook and LinkedIn · Acme` if they have the same handle. */
function channelNames(channels: PreviewChannel[]): Fragment {
	const [{ handle } = { handle: '' }] = channels;
	if (channels.length === 0) return 'No channel yet';
	if (channels.every((channel) => channel.handle === handle))
		return markup`${joined(channels.map(({ network }) => markup`${network}`))} · <bdi>${handle}</bdi>`;
	return joined(channels.map((channel) => markup`${channel.network} · <bdi>${channel.handle}</bdi>`));
}

function countLine(networks: string, text: string, max: number | undefined): Html {
	const length = characterCount(text);
	const label = networks === '' ? '' : `${networks}: `;
	if (max === undefined) return markup`<p class="count">${label}${length} characters</p>`;
	const isOver = length > max;
	return markup`<p class="count${isOver ? ' over' : ''}">${label}${length} of ${max} characters${isOver ? ': too long' : ''}</p>`;
}

/** Counts a text, once for each limit of the channels. */
function counts(channels: PreviewChannel[], text: string, limit: 'captionMax' | 'titleMax'): Fragment {
	const limits = [...new Set(channels.map((channel) => channel[limit]))];
	if (limits.length < 2) return countLine('', text, limits[0]);
	return limits.map((max) => {
		const networks = channels.filter((channel) => channel[limit] === max).map(({ network }) => network);
		return countLine([...new Set(networks)].join(', '), text, max);
	});
}

const linkCard = (link: string): Html =>
	markup`<p class="link"><span class="dim">${URL.canParse(link) ? new URL(link).host : 'Link'}</span><bdi>${link}</bdi></p>`;

const fileEntry = ({ name, details }: MediaView): Html =>
	markup`<li class="file"><bdi>${name}</bdi><span class="dim">${details}</span></li>`;

const pictureEntry = (file: MediaView): Html =>
	file.picture === undefined
		? fileEntry(file)
		: markup`<li><img src="data:${file.picture.mimeType};base64,${file.picture.data}" alt="${file.name} (${file.details})"></li>`;

/** The media in their order. Pictures keep their ratio. */
function mediaList(media: MediaView[], omitsPictures = false): Fragment {
	if (media.length === 0) return false;
	const shape = media.length === 1 ? 'one' : 'several';
	return markup`<ul class="media ${shape}" role="list" aria-label="Media">${media.map(omitsPictures ? fileEntry : pictureEntry)}</ul>`;
}

/** Draws a post as one or several channels show it. */
export function previewCard(
	preview: PreviewView,
	media: MediaView[],
	{ index, position }: { index: number; position: number },
): Html {
	const { channels, caption, title, link, facts, notices, omitsPictures } = preview;
	const hasTitle = title !== undefined && title !== '';
	return markup`<section class="channel" id="${anchors.preview(index, position)}">
<div class="who"><span class="avatars">${channels.map(avatar)}</span><h3>${channelNames(channels)}</h3></div>
${notices.map(noticeBox)}
<div class="mock">${hasTitle && markup`<p class="title"><strong dir="auto"><bdi>${title}</bdi></strong></p>`}
${words(preview)}${mediaList(media, omitsPictures)}${link !== undefined && linkCard(link)}</div>
${hasTitle && counts(channels, title, 'titleMax')}${counts(channels, caption, 'captionMax')}
${factList(facts)}</section>`;
}
