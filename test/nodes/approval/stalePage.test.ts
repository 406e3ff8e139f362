import { seed } from '../../../sandbox';
import { fieldsOf } from '../../support/approvalHost';
import { itemWith } from '../../support/mediaNode';
import { useBinaryMode } from '../../support/n8nBinary';
import { pictureFiles } from '../../support/pictureFile';
import { byId } from '../../support/publishingNode';
import { onDraft, onNewPost, tomorrow, useApprovals, withoutWaits } from '../../support/useApprovals';

// The clock is stopped, so every version of a post has the same time.
const { ask, node, read, sandbox, submits } = useApprovals({ clock: 'manual' });
const { channels, posts } = seed;

const update = async (postId: string, updateFields: object) =>
	await node().json('post:update', { postId: byId(postId), updateFields: { ...updateFields } });

describe('a page whose post has changed', () => {
	test('is shown again, even if the service reports the same time for both versions (P76)', async () => {
		await update(posts.draft, { caption: 'First' });
		const waiting = await ask({ ...onDraft, ...tomorrow });
		const fields = fieldsOf(await waiting.get());
		const before = await read(posts.draft);
		await update(posts.draft, { caption: 'Changed in the same second' });
		expect((await read(posts.draft)).updatedAt).toBe(before.updatedAt);
		const { status, text } = await waiting.post({ ...fields, action: 'approved' });
		expect([status, text]).toEqual([409, expect.stringContaining('Changed in the same second')]);
		expect(text).toContain('Someone edited the post after this approval was requested.');
		expect([waiting.resumed, submits()]).toEqual([[], []]);
	});

	test("isn't shown again if only its update time differs (P76)", async () => {
		const waiting = await ask({ ...onDraft, ...tomorrow });
		const fields = fieldsOf(await waiting.get());
		sandbox().clock.advance(60_000);
		await update(posts.draft, { caption: String((await read(posts.draft)).caption) });
		await waiting.post({ ...fields, action: 'approved' });
		expect(waiting.resumed).toMatchObject([[{ json: { approved: true } }]]);
	});

	test('keeps the text entered into unchanged fields (P76)', async () => {
		const waiting = await ask({
			...onNewPost,
			...tomorrow,
			channels: [channels.bluesky.id],
			additionalFields: { title: 'Before' },
			options: { allowEdits: true },
		});
		const fields = fieldsOf(await waiting.get());
		await update(String(waiting.output[0]?.id), { title: 'Changed since' });
		const typed = { 'caption-0': 'A better text', 'title-0': 'Mine', 'publishAt-0': '2099-02-01T10:00' };
		const { status, ...page } = await waiting.post({ ...fields, ...typed, action: 'approved' });
		expect(status).toBe(409);
		expect(fieldsOf({ status, ...page })).toMatchObject({
			'caption-0': 'A better text',
			'title-0': 'Changed since',
			'publishAt-0': '2099-02-01T10:00',
		});
	});

	test.each<[string, string, string]>([
		['published', 'publish', 'The post is now Publishing. Nothing is left to decide.'],
		['deleted', 'delete', 'The post was deleted, or this page can&#39;t read it anymore.'],
	])('says why nothing is left to decide: %s', async (_title, operation, why) => {
		const waiting = await ask({ ...onDraft, ...tomorrow }, { nodeType: withoutWaits() });
		const fields = fieldsOf(await waiting.get());
		await node().json(`post:${operation}`, { postId: byId(posts.draft) });
		const { text } = await waiting.post({ ...fields, action: 'approved' });
		expect(text).toContain('<h1>This request has ended</h1>');
		expect(text).toContain(why);
		expect(text).not.toContain('Your decision was saved');
		expect(waiting.resumed).toMatchObject([[{ json: { approved: false, decision: 'obsolete' } }]]);
	});
});

test.each<[string, object]>([
	['a vertical tab and other control characters', { caption: 'One\u000Btwo\u0085three\u0007' }],
	['other line breaks', { caption: 'One\r\ntwo\rthree\n' }],
	['half a character', { caption: 'One \uD83D two' }],
	['a line break in the title', { caption: 'One', additionalFields: { title: 'Two\nlines' } }],
])('approves a post unchanged if no one edits it: %s (P76)', async (_title, content) => {
	const waiting = await ask({
		...onNewPost,
		...tomorrow,
		...content,
		options: { allowEdits: true },
	});
	const id = String(waiting.output[0]?.id);
	const before = await read(id);
	// A browser sends line breaks as CR LF, and none in a single-line field.
	const sent = Object.entries(fieldsOf(await waiting.get())).map(([name, value]) => [
		name,
		name.startsWith('title') ? value.replace(/[\r\n]/g, '') : value.replace(/\r\n?|\n/g, '\r\n'),
	]);
	await waiting.post({ ...(Object.fromEntries(sent) as Record<string, string>), action: 'approved' });
	const [[item] = []] = waiting.resumed;
	expect(item?.json).toMatchObject({ approved: true });
	expect(item?.json).not.toHaveProperty('edits');
	const { caption, title } = await read(id);
	expect([caption, title]).toEqual([before.caption, before.title]);
	expect(sandbox().requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test("uses a small part of the API key's read limit to refresh the page", async () => {
	const waiting = await ask({ ...onDraft, ...tomorrow });
	const before = sandbox().requests.length;
	const statuses: number[] = [];
	for (let count = 0; count < 60; count += 1) statuses.push((await waiting.get()).status);
	expect(statuses.filter((status) => status === 200)).toHaveLength(30);
	expect(statuses.at(-1)).toBe(429);
	expect(sandbox().requests.length - before).toBeLessThan(150);
	expect((await waiting.post({ action: 'preview' })).status).toBe(429);
});

test('shows images up to 8 MB for all posts of the page (P82)', async () => {
	await useBinaryMode('filesystem');
	const png = pictureFiles.png?.(40, 30) as Buffer;
	const image = (sizeBytes: number) => Buffer.concat([png, Buffer.alloc(sizeBytes - png.length)]);
	const items = await Promise.all(
		[5_000_000, 4_000_000, 2_000_000].map(
			async (bytes) => await itemWith({ data: image(bytes) }, 'image/png'),
		),
	);
	const waiting = await ask({ ...onNewPost, ...tomorrow, media: 'binary' }, { items });
	const { text } = await waiting.get();
	const lists = [...text.matchAll(/<ul class="media[^>]*>(.*?)<\/ul>/gs)];
	expect(lists.map(([, list = '']) => list.includes('<img'))).toEqual([true, false, true]);
});

test('says before the decision that a daily limit can move the post', async () => {
	const notice = 'If a channel&#39;s daily limit is reached, the post is published later';
	const later = await ask({ ...onDraft, ...tomorrow, options: { onDailyLimit: 'reschedule' } });
	expect((await later.get()).text).toContain(notice);
	expect((await (await ask({ ...onDraft, ...tomorrow })).get()).text).not.toContain(notice);
});
