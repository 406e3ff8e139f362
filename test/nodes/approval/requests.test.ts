import type { IWebhookFunctions } from 'n8n-workflow';
import { fieldsOf, type WaitingNode } from '../../support/approvalHost';
import { fileOfKind, itemWith } from '../../support/mediaItems';
import { useBinaryMode } from '../../support/n8nBinary';
import { aroundRequests, onNewPost, tomorrow, useApprovals, withoutWaits } from '../../support/useApprovals';

const { ask, sandbox } = useApprovals();
beforeAll(async () => await useBinaryMode('filesystem'));

/** Only a page of an open request reads the identity and the images of its posts. */
let picturesRead = 0;

const countingPictures = (context: IWebhookFunctions): IWebhookFunctions => {
	const { helpers } = context;
	const counted: typeof helpers.getBinaryStream = async (...call) => {
		picturesRead += 1;
		return await helpers.getBinaryStream(...call);
	};
	return Object.assign(context, { helpers: { ...helpers, getBinaryStream: counted } });
};

/** Requests approval of a new post with one image and opens the page. */
async function openPage(parameters = {}): Promise<[WaitingNode, Record<string, string>]> {
	const { binary } = await itemWith({ data: fileOfKind('png', 100) }, 'image/png');
	const waiting = await ask(
		{ ...onNewPost, ...tomorrow, media: 'binary', options: { allowEdits: true }, ...parameters },
		{ items: [{ json: {}, binary }], nodeType: withoutWaits(), disturb: countingPictures },
	);
	return [waiting, fieldsOf(await waiting.get())];
}

/** Sends an answer and counts the reads. */
async function readsOf(waiting: WaitingNode, fields: Record<string, string>) {
	const sentBefore = sandbox().requests.length;
	picturesRead = 0;
	const { status } = await waiting.post(fields);
	const sent = sandbox().requests.slice(sentBefore);
	const count = (path: RegExp) => sent.filter((one) => one.method === 'GET' && path.test(one.path)).length;
	return { status, pictures: picturesRead, identity: count(/\/me\/$/), posts: count(/\/posts\/[^/]+$/) };
}

const onePage = { pictures: 1, identity: 1, posts: 1 };
const noPage = { pictures: 0, identity: 0 };

test('reads each image of the page once', async () => {
	picturesRead = 0;
	await openPage();
	expect(picturesRead).toBe(1);
});

test.each<[string, Record<string, string>, object]>([
	['an approval', { action: 'approved' }, { status: 200, posts: 2, ...noPage }],
	[
		'an approval with an edit',
		{ action: 'approved', 'caption-0': 'The showroom opens today' },
		{ status: 200, posts: 3, ...noPage },
	],
	['a rejection', { action: 'rejected' }, { status: 200, posts: 1, ...noPage }],
	[
		'a request for changes',
		{ action: 'changesRequested', 'comment-0': 'Shorter' },
		{ status: 200, posts: 1, ...noPage },
	],
	['a preview', { action: 'preview', 'caption-0': 'Hi' }, { status: 200, ...onePage }],
	['an answer without a comment', { action: 'changesRequested' }, { status: 422, ...onePage }],
	[
		'an answer about an older version',
		{ action: 'approved', 'version-0': 'old' },
		{ status: 409, ...onePage },
	],
	[
		'an approval of a text that is too long',
		{ action: 'approved', 'caption-0': 'a'.repeat(301) },
		{ status: 422, ...onePage },
	],
])('builds a page only to show it: %s', async (_answer, fields, reads) => {
	const [waiting, shown] = await openPage();
	expect(await readsOf(waiting, { ...shown, ...fields })).toEqual(reads);
});

test('builds one page for an edit that the service refuses, and keeps what was entered', async () => {
	const [waiting, shown] = await openPage();
	sandbox().faults.add({ method: 'PATCH', path: /posts/, kind: 'status', status: 422 });
	const fields = { ...shown, 'caption-0': 'Edited', 'comment-0': 'My comment', action: 'approved' };
	expect(await readsOf(waiting, fields)).toEqual({ status: 502, ...onePage, posts: 2 });
	sandbox().faults.add({ method: 'PATCH', path: /posts/, kind: 'status', status: 422 });
	const page = await waiting.post(fields);
	expect(page.text).toContain(
		'Your changes couldn&#39;t be saved, so nothing was decided. The service refused',
	);
	expect(fieldsOf(page)).toMatchObject({ 'caption-0': 'Edited', 'comment-0': 'My comment' });
});

test('carries out a decision even if the service returns no identity', async () => {
	const [waiting, shown] = await openPage();
	sandbox().faults.add({ method: 'GET', path: /\/me\/$/, kind: 'status', status: 403 });
	expect(await readsOf(waiting, { ...shown, action: 'approved' })).toMatchObject({ status: 200, ...noPage });
});

test('keeps a comment if the service fails, in a form that can be sent again', async () => {
	const [waiting, shown] = await openPage();
	sandbox().faults.add({ method: 'GET', path: /posts/, kind: 'status', status: 503, times: 10 });
	const failed = await waiting.post({ ...shown, action: 'changesRequested', 'comment-0': 'Say <when>' });
	expect([failed.status, waiting.resumed]).toEqual([502, []]);
	expect(failed.text).toContain(
		'<button name="action" value="changesRequested" class="go">Try Again</button>',
	);
	sandbox().faults.clear();
	await waiting.post({ ...fieldsOf(failed), action: 'changesRequested' });
	expect(waiting.resumed).toMatchObject([
		[{ json: { decision: 'changesRequested', comment: 'Say <when>' } }],
	]);
});

test('reads at most five posts at a time', async () => {
	const texts = Array.from({ length: 25 }, (_, index) => ({ json: { text: `Post ${index}` } }));
	let open = 0;
	let most = 0;
	const counting = aroundRequests(async ({ method, url }, send) => {
		if (method !== 'GET' || !/\/posts\/[^/]+$/.test(url)) return await send();
		open += 1;
		most = Math.max(most, open);
		return await send().finally(() => (open -= 1));
	});
	const waiting = await ask(
		{ ...onNewPost, caption: '={{ $json.text }}' },
		{ items: texts, disturb: counting },
	);
	expect((await waiting.get()).status).toBe(200);
	expect(most).toBe(5);
});
