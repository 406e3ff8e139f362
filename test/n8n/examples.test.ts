import { readdirSync } from 'node:fs';
import type { RunResult, Workflow } from './support/testbed';

const trigger = 'When clicking Execute workflow';

interface Node {
	name: string;
	parameters: { assignments?: { assignments: { name: string; value: unknown }[] } };
}

async function runWorkflow(workflow: Workflow): Promise<RunResult> {
	const id = await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)` });
	return await testbed.run(id, trigger);
}

beforeEach(async () => await testbed.sandbox.reset());

describe('example: score titles and draft the best', () => {
	const best = 'How we built a showroom in 30 days';

	/** The example with a text in place of another one. */
	function withText(from: string, to: string): Workflow {
		const text = JSON.stringify(testbed.readExample('score-titles-and-draft-the-best'));
		expect(text).toContain(from);
		return JSON.parse(text.replace(from, to)) as Workflow;
	}
	/** The example with another minimum percentile. */
	const withMinimum = (percentile: number): Workflow =>
		withText('"rightValue":70', `"rightValue":${percentile}`);

	beforeEach(async () => await testbed.scoring.reset());

	const run = async (minimum: number): Promise<RunResult> => {
		const result = await runWorkflow(withMinimum(minimum));
		expect(result.error).toBeUndefined();
		expect(result.output('Titles with their scores').map(({ creditsCost }) => creditsCost)).toEqual([
			1, 1, 1,
		]);
		const [taken = {}, ...others] = result.output('Take the best');
		expect(Object.keys(taken)).toEqual(['title', 'percentile', 'niche', 'titles', 'caption', 'videoUrl']);
		expect([taken.title, others]).toEqual([best, []]);
		const paid = (await testbed.scoring.requests()).filter(({ credits }) => credits > 0);
		expect(paid.map(({ credits }) => credits)).toEqual([1, 1, 1]);
		return result;
	};
	const posts = async () => (await testbed.sandbox.posts()).filter(({ title }) => title === best);

	test('saves a draft for three credits if the best title is good enough (S2, S8, P45)', async () => {
		const result = await run(70);
		expect(result.output('Save it as a draft')).toEqual([expect.objectContaining({ routed: 'draft' })]);
		expect(await posts()).toMatchObject([
			{
				status: 'draft',
				caption: expect.stringMatching(/^Thirty days/),
				channels: [{ platform: 'youtube' }],
			},
		]);
	});

	test('saves nothing and asks for other titles if none is good enough (S2, S8)', async () => {
		const [{ message } = {}] = (await run(99)).output('Ask for other titles');
		expect(message).toMatch(
			new RegExp(`^No title is good enough\\. The best is “${best}” with percentile \\d+`),
		);
		expect(await posts()).toEqual([]);
	});

	test.each(['a|b | c', 'a\nb\n\nc\n'])('scores each title of the text %j (S2)', async (titles) => {
		const typed = JSON.stringify(titles).slice(1, -1);
		const result = await runWorkflow(
			withText(`Our new showroom | We turned an old garage into a showroom in 30 days | ${best}`, typed),
		);
		expect(result.error).toBeUndefined();
		expect(result.output('Titles with their scores').map(({ title }) => title)).toEqual(['a', 'b', 'c']);
	});

	test('scores the titles of a row and saves its caption (S2, P45)', async () => {
		const workflow = testbed.readExample('score-titles-and-draft-the-best');
		const nodes = workflow.nodes as Node[];
		const sheet = 'When a row is added in Google Sheets';
		const assignments = nodes.find(({ name }) => name === 'Describe the video')?.parameters.assignments;
		const videoUrl = assignments?.assignments.find(({ name }) => name === 'videoUrl')?.value;
		const row = { titles: `a|${best}`, caption: 'From a row', videoUrl };
		const jsCode = `return [{ json: ${JSON.stringify(row)} }];`;
		const result = await runWorkflow({
			...workflow,
			nodes: nodes.map((node) =>
				node.name === sheet
					? { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode }, disabled: false }
					: node,
			),
			connections: {
				...(workflow.connections as object),
				[trigger]: { main: [[{ node: sheet, type: 'main', index: 0 }]] },
			},
		});
		expect(result.error).toBeUndefined();
		expect(await posts()).toMatchObject([{ status: 'draft', caption: 'From a row' }]);
	});
});

describe('every example', () => {
	interface ExampleNode {
		name: string;
		type: string;
		typeVersion: number;
		parameters: { content?: string };
	}
	/** The order of the rows of a data table. n8n 2.8 ignores it and returns them in the order in which they were added. */
	const ofNewer = /^orderBy/;
	type NodeType = { name: string; version: number | number[]; properties: { name: string }[] };

	test.each(readdirSync('examples').filter((file) => file.endsWith('.json')))(
		'%s uses nodes, versions and fields that this n8n has',
		async (file) => {
			const types = (await testbed.get('/types/nodes.json')) as NodeType[];
			const { nodes } = testbed.readExample(file.replace('.json', '')) as unknown as { nodes: ExampleNode[] };
			const unknown = nodes.flatMap(({ name, type, typeVersion, parameters }) => {
				const found = types.find((one) => one.name === type && [one.version].flat().includes(typeVersion));
				if (found === undefined) return [`${name}: ${type} ${typeVersion}`];
				const fields = found.properties.map((property) => property.name);
				return Object.keys(parameters)
					.filter((field) => !fields.includes(field) && !(testbed.isOlderN8n && ofNewer.test(field)))
					.map((field) => `${name}: ${field}`);
			});
			const needsNewest = /tested with 2\.41/.test(String(nodes[0]?.parameters.content));
			if (testbed.isOlderN8n && needsNewest) expect(unknown).not.toEqual([]);
			else expect(unknown).toEqual([]);
		},
	);
});
