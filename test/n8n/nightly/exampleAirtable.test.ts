/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
import { movieOf } from '../../support/movieFile';
import { startAirtable, type AirtableServer } from '../support/airtableServer';
import type { RestartableN8n } from '../support/restartableN8n';
import type { CredentialReference, RunResult, Workflow } from '../support/testbed';

const example = 'keep-an-airtable-calendar-in-step';
const token = 'token-of-the-airtable-test';
const statusField = 'Status';

let airtable: AirtableServer;
let n8n: RestartableN8n;
let credential: CredentialReference;
let id: string;

interface Node {
	type: string;
	parameters: object;
}

/** The example as someone sets it up who follows its note, with more parameters of the node that keeps posts in step. */
function setUp(credential: CredentialReference, more: object = {}): Workflow {
	const workflow = testbed.readExample(example);
	const place = (value: string) => ({ __rl: true, mode: 'list', value });
	const nodes = (workflow.nodes as Node[]).map((node) => {
		if (node.type === testbed.nodeType) return { ...node, parameters: { ...node.parameters, ...more } };
		if (!node.type.endsWith('.airtable')) return node;
		const [base, table] = [place(airtable.base), place(airtable.table)];
		const parameters = { ...node.parameters, base, table };
		return { ...node, parameters, credentials: { airtableTokenApi: credential } };
	});
	return { ...workflow, name: 'Airtable calendar (test)', nodes };
}

beforeAll(async () => {
	airtable = await startAirtable(token, [
		{ name: 'Text', type: 'multilineText' },
		{ name: 'Channels', type: 'multipleSelects', choices: ['Facebook', 'LinkedIn: Acme Studio', 'Linkdin'] },
		{ name: 'Title', type: 'singleLineText' },
		{ name: 'Media', type: 'multipleAttachments' },
		{ name: 'Publish at', type: 'dateTime' },
		{ name: statusField, type: 'singleSelect', choices: ['Idea', 'Ready', 'Waiting'] },
		...['Post ID', 'Post updated at', 'Error'].map((name) => ({ name, type: 'singleLineText' as const })),
	]);
	n8n = await startRestartableN8n({ hosts: airtable.hosts });
	credential = (await n8n.session.post('/rest/credentials', {
		name: 'Airtable of the test',
		type: 'airtableTokenApi',
		data: { accessToken: token },
	})) as CredentialReference;
	id = await n8n.saveWorkflow(setUp(credential));
});
afterAll(async () => {
	await n8n.remove();
	await airtable.close();
});

let now: number;
const rows: string[] = [];
const inHours = (hours: number): string => new Date(now + hours * 3_600_000).toISOString();

/** Adds a row that is ready, for Facebook and tomorrow. */
function addRow(text: string, more: object = {}): string {
	const row = { Text: text, Channels: ['Facebook'], 'Publish at': inHours(24), [statusField]: 'Ready' };
	const added = airtable.add({ ...row, ...more });
	rows.push(added);
	return added;
}

beforeEach(async () => {
	await testbed.sandbox.reset();
	now = Date.parse(await testbed.sandbox.advance(0));
	for (const row of rows.splice(0)) airtable.remove(row);
});

async function run(workflowId = id): Promise<RunResult> {
	const result = await n8n.run(workflowId, 'Every hour');
	expect(result.error).toBeUndefined();
	return result;
}

/** Runs the workflow, and returns the requests that wrote to Airtable. */
async function runAndCountWrites(): Promise<number> {
	const before = airtable.requests.length;
	await run();
	const sent = airtable.requests.slice(before);
	expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
	return sent.filter(({ method }) => method !== 'GET').length;
}

const postOf = async (row: string) => await testbed.sandbox.post(String(airtable.fieldsOf(row)['Post ID']));
const statusOf = (row: string) => airtable.fieldsOf(row)[statusField];

describe('example: Airtable calendar', () => {
	test('schedules the rows that are ready, with their files, and writes IDs and status back (P34, P46)', async () => {
		const video = { filename: 'showroom.mp4', type: 'video/mp4', content: movieOf(20) };
		const channels = ['Facebook', 'LinkedIn: Acme Studio'];
		const row = addRow('The room opens', { Channels: channels, Title: 'The room', Media: [video] });
		const idea = addRow('An idea', { [statusField]: 'Idea' });
		const unfinished = addRow('Without a status', { [statusField]: null });
		const waiting = addRow('With a status of its own', { [statusField]: 'Waiting' });
		await run();

		const post = await postOf(row);
		expect(post).toMatchObject({ status: 'scheduled', caption: 'The room opens', title: 'The room' });
		expect(post.channels.map(({ platform }) => platform)).toEqual(['facebook', 'linkedin']);
		expect(Date.parse(String(post.scheduledAt))).toBe(now + 24 * 3_600_000);
		const [asset] = await testbed.sandbox.media();
		expect(asset).toMatchObject({ id: post.mediaAssetIds[0], state: 'ready', sizeBytes: movieOf(20).length });
		const { 'Post updated at': updatedAt, Error: error } = airtable.fieldsOf(row);
		expect([statusOf(row), Date.parse(String(updatedAt)), error]).toEqual([
			'Scheduled',
			Date.parse(post.updatedAt),
			undefined,
		]);
		expect(airtable.choicesOf(statusField)).toEqual(['Idea', 'Ready', 'Waiting', 'Scheduled']);
		expect([airtable.fieldsOf(idea)['Post ID'], statusOf(idea)]).toEqual([undefined, 'Idea']);
		expect([airtable.fieldsOf(unfinished)['Post ID'], statusOf(unfinished)]).toEqual([undefined, undefined]);
		expect([airtable.fieldsOf(waiting)['Post ID'], statusOf(waiting)]).toEqual([undefined, 'Waiting']);
	});

	test('changes and moves the posts of changed rows, and sends and writes nothing for the others (P46, N9, N36)', async () => {
		const video = { filename: 'showroom.mp4', type: 'video/mp4', content: movieOf(20) };
		const [edited, moved, stays] = ['Edited', 'Moved', 'Stays'].map((text) =>
			addRow(text, { Media: [video] }),
		);
		expect(await runAndCountWrites()).toBe(3);
		const count = (await testbed.sandbox.requests()).length;
		expect(await runAndCountWrites()).toBe(0);
		const sent = (await testbed.sandbox.requests()).slice(count);
		expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);

		const before = await postOf(String(edited));
		airtable.edit(String(edited), { Text: 'Edited again' });
		airtable.edit(String(moved), { 'Publish at': inHours(48) });
		expect(await runAndCountWrites()).toBe(2);
		expect(await postOf(String(edited))).toMatchObject({
			id: before.id,
			status: 'scheduled',
			caption: 'Edited again',
			mediaAssetIds: before.mediaAssetIds,
		});
		expect(Date.parse(String((await postOf(String(moved))).scheduledAt))).toBe(now + 48 * 3_600_000);
		expect([edited, moved, stays].map((row) => statusOf(String(row)))).toEqual(Array(3).fill('Scheduled'));
		expect(await runAndCountWrites()).toBe(0);
	});

	test('writes each ID into its own record over four runs, with an empty and a misspelt one in the middle (P46)', async () => {
		const one = addRow('One');
		const empty = addRow('', { Text: null, Channels: null, 'Publish at': null });
		const misspelt = addRow('Misspelt', { Channels: ['Linkdin'] });
		const four = addRow('Four');
		const results: RunResult[] = [];
		for (let round = 0; round < 3; round++) {
			results.push(await run());
			await testbed.sandbox.advance(3_600_000);
		}
		const actions = results.map((result) => result.output('Keep posts in step').map(({ action }) => action));
		expect(actions).toEqual([
			['created', 'skipped', 'failed', 'created'],
			['unchanged', 'skipped', 'failed', 'unchanged'],
			['unchanged', 'skipped', 'failed', 'unchanged'],
		]);
		airtable.edit(misspelt, { Channels: ['Facebook'] });
		await run();
		const texts = [one, misspelt, four].map(async (row) => (await postOf(row)).caption);
		expect(await Promise.all(texts)).toEqual(['One', 'Misspelt', 'Four']);
		expect(airtable.fieldsOf(empty)['Post ID']).toBeUndefined();
		const made = (await testbed.sandbox.posts()).map(({ caption }) => caption);
		for (const text of ['One', 'Misspelt', 'Four'])
			expect(made.filter((caption) => caption === text)).toHaveLength(1);
	});

	test('shows that a post was published, and why a row that is changed afterward has no effect (P46)', async () => {
		const row = addRow('Goes out');
		await run();
		const { id: postId } = await postOf(row);
		await testbed.sandbox.advance(25 * 3_600_000);
		expect(await runAndCountWrites()).toBe(1);
		expect(airtable.fieldsOf(row)).toMatchObject({ [statusField]: 'Published', 'Post ID': postId });
		expect(airtable.fieldsOf(row).Error).toBeUndefined();
		expect(await runAndCountWrites()).toBe(0);

		airtable.edit(row, { Text: 'Too late' });
		expect(await runAndCountWrites()).toBe(1);
		expect(airtable.fieldsOf(row)).toMatchObject({
			[statusField]: 'Published',
			Error: "“Goes out” wasn't changed. Its status is Published.",
			'Post ID': postId,
		});
	});

	test('shows that someone published a post before its time (P46)', async () => {
		const row = addRow('Goes out early');
		await run();
		await testbed.sandbox.act(String(airtable.fieldsOf(row)['Post ID']), 'publish');
		await run();
		expect([statusOf(row), airtable.fieldsOf(row).Error]).toEqual(['Published', undefined]);
	});

	test('says in each row what is wrong with it, and names the channel that failed (P46, P53)', async () => {
		const misspelt = addRow('Misspelt', { Channels: ['Linkdin'] });
		const late = addRow('Late', { 'Publish at': inHours(-24) });
		const fails = addRow('Fails');
		await run();
		expect(airtable.fieldsOf(misspelt)).toMatchObject({
			[statusField]: 'Failed',
			Error: expect.stringContaining("'Linkdin' isn't the name"),
		});
		expect(airtable.fieldsOf(late)).toMatchObject({
			[statusField]: 'Skipped',
			Error: "“Late” was skipped. The time in 'Publish At' has passed. Enter a later time.",
		});
		expect(statusOf(fails)).toBe('Scheduled');

		await testbed.sandbox.act(String(airtable.fieldsOf(fails)['Post ID']), 'fail');
		const corrected = { Channels: ['Facebook'], 'Publish at': inHours(72) };
		airtable.edit(misspelt, { ...corrected, [statusField]: 'Waiting' });
		await run();
		expect([airtable.fieldsOf(misspelt)['Post ID'], statusOf(misspelt)]).toEqual([undefined, 'Waiting']);
		airtable.edit(misspelt, { [statusField]: 'Failed' });
		await run();
		expect(airtable.fieldsOf(misspelt)).toMatchObject({ [statusField]: 'Scheduled' });
		expect(airtable.fieldsOf(misspelt).Error).toBeUndefined();
		expect(airtable.fieldsOf(fails)).toMatchObject({
			[statusField]: 'Failed',
			Error: expect.stringMatching(/Facebook: ./),
		});
	});

	test('deletes nothing if the rows are empty or their fields have other names (P46)', async () => {
		const stays = addRow('Stays');
		await run();
		airtable.edit(stays, {
			Text: null,
			Channels: null,
			'Publish at': null,
			'Post ID': null,
			'Post updated at': null,
		});
		airtable.edit(stays, { [statusField]: 'Ready' });
		const period = { removeFrom: inHours(1), removeTo: inHours(48) };
		const removing = { removeMissing: true, removalsDryRun: false, ...period };
		const workflow = { ...setUp(credential, removing), name: 'Airtable calendar with an empty row (test)' };
		const result = await run(await n8n.saveWorkflow(workflow));
		expect(result.output('Keep posts in step').map(({ error }) => error)).toContain(
			'The form reads nothing from any row',
		);
		expect((await testbed.sandbox.posts()).map(({ caption }) => caption)).toContain('Stays');
	});

	test('deletes the posts of rows that are gone or ideas again, and writes nothing for them (P46)', async () => {
		const [stays, goes, idea] = ['Stays', 'Goes', 'An idea again'].map((text) => addRow(text));
		await run();
		const posts = await Promise.all([goes, idea].map(async (row) => (await postOf(String(row))).id));
		airtable.remove(String(goes));
		airtable.edit(String(idea), { [statusField]: 'Idea' });
		const period = { removeFrom: inHours(1), removeTo: inHours(48) };
		const removing = { removeMissing: true, removalsDryRun: false, ...period };
		const workflow = { ...setUp(credential, removing), name: 'Airtable calendar with removals (test)' };
		const result = await run(await n8n.saveWorkflow(workflow));
		expect(result.output('Keep posts in step').map(({ action }) => action)).toEqual([
			'unchanged',
			'removed',
			'removed',
		]);
		expect(result.output('Update the rows')).toEqual([]);
		const left = (await testbed.sandbox.posts()).map((post) => post.id);
		expect(left).toContain(airtable.fieldsOf(String(stays))['Post ID']);
		expect(left.filter((postId) => posts.includes(postId))).toEqual([]);
		expect(statusOf(String(idea))).toBe('Idea');
	});
});
