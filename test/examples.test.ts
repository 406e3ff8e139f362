import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { createFromSource, readPackageJson } from './support/packageFiles';

interface ExampleNode {
	id: string;
	name: string;
	type: string;
	position: [number, number];
	parameters: Record<string, unknown>;
	disabled?: boolean;
	credentials?: Record<string, { id: string | null; name: string }>;
}

interface Example {
	name: string;
	nodes: ExampleNode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
	active: boolean;
	pinData: object;
}

const folder = path.resolve('examples');
const files = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.sort();
const readText = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const read = (file: string) => JSON.parse(readText(file)) as Example;

/** What each example does in the demo, by its name. */
const inDemo = JSON.parse(readFileSync('scripts/n8n/examples.json', 'utf8')) as Record<string, string>;
const demoOf = (file: string): string | undefined => inDemo[file.replace('.json', '')];

const { name: packageName, n8n } = readPackageJson();
const ownNodes = n8n.nodes.map((file) => createFromSource<INodeType>(file).description);
const ownCredentials = n8n.credentials.map((file) => createFromSource<ICredentialType>(file).name);

const isNote = ({ type }: ExampleNode) => type === 'n8n-nodes-base.stickyNote';
const isOwn = ({ type }: ExampleNode) => type.startsWith(`${packageName}.`);
/** Nodes that need an account with another service. */
const needsAccount = ({ type }: ExampleNode) =>
	/\.(slack|telegram|gmail|emailSend|googleDrive|googleDriveTrigger|googleSheets|googleSheetsTrigger)$/.test(
		type,
	);
/** The name of such a node's app in notes. */
const appOf = (type: string): string => {
	const [, app = ''] = /\.(slack|telegram|gmail|emailSend|googleDrive|googleSheets)/.exec(type) ?? [];
	const apps: Record<string, string> = {
		slack: 'Slack',
		telegram: 'Telegram',
		gmail: 'Gmail',
		emailSend: 'Send Email',
		googleDrive: 'Google Drive',
	};
	return apps[app] ?? 'Google Sheets';
};
const n8nsOwn = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;

/** Fields that n8n adds to polling triggers and to tools. */
const ofN8n = ['pollTimes', 'descriptionType', 'toolDescription'];

/** Fields that a node of the package lacks. */
function unknownFields({ name, type, parameters }: ExampleNode): string[] {
	const wanted = type.slice(packageName.length + 1).replace(/(?:Hitl)?Tool$/, '');
	const known = ownNodes.find((node) => node.name === wanted)?.properties.map((property) => property.name);
	const unknown = Object.keys(parameters).filter(
		(field) => !ofN8n.includes(field) && !known?.includes(field),
	);
	return unknown.map((field) => `${name}: ${field}`);
}

type Box = [left: number, top: number, right: number, bottom: number];

/** The area of a node on the canvas, including the name below it. An agent is wider. */
const boxOf = (node: ExampleNode): Box => {
	const [x, y] = node.position;
	const { width = 0, height = 0 } = node.parameters as { width?: number; height?: number };
	if (isNote(node)) return [x, y, x + width, y + height];
	return [x - 20, y, x + (node.type.endsWith('.agent') ? 240 : 120), y + 160];
};

const overlap = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const contains = (a: Box, b: Box) => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

/** Roughly where the text of a note ends. The notes are wide enough for about seven pixels for each letter. */
function endOfText(note: ExampleNode): number {
	const { content = '', width = 0 } = note.parameters as { content?: string; width?: number };
	const lines = content
		.replace(/\*\*|`/g, '')
		.split('\n')
		.map((line) => Math.ceil((line.length * 7) / (width - 30)) * 20);
	return note.position[1] + lines.reduce((sum, height) => sum + height, 0);
}

/** Whether a note is a group: nodes are in it, below its text. */
const isGroupOf = (note: ExampleNode, node: ExampleNode) =>
	contains(boxOf(note), boxOf(node)) && endOfText(note) <= node.position[1];

/** Notes, each with what it covers without being its group. */
const covered = ({ nodes }: Example): string[] =>
	nodes.filter(isNote).flatMap((note) =>
		nodes
			.filter((node) => node !== note && overlap(boxOf(note), boxOf(node)))
			.filter((node) => isNote(node) || !isGroupOf(note, node))
			.map((node) => `${note.name} covers ${node.name}`),
	);

/** Connections and expressions that name a missing node. */
function missingNodes(example: Example, text: string): string[] {
	const names = example.nodes.map(({ name }) => name);
	const ends = Object.values(example.connections).flatMap((kinds) =>
		Object.values(kinds)
			.flat(2)
			.map(({ node }) => node),
	);
	const inExpressions = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name);
	return [...Object.keys(example.connections), ...ends, ...inExpressions].filter(
		(name) => !names.includes(name),
	);
}

/** The names of the nodes of all examples. */
const nodesOfAll = new Set(files.flatMap((file) => read(file).nodes.map(({ name }) => name)));

describe.each(files)('example %s', (file) => {
	const example = read(file);
	const own = example.nodes.filter(isOwn);

	test('can be imported unchanged: short name, inactive, no pinned data, each node once', () => {
		expect(file).toMatch(/^[a-z-]+\.json$/);
		expect(example.name.length).toBeLessThanOrEqual(64);
		expect(example).toMatchObject({ active: false, pinData: {} });
		expect(new Set(example.nodes.map(({ name }) => name)).size).toBe(example.nodes.length);
		expect(missingNodes(example, readText(file))).toEqual([]);
	});

	test("uses only n8n's nodes and those of the package, with existing fields", () => {
		const foreign = example.nodes.filter((node) => !isOwn(node) && !n8nsOwn.test(node.type));
		expect(foreign.map(({ type }) => type)).toEqual([]);
		expect(own.length).toBeGreaterThan(0);
		expect(own.flatMap(unknownFields)).toEqual([]);
	});

	test('names credential types, but contains no credential IDs or secrets', () => {
		const used = example.nodes.flatMap(({ credentials = {} }) => Object.entries(credentials));
		expect(used.map(([, { id }]) => id)).toEqual(used.map(() => null));
		const ofOwn = own.flatMap(({ credentials = {} }) => Object.keys(credentials));
		expect(ofOwn).toHaveLength(own.length);
		expect(ownCredentials).toEqual(expect.arrayContaining(ofOwn));
		expect(readText(file)).not.toMatch(/sbx_|sbs_|Bearer (?!Auth)|apiKey(?!Expiring)/);
	});

	test("writes no column 'error', which n8n takes for a failure that Retry On Fail repeats", () => {
		const retried = example.nodes.filter((node) => 'retryOnFail' in node);
		const columns = retried.flatMap(({ parameters }) =>
			Object.keys((parameters.columns as { value?: object } | undefined)?.value ?? {}),
		);
		expect(columns).not.toContain('error');
	});

	test('refers to no posts or media assets of the sandbox', () => {
		expect(readText(file)).not.toMatch(/[be]0000000-0000-4000-8000-/);
	});

	test('has notes on how it works, setup, requirements and customization that cover nothing', () => {
		const [first] = example.nodes.filter(isNote);
		expect(first?.parameters.content).toMatch(new RegExp(`^## ${example.name}\\n\\n`));
		const sections = String(first?.parameters.content).match(/^### .*$/gm);
		expect(sections).toEqual(['### How it works', '### Setup', '### Requirements', '### Customize']);
		expect(first?.parameters.content).toMatch(
			/### Requirements\n\n(?:n8n 2\.8 or later|A recent n8n \(tested with 2\.41\))/,
		);
		expect(covered(example)).toEqual([]);
	});

	test('names only nodes that it has in its notes', () => {
		const names = new Set(example.nodes.map(({ name }) => name));
		const notes = example.nodes.filter(isNote).map(({ parameters }) => String(parameters.content));
		const inBold = notes.flatMap((note) =>
			[...note.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text),
		);
		const afterOutput = notes.flatMap((note) =>
			[...note.matchAll(/output of \*\*([^*]+)\*\*/g)].map(([, text = '']) => text),
		);
		const ofOthers = inBold.filter((text) => nodesOfAll.has(text));
		expect([...ofOthers, ...afterOutput].filter((text) => !names.has(text))).toEqual([]);
	});

	test('is small: at most 12 nodes, one trigger that is enabled, and at most five steps to set it up', () => {
		const nodes = example.nodes.filter((node) => !isNote(node));
		expect(nodes.length).toBeLessThanOrEqual(12);
		const entries = nodes.filter(({ type, disabled }) => /trigger$/i.test(type) && !disabled);
		expect(entries).toHaveLength(1);
		const [, setup = ''] =
			/### Setup\n(.*?)\n### /s.exec(String(example.nodes.find(isNote)?.parameters.content)) ?? [];
		const steps = setup.match(/^\d+\. /gm) ?? [];
		expect(steps).toEqual(steps.map((_, index) => `${index + 1}. `));
		expect(steps.length).toBeGreaterThan(0);
		expect(steps.length).toBeLessThanOrEqual(5);
	});
});

test.each(files.filter((file) => !demoOf(file)?.startsWith('Needs')))(
	'%s runs without other accounts: nodes that need one are disabled, and the setup names them',
	(file) => {
		const { nodes } = read(file);
		const ofAccounts = nodes.filter(needsAccount);
		expect(ofAccounts.map(({ disabled }) => disabled)).toEqual(ofAccounts.map(() => true));
		expect(nodes.filter(({ disabled }) => disabled)).toEqual(ofAccounts);
		const setup = String(nodes.find(isNote)?.parameters.content);
		for (const { type } of ofAccounts) expect(setup).toContain(appOf(type));
	},
);

test('the README of the examples has exactly one row for each, with its name and its behavior in the demo', () => {
	const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
	const cell = /[^|]*\S/.source;
	const row = new RegExp(
		`^\\| \\[([^\\]]+)\\]\\(([a-z0-9-]+\\.json)\\) +\\| ${cell} *\\| ${cell} *\\| (${cell}) *\\|$`,
		'gm',
	);
	const rows = [...readme.matchAll(row)];
	expect(rows.map(([, name, file, demo]) => [file, name, demo]).sort()).toEqual(
		files.map((file) => [file, read(file).name, demoOf(file)]),
	);
});

test('the README names existing examples', () => {
	const named = [...readFileSync('README.md', 'utf8').matchAll(/\(examples\/([a-z0-9-]+\.json)\)/g)];
	expect(named.length).toBeGreaterThan(4);
	expect(files).toEqual(expect.arrayContaining(named.map(([, file]) => file)));
});
