import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { ToolResult } from '../../../../client/publishing/agent/results';
import { simplifyField } from '../../../shared/fields';
import { nameDone, type Operation } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { toolLocator } from '../../locators';
import { idempotencyKeyOption, keyFromOption } from '../../idempotencyKeys';
import { writeOnce } from '../../writeOnce';
import { optionsField } from '../post/fields';
import { jsonArguments, readArguments } from './arguments';
import { toToolOutput } from './output';

const argumentFields: INodeProperties[] = [
	{
		displayName: 'Specify Arguments',
		name: 'argumentsMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'fields',
		description: 'How to give the arguments of the tool',
	},
	{
		displayName: 'Arguments',
		name: 'toolArguments',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description: 'What the tool is given; the service says which arguments it takes',
		typeOptions: {
			loadOptionsDependsOn: ['toolName.value'],
			resourceMapper: {
				resourceMapperMethod: 'getToolArguments',
				mode: 'add',
				valuesLabel: 'Arguments',
				fieldWords: { singular: 'argument', plural: 'arguments' },
				addAllFields: false,
				supportAutoMap: false,
				hideNoDataError: true,
				refreshStaleSchemaOnOpen: true,
			},
		},
		displayOptions: { show: { argumentsMode: ['fields'] } },
	},
	{
		displayName: jsonArguments,
		name: 'toolArgumentsJson',
		type: 'json',
		default: '{}',
		description: 'What the tool is given, as a JSON object',
		displayOptions: { show: { argumentsMode: ['json'] } },
	},
];

/** Calls a tool; one that writes isn't called again by a retry. */
async function callOnce(
	parameters: ParameterReader,
	agent: PublishingClient['agent'],
	{ name, toolArguments }: { name: string; toolArguments: IDataObject },
): Promise<ToolResult> {
	const tool = (await agent.listTools()).find((each) => each.name === name);
	if (tool?.annotations?.readOnlyHint) return await agent.callTool(name, toolArguments);
	return await writeOnce(parameters, {
		what: ['callTool', name],
		prepare: async () => await Promise.resolve(toolArguments),
		send: async (content, key) => await agent.callTool(name, content, key),
		keep: (result) => result as unknown as IDataObject,
		find: async (kept) => await Promise.resolve(kept as unknown as ToolResult),
	});
}

/** Calls a tool of the agent endpoint. */
export const callTool: Operation<PublishingClient> = {
	name: 'Call Tool',
	value: 'callTool',
	action: 'Call a tool of the service',
	description: 'Call a tool that the service offers to AI agents',
	fields: [
		toolLocator,
		...argumentFields,
		simplifyField,
		optionsField([idempotencyKeyOption, keyFromOption]),
	],
	describeDone: nameDone,
	async execute(parameters, { agent }) {
		const name = parameters.id('toolName', 'Tool');
		const toolArguments = readArguments(parameters);
		const result = await callOnce(parameters, agent, { name, toolArguments });
		return toToolOutput(result, parameters.flag('simplify', true));
	},
};
