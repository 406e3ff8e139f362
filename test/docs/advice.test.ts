import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	createRunExecutionData,
	Workflow,
	type IDataObject,
	type INodeExecutionData,
	type INodeTypes,
} from 'n8n-workflow';
import { expressionsOf } from '../support/expressions';
import { readSourceFiles, rootFolder } from '../support/sourceFiles';

/** Runs every expression that a page, an error, a hint or a field gives, in n8n, with the input it's for. */

const pages = [
	'README.md',
	...readdirSync(join(rootFolder, 'docs'), { encoding: 'utf8', recursive: true })
		.filter((file) => file.endsWith('.md') && !file.startsWith('project'))
		.map((file) => join('docs', file)),
];

/** Expressions that the node evaluates itself. */
const own = ['{{ $execution.resumeUrl }}', '{{ $nodeId }}'];

const texts = [
	...pages.map((page) => readFileSync(join(rootFolder, page), 'utf8')),
	...readSourceFiles(['nodes'], ['.ts']).map(({ text }) => text),
];

/** Those in code can have an escape, or a value in place of a name. */
const given = [...new Set(texts.flatMap(expressionsOf))].filter(
	(expression) => !own.includes(expression) && !/\$\{|\\/.test(expression),
);

/** Those whose values a model fills in run with real agents in test/n8n. */
const isOfModel = (expression: string): boolean => /\$fromAI|\$tool\b/.test(expression);

const item: IDataObject = {
	id: 'post-1',
	postId: 'post-1',
	message: '“Hello” is scheduled.',
	rowNumber: 7,
	decision: 'expired',
	approvers: ['Ada'],
	percentile: 81,
	permissions: ['read'],
	canonical_title: 'A title',
	scheduledAt: '2026-01-06T09:00:00.000+00:00',
	valid: true,
	toolParameters: { post: 'post-1' },
	caption: 'Hello',
	image: 'data:image/png;base64,iVBORw0KGgo=',
	publishAt: '2026-01-06T09:00:00+00:00',
	thumbnailUrl: 'https://images.example/a.png',
	title: 'A title',
	updatedAt: '2026-01-05T09:00:00.000+00:00',
};

/** What each expression returns for the item, or for the output of the node that it names. */
const expected: Record<string, unknown> = {
	'{{ $json }}': item,
	'{{ JSON.stringify($json.caption) }}': '"Hello"',
	'{{ $json.approvers }}': ['Ada'],
	'{{ $json.canonical_title }}': 'A title',
	"{{ $json.decision === 'expired' && $runIndex < 3 }}": true,
	"{{ $json.decision === 'expired' }}": true,
	'{{ $json.id }}': 'post-1',
	'{{ $json.message }}': '“Hello” is scheduled.',
	'{{ $json.percentile }}': 81,
	'{{ $json.permissions }}': ['read'],
	'{{ $json.postId }}': 'post-1',
	'{{ $json.rowNumber }}': 7,
	'{{ $json.scheduledAt }}': '2026-01-06T09:00:00.000+00:00',
	'{{ $json.toolParameters.post }}': 'post-1',
	'{{ $json.valid }}': true,
	'{{ $json.caption }}': 'Hello',
	"{{ $json.image.split('base64,').pop() }}": 'iVBORw0KGgo=',
	'{{ $json.publishAt }}': '2026-01-06T09:00:00+00:00',
	'{{ $json.thumbnailUrl }}': 'https://images.example/a.png',
	'{{ $json.title }}': 'A title',
	'{{ $json.updatedAt }}': '2026-01-05T09:00:00.000+00:00',
	'{{ $now.plus({ days: 1 }).toISO() }}': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
	'{{ $now.plus({ days: 2 }).toISO() }}': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
	"{{ $now.plus(1, 'day') }}": expect.objectContaining({ isValid: true }),
	'{{ $today.toISODate() }}': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
	"{{ $('Content Scoring').item.json.percentile }}": 81,
	"{{ $('Create').item.json.id }}": 'post-1',
	"{{ $('Get approval link').item.json.approvalLink }}": 'https://n8n.example/link',
	"{{ $('Read the balance').first().json.credits_remaining - 10 }}": 90,
	"{{ $('Read the rows').item.json.id }}": 'post-1',
	'{{ $("Save Draft").item.json.id }}': 'post-1',
	"{{ $('Wait for approval').item.json }}": expect.objectContaining({ id: 'post-1' }),
};

const noNodeTypes: INodeTypes = {
	getByName: () => ({ description: { properties: [] } }) as never,
	getByNameAndVersion: () =>
		({ description: { properties: [], inputs: ['main'], outputs: ['main'] } }) as never,
	getKnownTypes: () => ({}),
};

/** What n8n does with an expression in a node after the node that it names. */
function evaluate(expression: string): unknown {
	const [, before = 'Before'] = /\$\(["']([^"']+)["']\)/.exec(expression) ?? [];
	const names = [before, 'Node'];
	const nodes = names.map((name) => ({
		id: name,
		name,
		type: 'any',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	}));
	const connections = { [before]: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] } };
	const workflow = new Workflow({ id: '1', nodes, connections, active: false, nodeTypes: noNodeTypes });
	const json = { ...item, approvalLink: 'https://n8n.example/link', credits_remaining: 100 };
	const output: INodeExecutionData[] = [
		{ json: /\$json/.test(expression) ? item : json, pairedItem: { item: 0 } },
	];
	const run = { startTime: 0, executionTime: 0, executionIndex: 0, source: [], data: { main: [output] } };
	const runData = createRunExecutionData({ resultData: { runData: { [before]: [run] } } });
	const executeData = {
		node: nodes[1] as never,
		data: { main: [output] },
		source: { main: [{ previousNode: before }] },
	};
	return workflow.expression.getParameterValue(
		`=${expression}`,
		runData,
		0,
		0,
		'Node',
		output,
		'manual',
		{},
		executeData,
	);
}

test('the pages give expressions', () => expect(given.length).toBeGreaterThan(20));

test.each(given.filter((expression) => !isOfModel(expression)))('%s works in n8n', (expression) => {
	expect(Object.keys(expected)).toContain(expression);
	expect(evaluate(expression)).toEqual(expected[expression]);
});

test('every expected value is of an expression on a page', () => {
	expect(Object.keys(expected).filter((expression) => !given.includes(expression))).toEqual([]);
});
