import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { fieldsOf } from '../../support/approvalHost';
import { fileOfKind, itemWith } from '../../support/mediaItems';
import { useBinaryMode } from '../../support/n8nBinary';
import { itemsOf } from '../../support/nodeUnderTest';
import { onDraft, onNewPost, tomorrow, useApprovals } from '../../support/useApprovals';

const { ask, node, sandbox } = useApprovals();
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');
const linkOf = (nonce: string) =>
	`http://127.0.0.1:5678/webhook-waiting/1/approval?signature=x&request=${nonce}`;

describe('items of a run that share a page', () => {
	test.each<[string, unknown, unknown]>([
		['Approvers', 'Anna', 'Ben'],
		['Approvers', [{ name: 'Anna' }], [{ name: 'Anna', timezone: 'Asia/Tokyo' }]],
		[
			'Approval Link',
			linkOf('6f9619ff-8b86-4d01-b42d-00c04fc964ff'),
			linkOf('7f9619ff-8b86-4d01-b42d-00c04fc964ff'),
		],
		['Time Limit (Hours)', 1, 2],
		['Allow Edits', false, true],
		['Ask for a Name', 'hidden', 'required'],
		['Sender', 'Lena', ''],
		['Approver Time Zone Name or ID', 'Asia/Tokyo', 'Europe/Berlin'],
	])("are refused before anyone is asked if '%s' differs: %j and %j", async (label, first, other) => {
		const name = {
			Approvers: 'approvers',
			'Approval Link': 'approvalLink',
			'Time Limit (Hours)': 'limitHours',
			'Allow Edits': 'allowEdits',
			'Ask for a Name': 'nameField',
			Sender: 'sender',
			'Approver Time Zone Name or ID': 'approverTimezone',
		}[label] as string;
		const items = itemsOf(...([first, first, other] as string[]).map((value) => ({ value })));
		const run = { items, executionId: '1' };
		const parameters = { ...onNewPost, options: { [name]: '={{ $json.value }}' } };
		const error = await node().error('post:sendAndWait', parameters, run);
		expect(error.message).toBe(`'${label}' isn't the same for items 1 and 3`);
		expect(error.description).toContain('Loop Over Items');
		const failed = await node().json('post:sendAndWait', parameters, { ...run, continueOnFail: true });
		expect(failed.map((json) => String(json.error))).toEqual(Array(3).fill(expect.stringContaining(label)));
		expect(writes()).toEqual([]);
	});

	const askAbout = async (...messages: string[]): Promise<string> => {
		const waiting = await ask(
			{ ...onNewPost, caption: '={{ $json.text }}', message: '={{ $json.message }}' },
			{ items: itemsOf(...messages.map((message, index) => ({ message, text: `Post number ${index}` }))) },
		);
		return (await waiting.get()).text;
	};

	test('show each message with its post', async () => {
		const text = await askAbout('Check the price', 'Check the date', '');
		const [top = '', one = '', two = '', three = ''] = text.split('<section class="post"');
		expect([top, one, two, three].map((part) => /Check the \w+/.exec(part)?.[0])).toEqual([
			undefined,
			'Check the price',
			'Check the date',
			undefined,
		]);
	});

	test('show a message that is the same for all of them once, at the top', async () => {
		const text = await askAbout('Check the price', 'Check the price');
		expect(text.match(/Check the price/g)).toHaveLength(1);
		expect(text.indexOf('Check the price')).toBeLessThan(text.indexOf('<section class="post"'));
	});
});

describe('Get Approval Link', () => {
	const links = async (parameters: IDataObject, run = {}) =>
		await node().json('post:getApprovalLink', parameters, {
			items: itemsOf({ id: 'one', caption: 'A' }, { id: 'two', approvalLink: 'former' }),
			...run,
		});

	test('passes its items on, with one link for all of them', async () => {
		const [one, two] = await links({});
		expect(one).toEqual({
			id: 'one',
			caption: 'A',
			approvalLink: expect.stringContaining('/approval?') as string,
		});
		expect(two).toEqual({ id: 'two', approvalLink: one?.approvalLink });
	});

	test('says how to send the link of several items once', async () => {
		const hintsFor = async (...rows: IDataObject[]) =>
			(await node().result('post:getApprovalLink', {}, { items: itemsOf(...rows) })).hints;
		expect(await hintsFor({}, {})).toMatchObject([
			{ message: expect.stringContaining("'Execute Once'") as string },
		]);
		expect(await hintsFor({})).toEqual([]);
	});

	test('makes one link for each approver of its items', async () => {
		const [one, two] = await links({ approvers: 'Anna\nBen' });
		expect(one).toMatchObject({ id: 'one', approvers: [{ name: 'Anna' }, { name: 'Ben' }] });
		expect(two?.approvers).toEqual(one?.approvers);
		const urls = (one?.approvers as Array<{ link: string }>).map(({ link }) => link);
		expect(new Set(urls).size).toBe(2);
	});

	test('makes other links in another run', async () => {
		const [[one], [two]] = [await links({}), await links({})];
		expect(one?.approvalLink).not.toBe(two?.approvalLink);
	});

	test('passes files on', async () => {
		await useBinaryMode('filesystem');
		const { binary } = await itemWith({ data: fileOfKind('png', 100) }, 'image/png');
		const [output] = await node().run(
			'post:getApprovalLink',
			{},
			{ items: [{ json: { id: 'one' }, binary }] },
		);
		expect(output?.binary).toEqual(binary);
	});

	test('gives a tool only the link', async () => {
		const [output] = await links({}, { isTool: true });
		expect(Object.keys(output ?? {})).toEqual(['approvalLink']);
	});
});

describe('two people with the link for everyone', () => {
	const decide = async (...answers: Array<Record<string, string>>) => {
		const waiting = await ask({ ...onDraft, ...tomorrow });
		const fields = fieldsOf(await waiting.get());
		const pages: string[] = [];
		for (const answer of answers) pages.push((await waiting.post({ ...fields, ...answer })).text);
		expect(waiting.resumed).toHaveLength(1);
		return pages;
	};

	test('read that it was decided already, what and when, if they come too late', async () => {
		const [first, second] = await decide({ action: 'approved', name: 'Ada' }, { action: 'rejected' });
		expect(first).toContain('<h1>Your decision was saved</h1>');
		expect(second).toContain('<h1>This request was already decided</h1>');
		expect(second).toMatch(/Ada decided on \w+day, .*The first decision counts\./);
		expect(second).toContain('Approved. The workflow continues.');
		expect(second).not.toContain('Your decision was saved');
	});

	test('read what they decided if they click twice', async () => {
		const pages = await decide({ action: 'rejected' }, { action: 'rejected' });
		for (const page of pages) expect(page).toContain('<h1>Your decision was saved</h1>');
	});
});

test('a page that only checks changes counts as a view, and a decision is never refused for that', async () => {
	const waiting = await ask({ ...onDraft, ...tomorrow, options: { allowEdits: true } });
	const fields = { ...fieldsOf(await waiting.get()), 'caption-0': 'Kept & sent again' };
	const statuses = new Set<number>();
	let last = '';
	for (let count = 0; count < 40; count += 1) {
		const { status, text } = await waiting.post({ ...fields, action: 'preview' });
		statuses.add(status);
		last = text;
	}
	expect([...statuses]).toEqual([200, 429]);
	expect(last).toContain('This page was opened too often');
	expect(last).toContain('name="caption-0" value="Kept &amp; sent again"');
	expect((await waiting.post({ ...fields, action: 'approved' })).status).toBe(200);
	expect(waiting.resumed).toMatchObject([[{ json: { approved: true, caption: 'Kept & sent again' } }]]);
});

test('names without marks of direction stand in the output and in sentences', async () => {
	const approvers = 'An\u202Ena\nBen';
	const waiting = await ask({ ...onDraft, ...tomorrow, options: { approvers } });
	const [{ name = '', link = '' } = {}] = waiting.output[0]?.approvers as Array<{
		name: string;
		link: string;
	}>;
	expect(name).toBe('Anna');
	const page = await waiting.get(waiting.local(link));
	await waiting.post({ ...fieldsOf(page), action: 'rejected' }, waiting.local(link));
	expect(waiting.resumed).toMatchObject([[{ json: { decidedBy: 'Anna' } }]]);
	const typed = await ask({ ...onDraft, ...tomorrow });
	await typed.send({ action: 'rejected', name: '\u2067Ada\u2069' });
	expect(typed.resumed).toMatchObject([[{ json: { decidedBy: 'Ada' } }]]);
});

test('an alt text stands under its picture', async () => {
	await useBinaryMode('filesystem');
	const { binary } = await itemWith({ data: fileOfKind('png', 100) }, 'image/png');
	const waiting = await ask(
		{ ...onNewPost, channels: [seed.channels.bluesky.id], media: 'binary', altText: 'A chair <by> a window' },
		{ items: [{ json: {}, binary }] },
	);
	expect((await waiting.get()).text).toMatch(
		/<li><img [^>]*><p class="alt">Alt text: <bdi>A chair &lt;by&gt; a window</,
	);
});
