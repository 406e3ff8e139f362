import { createValidator, readExamples, readSnippets } from './support/builderSnippets';
import type { Workflow } from './support/testbed';

let validate: Awaited<ReturnType<typeof createValidator>>;
beforeAll(async () => {
	validate = await createValidator();
});
beforeEach(async () => await testbed.sandbox.reset());

/** An item that the last node of each snippet returns, by the title of the snippet. */
const outputs: Record<string, [node: string, item: object]> = {
	'Schedule one post on several channels': ['Schedule Post', { status: 'scheduled' }],
	'Publish now and wait for the outcome': ['Wait for Outcome', { status: 'published', reason: 'reached' }],
	'Check a draft before it is submitted': ['Submit Draft', { status: 'queued' }],
	'Use an uploaded file in a post': ['Draft With Picture', { status: 'draft' }],
	'Add a post to a queue': ['Queue Post', { status: 'queued' }],
	'Copy a post that some channels lack': ['Copy Post', { status: 'draft' }],
	'Read the metrics of published posts': ['Read Metrics', { platform: 'facebook' }],
	'Change a scheduled post': [
		'Schedule Again',
		{ status: 'scheduled', caption: 'The showroom opens at ten, not at nine' },
	],
	'List channels that need to be reconnected': ['Broken Channels', { needsReconnect: true }],
	'Publish only if the key may': ['Publish Now', { routed: 'enacted' }],
	'Draft a post only for a title with a good score': ['Draft Post', { status: 'draft' }],
	'Turn content gaps into drafts': ['Draft Gap', { caption: 'is knife skills worth it' }],
	"Call one of the service's own tools": ['Call Tool', { handle: 'Acme Studio' }],
};

/** An AI builder leaves credentials to n8n, which selects the only one of a type. */
const withCredentials = ({ nodes, ...workflow }: Workflow): Workflow => ({
	...workflow,
	nodes: (nodes as Array<{ type: string }>).map((node) => {
		const type = node.type === testbed.scoringNodeType ? 'contentScoringApi' : 'socialPublishingApi';
		const isOurs = node.type.startsWith('n8n-nodes-social-publishing.');
		return isOurs ? { ...node, credentials: { [type]: { id: null, name: '' } } } : node;
	}),
});

describe.each(readSnippets())('$title', ({ title, code }) => {
	test("passes n8n's workflow check", () => {
		expect(validate(code).issues).toEqual([]);
	});

	test('runs in n8n', async () => {
		const { workflow } = validate(code);
		const { name = '' } = (workflow.nodes as Array<{ name: string }>)[0] ?? {};
		const id = await testbed.saveWorkflow(withCredentials({ ...workflow, name: `Snippet: ${title}` }));
		const { status, error, output } = await testbed.run(id, name);
		expect({ status, error }).toEqual({ status: 'success', error: undefined });
		const [last, item] = outputs[title] ?? ['', {}];
		expect(output(last)).toContainEqual(expect.objectContaining(item));
	});
});

test.each(readExamples())('the type definition example "$title" passes the check', ({ code }) => {
	expect(validate(code).issues).toEqual([]);
});

test('has an expected output for each of at least ten snippets', () => {
	const titles = readSnippets().map(({ title }) => title);
	expect(titles).toEqual(Object.keys(outputs));
	expect(titles.length).toBeGreaterThanOrEqual(10);
});

test('the check rejects a value that the field lacks', () => {
	const [{ code } = { code: '' }] = readSnippets();
	expect(validate(code.replace(/delivery: '\w+'/, "delivery: 'later'")).issues).not.toEqual([]);
});
