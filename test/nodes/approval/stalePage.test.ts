import { seed } from '../../../sandbox';
import { fieldsOf } from '../../support/approvalHost';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import {
	aroundRequests,
	onDraft,
	onNewPost,
	tomorrow,
	useApprovals,
	withoutWaits,
} from '../../support/useApprovals';

// The clock is stopped, so every version of a post has the same time.
const { ask, node, read, sandbox } = useApprovals({ clock: 'manual' });
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
		expect(text).toContain('Someone changed the caption of the post after you opened this page.');
		expect(waiting.resumed).toEqual([]);
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
			title: 'Before',
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
});

/** What happens to the post of a page between the view and the decision. */
const draft = () => byId(posts.draft);
const schedule = async () =>
	await node().json('post:submit', { postId: draft(), delivery: 'at', publishAt: '2099-03-01T09:00:00Z' });
const meanwhile = {
	edited: async () => await update(posts.draft, { linkUrl: 'https://acme.example/other' }),
	published: async () => await node().json('post:publish', { postId: draft() }),
	scheduled: schedule,
	deleted: async () => await node().json('post:delete', { postId: draft() }),
	'returned to draft': async () => {
		await schedule();
		await node().json('post:cancel', { postId: draft() });
	},
	'returned to draft and edited': async () => {
		await schedule();
		await node().json('post:cancel', { postId: draft() });
		await update(posts.draft, { title: 'Another' });
	},
};

describe.each(['approved', 'rejected', 'changesRequested'])('%s on a page whose post was', (action) => {
	const obsolete = (status: string) => ({ approved: false, decision: 'obsolete', status });
	const decided = { approved: action === 'approved', decision: action, status: 'draft' };
	test.each<[keyof typeof meanwhile, number, string, object | undefined]>([
		['edited', 409, 'Someone changed the link of the post after you opened this page.', undefined],
		['published', 200, 'The post is now Publishing. Nothing is left to decide.', obsolete('publishing')],
		['scheduled', 200, 'The post is now Scheduled. Nothing is left to decide.', obsolete('scheduled')],
		['deleted', 200, 'The post was deleted, or this page can&#39;t read it', obsolete('deleted')],
		['returned to draft', 200, 'Your decision was saved', decided],
		['returned to draft and edited', 409, 'Someone changed the title of the post', undefined],
	])('%s meanwhile', async (change, status, words, output) => {
		const waiting = await ask({ ...onDraft, ...tomorrow }, { nodeType: withoutWaits() });
		const fields = fieldsOf(await waiting.get());
		await meanwhile[change]();
		const page = await waiting.post({ ...fields, action, 'comment-0': 'Mine' });
		expect([page.status, page.text]).toEqual([status, expect.stringContaining(words)]);
		expect(waiting.resumed).toMatchObject(output === undefined ? [] : [[{ json: output }]]);
		if (status === 409) expect(fieldsOf(page)['comment-0']).toBe('Mine');
	});
});

test('a page that shows a scheduled post asks again if the post is a draft once more', async () => {
	const waiting = await ask({ ...onDraft, ...tomorrow });
	await schedule();
	const { text } = await waiting.get();
	expect(text).toContain('The post is now Scheduled. Nothing is left to decide.');
	expect(text).toContain('>End This Request</button>');
	await node().json('post:cancel', { postId: draft() });
	const page = await waiting.post({ action: 'close' });
	expect([page.status, waiting.resumed]).toEqual([409, []]);
	expect(page.text).toContain('<button name="action" value="approved"');
});

test('a post without a plan is shown again with its new status, and can be decided on', async () => {
	const key = seed.keys.drafts;
	const reviewed = nodeFor(sandbox(), { key });
	const [{ id } = {}] = await reviewed.json('post:create', {
		channels: [channels.bluesky.id],
		caption: 'Hi',
	});
	const postId = byId(String(id));
	const waiting = await ask({ ...onDraft, postId, delivery: 'draft' }, { key });
	const fields = fieldsOf(await waiting.get());
	await reviewed.json('post:submit', { postId, delivery: 'queue' });
	sandbox().review.requestChanges(String(id));
	const page = await waiting.post({ ...fields, action: 'approved' });
	expect([page.status, page.text]).toEqual([
		409,
		expect.stringContaining('Someone changed the status (now Changes Requested) of the post'),
	]);
	await waiting.post({ ...fieldsOf(page), action: 'rejected' });
	expect(waiting.resumed).toMatchObject([[{ json: { decision: 'rejected', status: 'changes_requested' } }]]);
});

test('a post without a plan whose proposed time was changed is shown again', async () => {
	const waiting = await ask({ ...onDraft, delivery: 'draft' });
	const fields = fieldsOf(await waiting.get());
	await update(posts.draft, { proposedPublishAt: '2099-01-08T09:00:00Z' });
	const page = await waiting.post({ ...fields, action: 'approved' });
	expect([page.status, page.text]).toEqual([
		409,
		expect.stringContaining('Someone changed the time of the post'),
	]);
});

test.each<[string, object, string]>([
	['the text that was edited', { caption: 'Theirs' }, 'caption'],
	['another part', { title: 'Theirs' }, 'title'],
])('an edit is not approved if someone changes %s while it is being saved', async (_title, change, part) => {
	let isChanged = false;
	const disturb = aroundRequests(async ({ method }, send) => {
		const answer = await send();
		if (method === 'PATCH' && !isChanged) {
			isChanged = true;
			await update(posts.draft, change);
		}
		return answer;
	});
	const waiting = await ask({ ...onDraft, ...tomorrow, options: { allowEdits: true } }, { disturb });
	const page = await waiting.send({ 'caption-0': 'Mine', action: 'approved' });
	expect([page.status, page.text]).toEqual([
		409,
		expect.stringContaining(`Someone changed the ${part} of the post`),
	]);
	expect(page.text).toContain('Theirs');
	expect(waiting.resumed).toEqual([]);
	await waiting.send({ action: 'approved' });
	expect(waiting.resumed).toMatchObject([
		[{ json: { approved: true, ...('caption' in change ? change : {}) } }],
	]);
});

test.each<[string, object]>([
	['a vertical tab and other control characters', { caption: 'One\u000Btwo\u0085three\u0007' }],
	['other line breaks', { caption: 'One\r\ntwo\rthree\n' }],
	['a line break in the title', { caption: 'One', title: 'Two\nlines' }],
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

test('limits the views of each link, but never refuses a form', async () => {
	const waiting = await ask({ ...onDraft, ...tomorrow, options: { approvers: 'Anna\nBen' } });
	const [anna, ben] = (waiting.output[0]?.approvers as Array<{ link: string }>).map(({ link }) =>
		waiting.local(link),
	);
	const before = sandbox().requests.length;
	const fields = fieldsOf(await waiting.get(anna));
	const statuses: number[] = [];
	for (let count = 0; count < 40; count += 1) statuses.push((await waiting.get(anna)).status);
	expect(statuses.filter((status) => status === 200)).toHaveLength(29);
	expect(statuses.at(-1)).toBe(429);
	expect(sandbox().requests.length - before).toBeLessThan(150);
	expect((await waiting.get(ben)).status).toBe(200);
	const page = await waiting.post({ ...fields, action: 'changesRequested', 'comment-0': 'Not lost' }, anna);
	expect([page.status, waiting.resumed]).toMatchObject([200, [[{ json: { comment: 'Not lost' } }]]]);
});
