import { existsSync, readFileSync } from 'node:fs';
import type {
	ICredentialType,
	IDataObject,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import {
	duplicateNames,
	fieldsOfOtherChoices,
	lateRequiredFields,
	menuGaps,
	missingMethods,
	missingOptions,
	operationsOf,
	textGaps,
	unsortedLists,
	unusedMethods,
} from './support/descriptionRules';
import { formOf } from './docs/fields';
import { lintDescription } from './support/n8nLint';
import { placeNode } from './support/n8nWorkflow';
import { platformNames } from '../nodes/SocialPublishing/words/labels';
import type { Example } from './operations/example';
import { publishingExamples } from './operations/publishing';
import { scoringExamples } from './operations/scoring';
import { createFromSource, readPackageJson, sourceOf } from './support/packageFiles';

/** Names that match no field of a form or its collections. */
function unknownFields(form: INodeProperties[], parameters: IDataObject): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const fields = form.filter((field) => field.name === name);
		if (fields.length === 0) return [name];
		const [{ type, options = [] }] = fields as [INodeProperties];
		return type === 'collection' ? unknownFields(options as INodeProperties[], value as IDataObject) : [];
	});
}

const codexOf = (node: string): string => readFileSync(`nodes/${node}/${node}.node.json`, 'utf8');

const nodeNamed = (name: string): INodeType =>
	nodes.map(({ node }) => node).find(({ description }) => description.name === name) as INodeType;

/** The examples of each node's operations. Workflows store their names, so no name changes. */
const examplesOf: Record<string, Readonly<Record<string, Example>>> = {
	socialPublishing: publishingExamples,
	contentScoring: scoringExamples,
};

const { n8n } = readPackageJson();
const nodes = n8n.nodes.map((file) => ({ file, node: createFromSource<INodeType>(file) }));
const credentials = n8n.credentials.map((file) => createFromSource<ICredentialType>(file));

describe.each(nodes)('$node.description.displayName', ({ file, node }) => {
	const { description } = node;

	test.each([
		['names dropdown methods that exist', () => missingMethods(node)],
		['has no unused dropdown methods', () => unusedMethods(node)],
		['uses each name once in a form', () => duplicateNames(description)],
		['sorts lists of five or more', () => unsortedLists(description)],
		['has an action and a description for each operation', () => menuGaps(description)],
		['describes every field', () => textGaps(description)],
		['mentions only options that the operation has', () => missingOptions(description)],
		['shows a field only for choices that the operation offers', () => fieldsOfOtherChoices(description)],
		['puts required fields first', () => lateRequiredFields(description)],
		[
			"passes n8n's rules after assembly, except for the order of its menus",
			() => lintDescription(node.constructor.name, description),
		],
	])('%s', (_title, findProblems) => {
		expect(findProblems()).toEqual([]);
	});

	test('has exactly one example of each operation under its fixed name (P57, P93)', () => {
		const built = operationsOf(description.properties).map(
			({ resource, operation }) => `${resource}:${operation}`,
		);
		expect(built.sort()).toEqual(Object.keys(examplesOf[description.name] ?? {}).sort());
	});

	test('has the fields used in its examples', () => {
		const unknown = Object.entries(examplesOf[description.name] ?? {}).flatMap(([name, { parameters }]) => {
			const [resource = '', operation = ''] = name.split(':');
			const form = formOf(description.properties, resource, operation);
			return unknownFields(form, parameters).map((field) => `${name} ${field}`);
		});
		expect(unknown).toEqual([]);
	});

	test('uses credentials of this package', () => {
		const declared = credentials.map(({ name }) => name);
		expect(declared).toEqual(expect.arrayContaining((description.credentials ?? []).map(({ name }) => name)));
	});

	test('has a codex file for its own name', () => {
		const codexFile = `${sourceOf(file)}.json`;
		expect(existsSync(codexFile)).toBe(true);
		expect(JSON.parse(readFileSync(codexFile, 'utf8'))).toMatchObject({
			node: `n8n-nodes-social-publishing.${description.name}`,
			categories: expect.arrayContaining([expect.any(String)]),
			resources: expect.any(Object),
		});
	});
});

test.each([
	['socialPublishing', 'channel', 'getAll', 'Get Many: Channel'],
	['socialPublishing', 'agent', 'callTool', 'Call: MCP Tool'],
	['socialPublishing', 'post', 'notYetKnown', 'notYetKnown'],
	['contentScoring', 'score', 'videoHook', 'Video Hook: Score'],
])('the subtitle of %s with %s and %s is %s', (name, resource, operation, subtitle) => {
	const { node: nodeType } = nodes.find(({ node }) => node.description.name === name) as (typeof nodes)[0];
	const { workflow, node } = placeNode(nodeType, { parameters: { resource, operation } });
	const { subtitle: expression } = nodeType.description;
	expect(workflow.expression.getSimpleParameterValue(node, expression, 'internal', {})).toBe(subtitle);
});

test.each<[string, () => string]>([
	['README.md', () => readFileSync('README.md', 'utf8')],
	['the codex of Social Publishing', () => codexOf('SocialPublishing')],
	['the codex of Social Publishing Trigger', () => codexOf('SocialPublishingTrigger')],
	[
		"the hint for n8n's AI builder",
		() => JSON.stringify(nodeNamed('socialPublishing').description.builderHint),
	],
])('%s names every network', (_place, read) => {
	const text = read();
	expect(Object.values(platformNames).filter((name) => !text.includes(name))).toEqual([]);
});

test('each credential is tested when it is saved, except for OAuth2, which n8n tests itself', () => {
	const tested = nodes.flatMap(({ node }) =>
		(node.description.credentials ?? []).flatMap(({ name, testedBy }) => (testedBy ? [name] : [])),
	);
	const untested = credentials.filter(
		(each) => !each.extends?.includes('oAuth2Api') && !tested.includes(each.name),
	);
	expect(untested.map(({ name }) => name)).toEqual([]);
});

describe('the rules detect', () => {
	const form = { show: { resource: ['a'], operation: ['b'] } };
	const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
		description: `The ${name}`,
		...more,
	});
	const menu = (name: string, options: INodeProperties['options']): INodeProperties =>
		field(name, { type: 'options', options, displayOptions: { show: { resource: ['a'] } } });
	const describeNode = (properties: INodeProperties[]) => ({ properties }) as INodeTypeDescription;
	const nodeOf = (properties: INodeProperties[], methods?: INodeType['methods']): INodeType => ({
		description: describeNode(properties),
		methods,
	});
	const inside = (property: INodeProperties): INodeProperties =>
		field('outer', {
			type: 'fixedCollection',
			options: [
				{
					displayName: 'Group',
					name: 'group',
					values: [field('c', { type: 'collection', options: [property] })],
				},
			],
		});
	const list = ['e', 'd', 'c', 'b', 'a'].map((name) => ({ name, value: name }));

	test.each<[string, () => string[], string]>([
		[
			'a missing dropdown method, deep inside',
			() => missingMethods(nodeOf([inside(field('x', { typeOptions: { loadOptionsMethod: 'no' } }))])),
			'outer.group.c.x names loadOptions.no',
		],
		[
			'a missing list search',
			() =>
				missingMethods(
					nodeOf([
						field('x', {
							type: 'resourceLocator',
							modes: [
								{ displayName: 'List', name: 'list', type: 'list', typeOptions: { searchListMethod: 'no' } },
							],
						}),
					]),
				),
			'x names listSearch.no',
		],
		[
			'an unused method',
			() => unusedMethods(nodeOf([], { loadOptions: { lonely: async () => [] } })),
			'lonely',
		],
		[
			'a name used twice',
			() => duplicateNames(describeNode([inside(field('x')), field('y'), field('y')])),
			'y occurs',
		],
		[
			'an option that a text mentions and another operation has',
			() =>
				missingOptions(
					describeNode([
						menu('operation', [{ name: 'b', value: 'b' }]),
						field('options', {
							type: 'collection',
							displayOptions: { show: { resource: ['a'], operation: ['c'] } },
							options: [field('Lost')],
						}),
						field('x', { displayOptions: form, description: "As in 'Lost'" }),
					]),
				),
			"a:b has no 'Lost'",
		],
		[
			'an unsorted list',
			() => unsortedLists(describeNode([inside(field('x', { type: 'options', options: list }))])),
			'x is',
		],
		[
			'an operation without action',
			() => menuGaps(describeNode([menu('operation', [{ name: 'b', value: 'b', description: 'B' }])])),
			'no action',
		],
		[
			'an action with an article',
			() => menuGaps(describeNode([menu('operation', [{ name: 'b', value: 'b', action: 'Get a post' }])])),
			'the action of b has an article',
		],
		[
			'an entry without description',
			() => menuGaps(describeNode([menu('resource', [{ name: 'a', value: 'a' }])])),
			'no description',
		],
		[
			'a field without description',
			() => textGaps(describeNode([inside(field('x', { description: '' }))])),
			'x has no',
		],
		[
			'a list without description, one of whose choices has none either',
			() =>
				textGaps(
					describeNode([
						field('x', {
							type: 'options',
							description: '',
							options: [
								{ name: 'a', value: 'a', description: 'A' },
								{ name: 'b', value: 'b' },
							],
						}),
					]),
				),
			'x has no',
		],
		[
			'a boolean description that does not start with Whether',
			() => textGaps(describeNode([field('x', { type: 'boolean' })])),
			'Whether',
		],
		[
			'a required field after an optional one',
			() =>
				lateRequiredFields(
					describeNode([
						menu('operation', [{ name: 'b', value: 'b' }]),
						field('x', { displayOptions: form }),
						field('y', { displayOptions: form, required: true }),
					]),
				),
			'required field y',
		],
	])('%s', (_title, findProblems, found) => {
		expect(findProblems()).toContainEqual(expect.stringContaining(found));
	});
});
