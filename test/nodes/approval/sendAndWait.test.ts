import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { Readable } from 'node:stream';
import { seed } from '../../../sandbox';
import { fieldsOf } from '../../support/approvalHost';
import { itemWith } from '../../support/mediaItems';
import { useBinaryMode } from '../../support/n8nBinary';
import { pictureFiles } from '../../support/pictureFile';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import {
	onDraft,
	onNewPost,
	tomorrow,
	useApprovals,
	withoutWaits,
	type ApprovalSetup,
} from '../../support/useApprovals';

const { ask, node, read, sandbox, submits } = useApprovals();
const { channels, keys, posts } = seed;
const existing = onDraft;
const fresh = onNewPost;

test('waits and shows the post as each channel will receive it (P46)', async () => {
	const waiting = await ask(
		{ ...existing, ...tomorrow, message: 'Please check' },
		{ timezone: 'Europe/Berlin' },
	);
	const { status, text, headers } = await waiting.get();
	const post = await read(posts.draft);
	expect(status).toBe(200);
	expect(text).toContain('Please check');
	expect(text).toContain(String(post.caption).replace(/'/g, '&#39;'));
	expect(text).toContain('Tuesday, January 6, 2099, 10:00 AM (Europe/Berlin)');
	expect(headers.get('content-security-policy')).toContain("sandbox allow-forms; default-src 'none'");
	expect(headers.get('cache-control')).toBe('no-store');
	expect(headers.get('referrer-policy')).toBe('no-referrer');
	expect(waiting.resumed).toEqual([]);
	expect(waiting.output).toMatchObject([
		{ approved: false, decision: 'waiting', approvalLink: expect.any(String) as string },
	]);
	expect(submits()).toEqual([]);
});

test.each<[string, Record<string, string>, IDataObject]>([
	[
		'approve',
		{ action: 'approved', name: 'Ada' },
		{ approved: true, decision: 'approved', decidedBy: 'Ada', comment: '' },
	],
	[
		'reject',
		{ action: 'rejected', 'comment-0': 'Not now' },
		{ approved: false, decision: 'rejected', comment: 'Not now' },
	],
	[
		'changesRequested',
		{ action: 'changesRequested', 'comment-0': 'Shorter' },
		{ approved: false, decision: 'changesRequested' },
	],
])('continues the workflow with the decision: %s', async (_title, fields, expected) => {
	const waiting = await ask(existing);
	const { status, text } = await waiting.send(fields);
	expect([status, text]).toEqual([200, expect.stringContaining('Your decision was saved')]);
	const [[item] = []] = waiting.resumed;
	expect(item?.json).toMatchObject({
		id: posts.draft,
		status: 'draft',
		decidedAt: expect.any(String) as string,
		...expected,
	});
	expect(item?.pairedItem).toEqual({ item: 0 });
	expect(submits()).toEqual([]);
	expect(await read(posts.draft)).toMatchObject({ status: 'draft' });
});

test('names the sender and the workspace at the top of the page', async () => {
	sandbox().vary({ optionalFields: 'sent' });
	const options = { sender: ' Lena <Weber> ', allowEdits: true };
	const waiting = await ask({ ...fresh, ...tomorrow, options });
	const { text } = await waiting.get();
	expect(text).toContain(
		'<strong><bdi>Lena &lt;Weber&gt;</bdi></strong>, <strong><bdi>Acme Studio</bdi></strong>, asks you to approve a post.',
	);
	expect(text.indexOf('If you approve, the plan is to schedule it on Bluesky for')).toBeLessThan(
		text.indexOf('<main>'),
	);
});

describe('the output of an approval', () => {
	const plan = { mode: 'at', at: '2099-01-06T09:00:00+00:00' };

	test('has a sentence, the post, the decision, the plan and the version, which the post replaces none of', async () => {
		const waiting = await ask({ ...fresh, ...tomorrow });
		const id = String(waiting.output[0]?.id);
		await waiting.send({ action: 'approved', name: 'Ada', 'comment-0': 'Fine' });
		const [[item] = []] = waiting.resumed;
		const { version } = item?.json ?? {};
		expect(Object.keys(item?.json ?? {}).slice(0, 12)).toEqual([
			...['message', 'id', 'status', 'urls', 'channels', 'routed'],
			...['approved', 'decision', 'comment', 'decidedBy', 'decidedAt', 'delivery'],
		]);
		expect(item?.json).toMatchObject({
			message: expect.stringMatching(/ was approved by Ada: Fine\.$/),
			id,
			approved: true,
			delivery: plan,
			comment: 'Fine',
			status: 'draft',
		});
		expect(version).toMatch(/^[\w.-]{100,180}$/);
		expect([await read(id), submits()]).toMatchObject([{ status: 'draft' }, []]);
	});

	test.each<[string, IDataObject, object]>([
		['none', { delivery: 'draft' }, {}],
		['now', { delivery: 'now' }, { delivery: { mode: 'now' } }],
		['queue', { delivery: 'queue' }, { delivery: { mode: 'queue' } }],
		[
			'a time in a zone',
			{ delivery: 'at', publishAt: '2099-01-06T09:00:00', options: { timezone: 'Europe/Berlin' } },
			{ delivery: { mode: 'at', at: '2099-01-06T09:00:00+01:00', timezone: 'Europe/Berlin' } },
		],
	])('has the planned delivery as the service knows it: %s', async (_title, parameters, expected) => {
		const waiting = await ask({ ...fresh, ...parameters });
		await waiting.send({ action: 'approved' });
		const { delivery } = waiting.resumed[0]?.[0]?.json ?? {};
		expect({ ...(delivery === undefined ? {} : { delivery }) }).toEqual(expected);
	});

	test('is what Submit publishes with As Approved, with the edits of the approver', async () => {
		const waiting = await ask(
			{ ...fresh, ...tomorrow, options: { allowEdits: true, approverTimezone: 'America/New_York' } },
			{ timezone: 'UTC' },
		);
		const edits = { 'caption-0': 'A better text', 'publishAt-0': '2099-01-07T09:00' };
		const preview = await waiting.send({ ...edits, action: 'preview' });
		expect(preview.text).toContain('13 of 300 characters');
		expect(preview.text).toContain('Wednesday, January 7, 2099, 9:00 AM (America/New_York)');
		expect(waiting.resumed).toEqual([]);
		await waiting.send({ ...edits, action: 'approved' });
		const [items = []] = waiting.resumed;
		expect(items[0]?.json).toMatchObject({
			message: '“A better text” was approved after an edit.',
			caption: 'A better text',
			delivery: { mode: 'at', at: '2099-01-07T09:00:00-05:00' },
			edits: {
				before: { caption: 'The showroom opens', publishAt: plan.at },
				after: { caption: 'A better text', publishAt: '2099-01-07T09:00:00-05:00' },
			},
		});
		const id = String(items[0]?.json.id);
		expect(await read(id)).toMatchObject({
			status: 'draft',
			caption: 'A better text',
			proposedPublishAt: null,
		});
		expect(await node().json('post:submit', { delivery: 'approved' }, { items })).toMatchObject([
			{
				id,
				status: 'scheduled',
				caption: 'A better text',
				scheduledAt: expect.stringContaining('2099-01-07T14:00:00') as string,
			},
		]);
	});

	test('has another version if only the planned time was changed, and writes nothing', async () => {
		const versionOf = async (fields: Record<string, string>) => {
			const waiting = await ask({ ...existing, ...tomorrow, options: { allowEdits: true } });
			await waiting.send({ ...fields, action: 'approved' });
			return waiting.resumed[0]?.[0]?.json.version;
		};
		const [own, other] = [await versionOf({}), await versionOf({ 'publishAt-0': '2099-01-07T09:00' })];
		expect(other).not.toBe(own);
		expect(await versionOf({})).toBe(own);
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('saves a changed time as the proposed one without a plan', async () => {
		const [draft] = await node().json('post:create', {
			channels: [channels.bluesky.id],
			caption: 'Hi',
			additionalFields: { proposedPublishAt: '2099-01-06T09:00:00Z' },
		});
		const postId = byId(String(draft?.id));
		const waiting = await ask({ ...existing, delivery: 'draft', postId, options: { allowEdits: true } });
		await waiting.send({ action: 'approved', 'publishAt-0': '2099-01-07T09:00' });
		expect(Date.parse(String((await read(String(draft?.id))).proposedPublishAt))).toBe(
			Date.UTC(2099, 0, 7, 9),
		);
	});
});

test.each<[string, IDataObject, string]>([
	['a key that publishes', { delivery: 'now' }, 'the plan is to publish it on Bluesky right away.'],
	['the queue', { delivery: 'queue' }, 'the plan is to add it to the queue of Bluesky.'],
	['no plan', { delivery: 'draft' }, 'the workflow continues. This doesn&#39;t publish the post.'],
])('announces what approval leads to: %s', async (_title, parameters, words) => {
	expect((await (await ask({ ...fresh, ...parameters })).get()).text).toContain(`If you approve, ${words}`);
});

test("announces a review if the key can't publish (P47)", async () => {
	sandbox().vary({ optionalFields: 'sent' });
	const waiting = await ask({ ...fresh, ...tomorrow }, { key: keys.drafts });
	expect((await waiting.get()).text).toMatch(
		/If you approve, Acme Studio checks it again before it goes out on [^.]*, planned for [A-Z]/,
	);
});

describe('around the node', () => {
	const nothingPublishes =
		"Nothing after this node publishes approved posts. Add 'Submit' with Delivery 'As Approved'.";
	const warns = async (parameters: IDataObject, setup: ApprovalSetup = {}) =>
		(await ask({ ...existing, ...parameters }, setup)).hints.includes(nothingPublishes);
	const after = (parameters: IDataObject, more = {}) => ({ after: [{ parameters, ...more }] });
	const approved = { resource: 'post', operation: 'submit', delivery: 'approved' };

	test.each<[string, boolean, IDataObject, object]>([
		['a plan, and nothing follows', true, tomorrow, {}],
		['a plan, and Submit follows', false, tomorrow, after(approved)],
		[
			'a plan, and Submit with an expression follows',
			false,
			tomorrow,
			after({ ...approved, delivery: '={{ $json.d }}' }),
		],
		[
			'a plan, and Submit with another delivery follows',
			true,
			tomorrow,
			after({ ...approved, delivery: 'now' }),
		],
		['a plan, and a disabled Submit follows', true, tomorrow, after(approved, { disabled: true })],
		['a plan, and another node follows', true, tomorrow, after(approved, { type: 'n8n-nodes-base.noOp' })],
		['no plan, and nothing follows', false, { delivery: 'draft' }, {}],
	])('with %s, a warning says that nothing is published: %p', async (_title, expected, parameters, setup) => {
		expect(await warns(parameters, setup)).toBe(expected);
	});

	test('an item that is an approval with a plan is refused, and an expired one is asked about again', async () => {
		const first = await ask({ ...existing, ...tomorrow });
		const expired = first.atTimeLimit().map((json) => ({ json }));
		await first.send({ action: 'approved' });
		const [items = []] = first.resumed;
		await expect(ask({ ...existing, ...tomorrow }, { items })).rejects.toThrow(
			'The input is already an approval with a planned delivery',
		);
		expect((await ask({ ...existing, ...tomorrow }, { items: expired })).output).toMatchObject([
			{ decision: 'waiting' },
		]);
	});

	test('a post with changes requested is refused with a plan, and asked about without one', async () => {
		const [sent] = await nodeFor(sandbox(), { key: keys.drafts }).json('post:create', {
			channels: [channels.bluesky.id],
			caption: 'Hi',
			delivery: 'queue',
		});
		sandbox().review.requestChanges(String(sent?.id));
		const postId = byId(String(sent?.id));
		await expect(ask({ ...existing, ...tomorrow, postId })).rejects.toThrow('Changes Requested');
		const waiting = await ask({ ...existing, delivery: 'draft', postId });
		await waiting.send({ action: 'approved' });
		expect(waiting.resumed).toMatchObject([[{ json: { approved: true, status: 'changes_requested' } }]]);
	});
});

test('shows the edits also after a form that was refused, and says afterwards that they were approved', async () => {
	const waiting = await ask({ ...fresh, ...tomorrow, options: { allowEdits: true } });
	const edits = { 'caption-0': 'A text that someone has edited' };
	const { status, text } = await waiting.send({ ...edits, action: 'changesRequested' });
	expect([status, text]).toEqual([422, expect.stringContaining('Enter a comment')]);
	expect(text).toContain('>A text that someone has edited</div>');
	const { text: end } = await waiting.send({ ...edits, action: 'approved' });
	expect(end).toContain('Approved with a new caption. The workflow continues.');
});

test("doesn't approve a post that can't be published, and says why (N48)", async () => {
	const unchecked = { options: { checkFirst: false } };
	const waiting = await ask({ ...fresh, ...tomorrow, caption: 'a'.repeat(301), ...unchecked });
	expect((await waiting.get()).text).toContain('301 of 300 characters: too long');
	const { status, text } = await waiting.send({ action: 'approved' });
	expect([status, text]).toEqual([422, expect.stringContaining('be approved as it is')]);
	expect([waiting.resumed, submits()]).toEqual([[], []]);
	await waiting.send({ action: 'rejected' });
	expect(waiting.resumed).toMatchObject([[{ json: { approved: false } }]]);
});

describe('before the request', () => {
	const { bluesky } = channels;

	test.each<[title: string, parameters: IDataObject, problem: string]>([
		[
			'a text that is too long',
			{ ...tomorrow, channels: [bluesky.id], caption: 'a'.repeat(301) },
			"'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters",
		],
		[
			'a text that is too long and that a later node delivers',
			{ delivery: 'draft', channels: [bluesky.id], caption: 'a'.repeat(301) },
			"'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters",
		],
	])('fails for %s and saves nothing (P16)', async (_title, parameters, problem) => {
		const error = await node().error('post:sendAndWait', { ...fresh, ...parameters });
		expect(error.message).toBe(problem);
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('fails for an existing post that no channel accepts (P16)', async () => {
		const [draft] = await node().json('post:create', { channels: [bluesky.id], caption: 'a'.repeat(301) });
		const postId = byId(String(draft?.id));
		const error = await node().error('post:sendAndWait', { ...existing, ...tomorrow, postId });
		expect(error.message).toMatch(/^'Caption' for Bluesky \(acme.example\) is too long/);
	});
});

describe('repeated decisions', () => {
	test('make one decision for twenty clicks of two people who disagree', async () => {
		const waiting = await ask({ ...fresh, ...tomorrow });
		const fields = fieldsOf(await waiting.get());
		const answers = Array.from({ length: 20 }, (_, index) => ({
			action: index % 2 === 0 ? 'approved' : 'rejected',
		}));
		const pages = await Promise.all(
			answers.map(async (answer) => await waiting.post({ ...fields, ...answer })),
		);
		expect(pages.map(({ status }) => status)).toEqual(answers.map(() => 200));
		expect(waiting.resumed).toMatchObject([[{ json: { approved: true, status: 'draft' } }]]);
		expect(submits()).toEqual([]);
		const headings = pages.map(({ text }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]);
		expect(headings).toEqual(
			answers.map(({ action }) =>
				action === 'approved' ? 'Your decision was saved' : 'This request was already decided',
			),
		);
		for (const { text } of pages) expect(text).toContain('Approved. The workflow continues.');
	});

	test.each<[string, Record<string, string>]>([
		['no nonce', {}],
		['a nonce of another request', { visit: '6f9619ff-8b86-4d01-b42d-00c04fc964ff' }],
		['an empty nonce', { visit: '', request: '' }],
	])('rejects a link with %s', async (_title, query) => {
		const waiting = await ask({ ...existing, ...tomorrow });
		const link = waiting.linkWith(query);
		const fields = fieldsOf(await waiting.get());
		for (const page of [
			await waiting.get(link),
			await waiting.post({ ...fields, action: 'approved' }, link),
		]) {
			expect([page.status, page.text]).toEqual([410, expect.stringContaining('out of date')]);
		}
		expect([waiting.resumed, submits()]).toEqual([[], []]);
	});

	test('makes no decision through the link of an earlier loop iteration', async () => {
		const waiting = await ask({ ...existing, ...tomorrow });
		const fields = fieldsOf(await waiting.get());
		const before = waiting.link;
		await waiting.runAgain();
		expect(waiting.link).not.toBe(before);
		expect((await waiting.post({ ...fields, action: 'approved' }, before)).status).toBe(410);
		expect([waiting.resumed, submits()]).toEqual([[], []]);
	});
});

test('continues the workflow without approval at the time limit, and says so on the page', async () => {
	const waiting = await ask({ ...existing, ...tomorrow, options: { limitHours: 1e-9 } });
	expect(waiting.atTimeLimit()).toMatchObject([
		{ id: posts.draft, approved: false, decision: 'expired', delivery: { mode: 'at' } },
	]);
	const { status, text } = await waiting.post({ action: 'approved' });
	expect([status, text]).toEqual([410, expect.stringContaining('expired')]);
	expect([waiting.resumed, submits()]).toEqual([[], []]);
});

test('ends the wait of n8n together with the page', async () => {
	const before = Date.now();
	const { waitTill } = await ask({ ...existing, options: { limitHours: 2 } });
	expect(Math.round((Number(waitTill) - before) / 60_000)).toBe(120);
});

test('waits without a limit if none is set', async () => {
	expect((await ask(existing)).waitTill).toEqual(WAIT_INDEFINITELY);
});

test('shows the uploaded files, with up to 8 MB of images on the page (P82)', async () => {
	await useBinaryMode('filesystem');
	const image = (sizeBytes: number) => {
		const png = pictureFiles.png?.(1_200, 800) as Buffer;
		return Buffer.concat([png, Buffer.alloc(sizeBytes - png.length)]);
	};
	const items = [
		await itemWith({ one: image(5_000_000), two: image(4_000_000) }, 'image/png'),
		await itemWith({ three: image(3_100_000), four: image(20_500) }, 'image/png'),
	];
	const waiting = await ask({ ...fresh, media: 'binary', binaryPropertyName: '*' }, { items });
	const { text } = await waiting.get();
	const lists = [...text.matchAll(/<ul class="media[^>]*>(.*?)<\/ul>/gs)].map(([, list = '']) => list);
	expect(lists.join('').replace(/base64,[^"]*/g, '')).toBe(
		[
			'<li><img src="data:image/png;" alt="one.bin (Image, 1200 × 800, 5.0 MB)"></li>',
			'<li class="file"><bdi>two.bin</bdi><span class="dim">Image, 1200 × 800, 4.0 MB</span></li>',
			'<li class="file"><bdi>three.bin</bdi><span class="dim">Image, 1200 × 800, 3.1 MB</span></li>',
			'<li><img src="data:image/png;" alt="four.bin (Image, 1200 × 800, 21 kB)"></li>',
		].join(''),
	);
});

describe('several items', () => {
	const several = {
		...tomorrow,
		source: 'new',
		channels: [channels.bluesky.id],
		caption: '={{ $json.text }}',
	};
	const items = itemsOf({ text: 'One' }, { text: 'Two' }, { text: 'Three' });

	test('are listed on one page, each with a decision (P46)', async () => {
		const waiting = await ask(several, { items });
		expect((await waiting.get()).text).toContain('Approve 3 posts');
		await waiting.send({
			action: 'decide',
			'decision-0': 'approved',
			'decision-1': 'rejected',
			'decision-2': 'changesRequested',
			'comment-2': 'Later',
		});
		expect(waiting.resumed[0]?.map(({ json }) => [json.caption, json.decision, json.status])).toEqual([
			['One', 'approved', 'draft'],
			['Two', 'rejected', 'draft'],
			['Three', 'changesRequested', 'draft'],
		]);
		expect(submits()).toEqual([]);
	});

	test('have the score of their own title', async () => {
		const titleScore = '={{ $json.score }}';
		const scored = itemsOf({ text: 'One', score: 71.4 }, { text: 'Two', score: 9 }, { text: 'Three' });
		const { text } = await (await ask({ ...several, options: { titleScore } }, { items: scored })).get();
		expect([...text.matchAll(/Title score<\/bdi><\/dt><dd><bdi>([^<]*)/g)].map(([, score]) => score)).toEqual(
			['71 of 100', '9 of 100'],
		);
	});

	test('exclude a failed item from the request', async () => {
		const waiting = await ask(
			{ ...several, channels: '={{ $json.text === "Two" ? [] : ["' + channels.bluesky.id + '"] }}' },
			{ items, continueOnFail: true },
		);
		await waiting.send({ action: 'approved' });
		expect(waiting.resumed[0]?.map(({ json }) => json.approved)).toEqual([true, false, true]);
		expect(waiting.resumed[0]?.[1]?.json.error).toContain('Channel Names or IDs');
	});
});

describe('the link for a message that is sent before the node waits', () => {
	const linkOf = (nonce: string) =>
		`http://127.0.0.1:5678/webhook-waiting/1/approval?signature=x&request=${nonce}`;
	const nonce = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';

	test('leads to the signed page', async () => {
		const waiting = await ask(
			{ ...existing, options: { approvalLink: linkOf(nonce) } },
			{ executionId: '1' },
		);
		const { status, headers } = await waiting.get(waiting.linkWith({ request: nonce }));
		expect([status, headers.get('location')]).toEqual([
			303,
			expect.stringMatching(/\?visit=[\w-]{36}&signature=/),
		]);
	});

	test('leads to each loop iteration in turn, and each has its own decision', async () => {
		const waiting = await ask(
			{ ...existing, options: { approvalLink: linkOf(nonce) } },
			{ executionId: '1' },
		);
		const shared = waiting.linkWith({ request: nonce });
		const decideByLink = async (fields: Record<string, string>) => {
			const { headers } = await waiting.get(shared);
			const { search } = new URL(String(headers.get('location')));
			const page = await waiting.get(waiting.linkWith(Object.fromEntries(new URLSearchParams(search))));
			expect(page.status).toBe(200);
			await waiting.post({ ...fieldsOf(page), ...fields });
		};
		await decideByLink({ action: 'rejected' });
		await waiting.runAgain();
		await decideByLink({ action: 'approved' });
		expect(waiting.resumed).toMatchObject([[{ json: { approved: false } }], [{ json: { approved: true } }]]);
	});

	test('is made by Get Approval Link', async () => {
		const [{ approvalLink } = {}] = await node().json('post:getApprovalLink', {}, {});
		expect(String(approvalLink)).toMatch(/\/webhook-waiting\/[^/]+\/approval\?.*request=[\w-]{36}/);
	});
});

test.each<[string, IDataObject, string]>([
	[
		'a post that is published',
		{ ...existing, ...tomorrow, postId: byId(posts.published) },
		"Can't ask for the approval of a post with the status Published",
	],
	['no post', { source: 'existing' }, "'Post' is empty"],
])('rejects %s', async (_title, parameters, message) => {
	const error = await node().error('post:sendAndWait', parameters);
	expect(error.message).toBe(message);
});

test('accepts any status of a post that stays unchanged', async () => {
	const waiting = await ask({ ...existing, delivery: 'draft', postId: byId(posts.published) });
	await waiting.send({ action: 'approved' });
	expect(waiting.resumed).toMatchObject([[{ json: { approved: true, status: 'published' } }]]);
});

test('shows the link while it waits, and says that a local address opens only on this computer', async () => {
	expect((await ask(existing)).hints).toEqual([
		expect.stringMatching(
			/^Waiting for approval\. <a href="http[^"]+" target="_blank">Open the approval page<\/a>$/,
		),
		expect.stringContaining('Set N8N_WEBHOOK_URL'),
	]);
	const ofTwo = await ask(
		{ ...fresh, caption: '={{ $json.text }}' },
		{ items: itemsOf({ text: 'One' }, { text: 'Two' }) },
	);
	expect(ofTwo.hints[0]).toMatch(/^Waiting for approval of 2 posts on one page\. /);
});

/** n8n's context, with some failing calls. @param calls gets the name of each call */
function failing(
	context: IWebhookFunctions,
	fails: (name: string, index: number) => boolean,
	calls: string[] = [],
	opened: Array<Promise<Readable>> = [],
): IWebhookFunctions {
	const guard = <T extends object>(target: T, path: string): T =>
		new Proxy(target, {
			get(_target, name) {
				const value: unknown = Reflect.get(target, name, target);
				const whole = `${path}${String(name)}`;
				if (typeof value === 'function') {
					return (...given: unknown[]) => {
						calls.push(whole);
						if (fails(whole, calls.length - 1)) throw new Error(`${whole} failed`);
						const result: unknown = Reflect.apply(value, path === 'helpers.' ? context : target, given);
						if (whole === 'helpers.getBinaryStream') opened.push(result as Promise<Readable>);
						return whole === 'getResponseObject' ? guard(result as object, 'response.') : result;
					};
				}
				return name === 'helpers' ? guard(value as object, 'helpers.') : value;
			},
		});
	return guard(context, '');
}

describe('webhook() never throws and continues the workflow only with a decision', () => {
	/** What the page needs of n8n: a post with a picture, and in a POST the answer with an edited text. A POST that decides draws no page. */
	const used = {
		GET: [
			'getResponseObject',
			'helpers.binaryToBuffer',
			'helpers.getBinaryStream',
			'response.end',
			'response.writeHead',
		],
		POST: ['getBodyData'],
	};

	test.each(['GET', 'POST'] as const)('if any call of a %s fails', async (method) => {
		await useBinaryMode('filesystem');
		const failed: string[] = [];
		const opened: Array<Promise<Readable>> = [];
		for (let at = 0, total = 1; at < total; at += 1) {
			const calls: string[] = [];
			let isDisturbed = false;
			const disturb: ApprovalSetup['disturb'] = (context) =>
				isDisturbed ? failing(context, (_name, index) => index === at, calls, opened) : context;
			const waiting = await ask(
				{ ...fresh, ...tomorrow, media: 'binary', options: { allowEdits: true } },
				{
					disturb,
					nodeType: withoutWaits(),
					items: [await itemWith({ data: pictureFiles.png?.(40, 30) as Buffer }, 'image/png')],
				},
			);
			const fields = { ...fieldsOf(await waiting.get()), 'caption-0': 'A better text' };
			isDisturbed = true;
			const { status, text } = await (method === 'GET'
				? waiting.get()
				: waiting.post({ ...fields, action: 'approved' }));
			const isDecided = text.includes('Your decision was saved');
			expect([status, isDecided, waiting.resumed]).toMatchObject(
				isDecided
					? [200, true, [[{ json: { approved: true, caption: 'A better text' } }]]]
					: [status, false, []],
			);
			failed.push(...calls.slice(at, at + 1));
			total = Math.max(total, calls.length);
		}
		// Each of the requests failed once, too.
		expect([...new Set(failed)].sort()).toEqual(
			[
				...used[method],
				'evaluateExpression',
				'getCredentials',
				'getNode',
				'getQueryData',
				'getRequestObject',
				'helpers.httpRequestWithAuthentication',
			].sort(),
		);
		expect(submits()).toEqual([]);
		expect((await Promise.all(opened)).filter(({ destroyed }) => !destroyed)).toEqual([]);
	});

	test("leaves the page to n8n if the response can't be written", async () => {
		const waiting = await ask(existing, {
			disturb: (context) => failing(context, (name) => name.startsWith('response.')),
		});
		expect((await waiting.get()).text).toContain('be shown right now');
		expect(waiting.resumed).toEqual([]);
	});
});

test('a new post hides the same fields as Create, such as a board without a Pinterest channel', () => {
	const { properties } = new SocialPublishing().description;
	const hiddenIn = (operation: string) =>
		properties
			.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation))
			.filter(({ displayOptions: { hide, show } = {} }) => hide && !show?.['@tool']?.includes(true))
			.map(({ name, displayOptions }) => [name, displayOptions?.hide]);
	expect(hiddenIn('create').length).toBeGreaterThan(0);
	expect(hiddenIn('sendAndWait')).toEqual(expect.arrayContaining(hiddenIn('create')));
});
