import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { requestReaders } from '../../../nodes/SocialPublishing/approval/request';
import { createRunData } from '../../support/n8nWorkflow';
import { fieldsOf, type WaitingNode } from '../../support/approvalHost';
import { onDraft, tomorrow, useApprovals } from '../../support/useApprovals';

const { ask, node, submits } = useApprovals();

/** What a version of this package has saved. */
const readSample = (version: string) =>
	JSON.parse(readFileSync(join(__dirname, 'samples', `request.v${version}.json`), 'utf8')) as IDataObject & {
		nonce: string;
	};

/** A node that waits with a request that another build has saved. */
async function waitWith(change: (request: IDataObject) => IDataObject): Promise<WaitingNode> {
	const runData = createRunData([{ json: {} }]);
	const waiting = await ask({ ...onDraft, ...tomorrow }, { runData });
	const memory = runData.executionData?.contextData['node:Social Publishing'] as IDataObject;
	memory.approvalRequest = change(memory.approvalRequest as IDataObject);
	return waiting;
}

const submit = async (waiting: WaitingNode) =>
	await node().json('post:submit', { delivery: 'approved' }, { items: waiting.resumed[0] ?? [] });

test.each(Object.keys(requestReaders))(
	'a request that version %s saved shows what it asked, is decided, and what was approved is published',
	async (version) => {
		const saved = readSample(version);
		const waiting = await waitWith(() => saved);
		const link = waiting.linkWith({ visit: saved.nonce });
		const page = await waiting.get(link);
		expect(page.status).toBe(200);
		expect(page.text.match(/Please check the price/g)).toHaveLength(1);
		await waiting.post({ ...fieldsOf(page), action: 'approved' }, link);
		expect(waiting.resumed).toMatchObject([[{ json: { approved: true, decision: 'approved' } }]]);
		expect(await submit(waiting)).toMatchObject([{ status: 'scheduled' }]);
	},
);

describe('a request of a version that this build does not know', () => {
	const unknown = async () => await waitWith((request) => ({ ...request, version: 99 }));

	test.each<[string, (waiting: WaitingNode) => Promise<{ status: number; text: string }>]>([
		['opened', async (waiting) => await waiting.get()],
		['sent from a page of the former build', async (waiting) => await waiting.post({ action: 'approved' })],
		['sent without a button', async (waiting) => await waiting.post({})],
	])('says so and waits on if the page is %s', async (_title, act) => {
		const waiting = await unknown();
		for (let count = 0; count < 2; count += 1) {
			const { status, text } = await act(waiting);
			expect(status).toBe(409);
			expect(text).toContain('This request can&#39;t be decided anymore');
			expect(text.match(/<button/g)).toHaveLength(1);
		}
		expect(waiting.resumed).toEqual([]);
	});

	test('is closed by its button, without an approval, and the draft stays', async () => {
		const waiting = await unknown();
		const { text } = await waiting.send({ action: 'close' });
		expect(text).toContain('This request is closed');
		const [[item] = []] = waiting.resumed;
		expect(item?.json).toMatchObject({ approved: false, decision: 'outdated', status: 'draft' });
		expect(item?.json.reason).toMatch(/updated while the workflow waited/);
		expect(item?.json).not.toHaveProperty('decidedBy');
		expect(await submit(waiting)).toMatchObject([{ submitted: false }]);
		expect(submits()).toEqual([]);
	});

	test.each<[string, IDataObject]>([
		['no items', { items: undefined }],
		['items of another kind', { items: ['one'] }],
		['nothing else', { items: null, link: undefined, message: undefined }],
	])('is closed if it has %s', async (_title, more) => {
		const waiting = await waitWith((request) => ({ ...request, version: 'next', ...more }));
		await waiting.post({ action: 'close' });
		expect(waiting.resumed).toMatchObject([[{ json: { approved: false, decision: 'outdated' } }]]);
	});

	test('opens only with its own link', async () => {
		const waiting = await unknown();
		const link = waiting.linkWith({ visit: '6f9619ff-8b86-4d01-b42d-00c04fc964ff' });
		expect((await waiting.get(link)).status).toBe(410);
		expect((await waiting.post({ action: 'close' }, link)).status).toBe(410);
		expect(waiting.resumed).toEqual([]);
	});
});
