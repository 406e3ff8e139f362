import { Editor } from './support/editor';

const start = {
	id: '7b1d4c11-0f3e-4a52-9d0e-2a6f1c5e0001',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const scoring = (parameters: object) => ({
	id: '7b1d4c11-0f3e-4a52-9d0e-2a6f1c5e0002',
	name: 'Score',
	type: testbed.scoringNodeType,
	typeVersion: 1,
	position: [220, 0],
	credentials: { contentScoringApi: { id: null, name: '' } },
	parameters,
});

const saveWorkflow = async (name: string, parameters: object): Promise<string> =>
	await testbed.saveWorkflow({
		name,
		nodes: [start, scoring(parameters)],
		connections: { Start: { main: [[{ node: 'Score', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});

const creditsSpent = async (): Promise<number> =>
	(await testbed.scoring.requests()).reduce((sum, { credits }) => sum + credits, 0);

describe('Content Scoring in the editor of a real n8n', () => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open();
	});
	beforeEach(async () => await testbed.scoring.reset());
	afterAll(async () => await editor.close());

	async function openNode(name: string, parameters: object): Promise<void> {
		await editor.openWorkflow(await saveWorkflow(name, parameters), 'Score');
		await editor.openNode('Score');
	}

	test('scores a title and reports its cost (S8)', async () => {
		await openNode('Score a title', {
			resource: 'score',
			operation: 'packaging',
			title: 'How we built a showroom in 30 days',
		});
		expect(await editor.executeStep()).toBe('success');
		await editor.showOutputAs('json');
		await editor.outputShows('creditsCost');
		await editor.screenshot('scoring-1-title');
		expect(await creditsSpent()).toBe(1);
	});

	test('charges a credit only when the list of niches is opened (S12)', async () => {
		await openNode('Find gaps', { resource: 'research', operation: 'getContentGaps' });
		await editor.page
			.getByText(/Opening the list costs 1 credit/)
			.first()
			.waitFor();
		await editor.screenshot('scoring-5-gaps');
		expect(await creditsSpent()).toBe(0);

		const niches = await editor.openLocator('niche');
		await editor.screenshot('scoring-6-niches');
		await niches.filter({ hasText: 'Home cooking' }).click();
		expect(await creditsSpent()).toBe(1);
		expect(await editor.executeStep()).toBe('success');
		await editor.outputShows('canonical_title');
		await editor.screenshot('scoring-7-result');
	});

	test('reports no errors in the pages', () => {
		expect(editor.pageErrors).toEqual([]);
	});
});
