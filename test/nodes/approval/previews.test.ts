import type { PublishingClient } from '../../../client/publishing';
import type { Channel, Post, PostChannel } from '../../../client/publishing/schemas';
import { markup } from '../../../nodes/SocialPublishing/approval/markup';
import type { Notice } from '../../../nodes/SocialPublishing/approval/page/html';
import {
	markedText,
	previewCard,
	previewViews,
	type PreviewChannel,
	type PreviewView,
} from '../../../nodes/SocialPublishing/approval/page/previews';
import { networkLooks } from '../../../nodes/SocialPublishing/approval/page/style';
import { withinRoom } from '../../../nodes/SocialPublishing/approval/page/view';
import { asText } from '../../support/htmlText';

const postOf = (channels: Array<Partial<PostChannel>>, more: Partial<Post> = {}): Post =>
	({
		...{ id: '1', caption: 'Shared', title: null, linkUrl: null, firstComment: null, mediaAssetIds: [] },
		channels: channels.map((channel) => ({ platform: 'bluesky', handle: 'acme', ...channel })),
		...more,
	}) as Post;

const capabilities = (accountId: string, of: object): Channel =>
	({ id: accountId, capabilities: of }) as Channel;

const viewsOf = async (
	post: Post,
	channels: Channel[] = [],
	noticesFor: (ids: readonly string[]) => Notice[] = () => [],
): Promise<PreviewView[]> =>
	// No post has a board, so that the client isn't called.
	await previewViews(post, { channels, client: {} as PublishingClient, index: 0, noticesFor });

/** The IDs of the channels on each card. */
const groups = (views: PreviewView[]): string[] =>
	views.map(({ channels }) => channels.map(({ id }) => id).join(' '));

test.each<[title: string, channels: Array<Partial<PostChannel>>, more: Partial<Post>, cards: string[]]>([
	['no channel', [], {}, ['']],
	['the same text', [{ accountId: 'a' }, { accountId: 'b' }], {}, ['a b']],
	[
		'an own text',
		[{ accountId: 'a' }, { accountId: 'b', caption: 'Own' }, { accountId: 'c' }],
		{},
		['a c', 'b'],
	],
	['an own text that is the same', [{ accountId: 'a' }, { accountId: 'b', caption: 'Shared' }], {}, ['a b']],
	['an empty own text', [{ accountId: 'a' }, { accountId: 'b', caption: '' }], {}, ['a', 'b']],
	['an own title', [{ accountId: 'a' }, { accountId: 'b', title: 'Own' }], {}, ['a', 'b']],
	['an own first comment', [{ accountId: 'a' }, { accountId: 'b', firstComment: 'Own' }], {}, ['a', 'b']],
	[
		'options',
		[{ accountId: 'a' }, { accountId: 'b', options: { bluesky: { x: true } } } as Partial<PostChannel>],
		{},
		['a', 'b'],
	],
	[
		'networks that cut at another place',
		[{ accountId: 'a' }, { accountId: 'b', platform: 'instagram' }],
		{ caption: 'word '.repeat(100) },
		['a', 'b'],
	],
	[
		'networks that cut, with a short text',
		[{ accountId: 'a' }, { accountId: 'b', platform: 'instagram' }],
		{},
		['a b'],
	],
	[
		'names with a meaning',
		[
			{ accountId: '__proto__', platform: '__proto__' },
			{ accountId: 'constructor', caption: '__proto__' },
		],
		{},
		['__proto__', 'constructor'],
	],
	[
		'options of another kind',
		[{ accountId: 'a', options: 'x' } as Partial<PostChannel>, { accountId: 'b' }],
		{},
		['a b'],
	],
])('groups channels with equal posts: %s', async (_title, channels, more, cards) => {
	expect(groups(await viewsOf(postOf(channels, more)))).toEqual(cards);
});

test('keeps channels apart that show a title or a link differently', async () => {
	const post = postOf(
		['a', 'b', 'c'].map((accountId) => ({ accountId })),
		{ title: 'Title', linkUrl: 'https://acme.example' },
	);
	const channels = [capabilities('a', { title: { supported: false } }), capabilities('b', { link: false })];
	const views = await viewsOf(post, channels);
	expect(views.map(({ title, link }) => [title, link])).toEqual([
		[undefined, 'https://acme.example'],
		['Title', undefined],
		['Title', 'https://acme.example'],
	]);
});

test('asks once for what is wrong with all channels of a card', async () => {
	const asked: Array<readonly string[]> = [];
	const views = await viewsOf(
		postOf([{ accountId: 'a' }, { accountId: 'b' }, { accountId: 'c', caption: 'Own' }]),
		[],
		(ids) => {
			asked.push(ids);
			return [{ kind: 'bad', text: ids.join() }];
		},
	);
	expect(asked).toEqual([['a', 'b'], ['c']]);
	expect(views.map(({ notices }) => notices)).toEqual([
		[{ kind: 'bad', text: 'a,b', anchor: 'preview-0-0' }],
		[{ kind: 'bad', text: 'c', anchor: 'preview-0-1' }],
	]);
});

test('repeats pictures only while the page has room', async () => {
	const previews = await viewsOf(
		postOf([{ accountId: 'a' }, { accountId: 'b', caption: 'Own' }, { accountId: 'c', caption: 'x' }]),
	);
	const media = [{ name: 'a', details: '', picture: { mimeType: 'image/png', data: 'x'.repeat(5_000_000) } }];
	const post = {
		...{ seen: '', notices: [], consequence: '', channels: [], fields: [] },
		previews,
		media,
	};
	const [item] = withinRoom([{ index: 0, post }]);
	expect(item?.post?.previews.map(({ omitsPictures }) => omitsPictures)).toEqual([
		undefined,
		undefined,
		true,
	]);
});

/** The marked parts of a text. */
const marksIn = (text: string): string[] =>
	[...markup`${markedText(text)}`.text.matchAll(/<b class="mark">(.*?)<\/b>/gs)].map(([, mark = '']) =>
		asText(mark),
	);

test.each<[title: string, text: string, marks: string[]]>([
	['nothing', '', []],
	['plain text', 'No marks in here', []],
	['a link', 'See https://acme.example/a?b=1#c now', ['https://acme.example/a?b=1#c']],
	['a link at the end of a sentence', 'See https://acme.example/a.', ['https://acme.example/a']],
	['a link in brackets', '(https://acme.example/a)', ['https://acme.example/a']],
	['a hashtag', '#spring and #2026', ['#spring', '#2026']],
	['hashtags in other scripts', '#春天 #Ärger #été', ['#春天', '#Ärger', '#été']],
	['a mention', 'With @acme.example and @a_b-c', ['@acme.example', '@a_b-c']],
	['an email address', 'ask@acme.example', []],
	['a sign alone', '# and @ and #! and @!', []],
	['a number sign in a word', 'C#sharp', []],
	['entities', '&#39; &amp;', []],
	['an address of another kind', 'javascript:alert(1) data:text/html,x', []],
	['markup in a link', 'https://acme.example/<b>', ['https://acme.example/']],
	['quotes in a link', 'https://acme.example/"onload=x', ['https://acme.example/']],
	['lone surrogates', '#\uD800 #a\uDC00', ['#a']],
])('marks links, hashtags and mentions: %s', (_title, text, marks) => {
	expect(marksIn(text)).toEqual(marks);
});

test.each([
	['number signs', '#'.repeat(200_000)],
	['dots', `#a${'.'.repeat(200_000)}`],
	['addresses', 'https://'.repeat(25_000)],
	['a link of punctuation', `https://${'.,;:!?)'.repeat(30_000)}`],
	['markup', '<b>#x</b>'.repeat(20_000)],
])('marks a hostile text without changing it: %s', (_title, text) => {
	const { text: html } = markup`${markedText(text)}`;
	expect(asText(html.replace(/<\/?b(?: class="mark")?>/g, ''))).toBe(text);
});

const channelOf = (platform: string, handle: string): PreviewChannel => ({
	id: handle,
	platform,
	network: platform,
	handle,
});

const cardOf = (preview: Partial<PreviewView>): string =>
	previewCard(
		{ channels: [channelOf('bluesky', 'acme')], caption: '', facts: [], notices: [], ...preview },
		[],
		{ index: 0, position: 0 },
	).text;

/** The parts of a caption before and after the cut. */
function cutOf(caption: string, visibleCharacters?: number): [visible: string, rest: string | undefined] {
	const [, inside = ''] =
		/aria-label="Caption">(.*?)<\/div>\s*(?:<|$)/s.exec(cardOf({ caption, visibleCharacters })) ?? [];
	const [visible = '', rest] = inside.split(/<details class="more"><summary>.*?<\/summary>/s);
	return [asText(visible), rest === undefined ? undefined : asText(rest.replace('</details>', ''))];
}

test.each<
	[title: string, caption: string, max: number | undefined, visible: string, rest: string | undefined]
>([
	['a text without a known cut', 'one two three', undefined, 'one two three', undefined],
	['a text as long as shown', 'one two', 7, 'one two', undefined],
	['a text that is longer', 'one two three', 9, 'one two', ' three'],
	['a cut inside the only word', 'a'.repeat(50), 40, 'a'.repeat(40), 'a'.repeat(10)],
	['a space far before the cut', `a ${'b'.repeat(60)}`, 50, `a ${'b'.repeat(48)}`, 'b'.repeat(12)],
	['an emoji at the cut', `${'\u{1F600}'.repeat(5)}x`, 3, '\u{1F600}'.repeat(3), `${'\u{1F600}'.repeat(2)}x`],
	['a line break at the cut', 'one\ntwo three', 5, 'one', '\ntwo three'],
	['markup at the cut', 'one <script>two', 6, 'one', ' <script>two'],
])('cuts a caption as the network does: %s', (_title, caption, max, visible, rest) => {
	expect(cutOf(caption, max)).toEqual([visible, rest]);
});

test.each(Object.entries(networkLooks))(
	'%s has a color with enough contrast, and a cut that is possible',
	(_name, look) => {
		const [red = 0, green = 0, blue = 0] = (look.color.match(/[0-9a-f]{2}/g) ?? []).map((hex) => {
			const value = Number.parseInt(hex, 16) / 255;
			return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
		});
		expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)).toBeGreaterThanOrEqual(4.5);
		expect(look.visibleCharacters ?? 100).toBeGreaterThanOrEqual(100);
	},
);

const headingOf = (channels: PreviewChannel[]): string =>
	asText((/<h3>(.*?)<\/h3>/s.exec(cardOf({ channels }))?.[1] ?? '').replace(/<\/?bdi>/g, ''));

test.each<[title: string, channels: PreviewChannel[], heading: string]>([
	['none', [], 'No channel yet'],
	['one', [channelOf('Bluesky', 'acme')], 'Bluesky · acme'],
	[
		'two with one handle',
		[channelOf('Bluesky', 'acme'), channelOf('Threads', 'acme')],
		'Bluesky and Threads · acme',
	],
	[
		'three with different handles',
		[channelOf('Bluesky', 'a'), channelOf('Threads', 'b'), channelOf('Facebook', 'c')],
		'Bluesky · a, Threads · b and Facebook · c',
	],
	['a hostile handle', [channelOf('Bluesky', '"><script>')], 'Bluesky · "><script>'],
])('names the channels of a card: %s', (_title, channels, heading) => {
	expect(headingOf(channels)).toBe(heading);
});

test('shows each network by its letters, since a workspace often has the same handle everywhere', () => {
	const networks = ['Bluesky', 'Facebook', 'LinkedIn', '<b>', '\u{1F600}x'].map((network) => ({
		...channelOf('bluesky', 'Acme'),
		network,
	}));
	const letters = [...cardOf({ channels: networks }).matchAll(/aria-hidden="true">(.*?)<\/span>/g)];
	expect(letters.map(([, text]) => text)).toEqual(['Bl', 'Fa', 'Li', '&lt;b', '\u{1F600}x']);
});
