import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seed, type Platform, type Post } from '../../sandbox';
import { fileOfKind } from '../support/mediaItems';
import { openMediaApi, type MediaApi } from './mediaApi';

const { channels, boards, media } = seed;

const folder = mkdtempSync(path.join(tmpdir(), 'social-publishing-files-'));
writeFileSync(path.join(folder, 'blog.xml'), '<rss/>');

let api: MediaApi;
beforeEach(async () => {
	api = await openMediaApi({ partSizeBytes: 10_000, files: folder });
});
afterEach(() => api.sandbox.close());
afterAll(() => rmSync(folder, { recursive: true }));

/** Publishes a post and returns it. */
const publish = async (body: Parameters<MediaApi['create']>[0]): Promise<Post> => {
	const { id } = await api.create({ delivery: { mode: 'now' }, ...body });
	return api.sandbox.outcomes.publish(id);
};

const urlOn = (post: Post, platform: Platform): string =>
	post.channels.find((channel) => channel.platform === platform)?.url ?? '';

const open = async (url: string) => {
	const answer = await fetch(url);
	return {
		status: answer.status,
		type: answer.headers.get('content-type'),
		policy: answer.headers.get('content-security-policy'),
		text: await answer.text(),
	};
};

/** Uploads a picture. */
const upload = async (bytes: Buffer): Promise<string> => {
	const started = await api.start({ sizeBytes: bytes.length, altText: 'A "gray" chair' });
	await api.complete(started.mediaAssetId, { parts: await api.sendAll(started, bytes) });
	return started.mediaAssetId;
};

test("opens a page with a channel's content from a published post's link", async () => {
	const post = await publish({
		accounts: [channels.pinterest.id, channels.bluesky.id],
		caption: 'For all',
		title: 'A chair',
		linkUrl: 'https://acme.example/chairs',
		mediaAssetIds: [media.image],
		perAccount: {
			[channels.pinterest.id]: { boardId: boards.interiors.id },
			[channels.bluesky.id]: { caption: 'For Bluesky', firstComment: 'More in our blog' },
		},
	});
	const pin = await open(urlOn(post, 'pinterest'));
	const skeet = await open(urlOn(post, 'bluesky'));
	expect([pin.status, skeet.status]).toEqual([200, 200]);
	for (const shown of ['For all', 'A chair', 'Board: Interiors', `/sandbox/media/${media.image}`])
		expect(pin.text).toContain(shown);
	expect(pin.text).not.toContain('More in our blog');
	for (const shown of ['For Bluesky', 'More in our blog', 'href="https://acme.example/chairs"'])
		expect(skeet.text).toContain(shown);
	expect(skeet.text).not.toMatch(/For all|A chair/);
});

test('shows outside content as text, loads nothing from other addresses and links only to the web', async () => {
	const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&`;
	const asset = await upload(fileOfKind('png', 2000));
	const post = await publish({
		accounts: [channels.facebook.id, channels.devto.id],
		caption: evil,
		title: evil,
		perAccount: { [channels.facebook.id]: { firstComment: evil } },
		mediaAssetIds: [asset],
	});
	for (const platform of ['facebook', 'devto'] as const) {
		const { text, policy } = await open(urlOn(post, platform));
		expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
		expect(text).not.toMatch(/<script>alert|<img src=x/);
		expect(text).toContain('alt="A &quot;gray&quot; chair"');
		expect(policy).toContain("default-src 'none'");
		expect(text.match(/(?:src|href)="(?!\/|data:)[^"]*"/g)).toBeNull();
	}
});

test.each(['/live/facebook/nothing', '/media/00000000-0000-4000-8000-000000000000', '/files/other.xml'])(
	'%s is not found',
	async (place) => {
		expect((await open(`${api.sandbox.url}/sandbox${place}`)).status).toBe(404);
	},
);

test('serves the bytes of an upload and a picture for each seeded asset', async () => {
	const bytes = fileOfKind('png', 2000);
	const id = await upload(bytes);
	const answer = await fetch(`${api.sandbox.url}/sandbox/media/${id}`);
	expect(answer.headers.get('content-type')).toBe('image/png');
	expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
	for (const asset of [media.image, media.video, media.gif]) {
		const picture = await fetch(`${api.sandbox.url}/sandbox/media/${asset}`);
		expect(picture.headers.get('content-type')).toBe('image/png');
		expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 8)).toEqual(fileOfKind('png').subarray(0, 8));
	}
});

test('serves only files in its folder', async () => {
	expect(await open(`${api.sandbox.url}/sandbox/files/blog.xml`)).toMatchObject({
		status: 200,
		text: '<rss/>',
	});
	writeFileSync(path.join(tmpdir(), 'outside.xml'), '<rss/>');
	for (const name of [
		'..%2Foutside.xml',
		'%2Fetc%2Fpasswd',
		'..%2F..%2Fpackage.json',
		'%2e%2e%2Foutside.xml',
	]) {
		expect((await open(`${api.sandbox.url}/sandbox/files/${name}`)).status).toBe(404);
	}
	rmSync(path.join(tmpdir(), 'outside.xml'));
});

test("includes a post's media, boards and links in the page's state", async () => {
	const post = await publish({
		accounts: [channels.pinterest.id],
		mediaAssetIds: [media.video],
		perAccount: { [channels.pinterest.id]: { boardId: boards.ideas.id } },
	});
	const state = (await (await fetch(`${api.sandbox.url}/sandbox/api/state`)).json()) as { posts: unknown[] };
	expect(state.posts[0]).toMatchObject({
		id: post.id,
		media: [{ id: media.video, kind: 'video', shownAs: 'picture' }],
		channels: [{ board: 'Ideas', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sandbox\/live\//) }],
	});
});
