import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject, mapValues, recordOf } from '../../../../client/http/json.js';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { ToolResult } from '../../../../client/publishing/agent/results.js';
import type { Post } from '../../../../client/publishing/schemas.js';
import { toIsoWithOffset } from '../../../shared/dates.js';
import { ParameterError } from '../../../shared/errors.js';
import { optionsField, simplifyField } from '../../../shared/fields.js';
import type { Large } from '../../../shared/journal/execution.js';
import { nameDone, type OperationResult, type Operation } from '../../../shared/operation.js';
import { type ParameterReader, type RunItem } from '../../../shared/parameters.js';
import { isUnset } from '../../../shared/values.js';
import { runAgainOption } from '../../../shared/keyOptions.js';
import { toolLocator } from '../../words/locators.js';
import { simplifyPost, tellShownPost, viewOf, type View } from '../../output/postOutput.js';
import { tell, type NamedChannel } from '../../output/results.js';
import { beginWrite } from '../../item/writeOnce.js';

const jsonArguments = 'Arguments (JSON)';

/** Whether a value is a date object, which n8n passes for a date field. */
const isDate = (value: unknown): boolean =>
	value instanceof Date || typeof (value as { toISO?: unknown }).toISO === 'function';

/** Ignores empty fields of the form. */
function readArguments(parameters: ParameterReader): IDataObject {
	if (parameters.value('argumentsMode', 'fields') === 'json')
		return parameters.json('toolArgumentsJson', jsonArguments) ?? {};
	const values = parameters.value('toolArguments.value', {}) as IDataObject | null;
	const given = recordOf(Object.entries(values ?? {}).filter(([, value]) => !isUnset(value)));
	const zone = parameters.context.getTimezone();
	return mapValues(given, (value, name) => (isDate(value) ? toIsoWithOffset(value, zone, name) : value));
}

const isPost = (value: unknown): value is IDataObject & Post =>
	isObject(value) && Array.isArray(value.channels) && typeof value.caption === 'string';

const asItem = (value: unknown): IDataObject =>
	isObject(value) ? (value as IDataObject) : { value: value as string };

const isBroken = (value: unknown): value is NamedChannel =>
	isObject(value) && value.needsReconnect === true && typeof value.platform === 'string';

/** Simplifies a post like the other operations do. Keeps what the tool returns besides the post. */
function simplifyAnswer(value: unknown, view: View): IDataObject {
	if (isPost(value)) return simplifyPost(value, view);
	const { post, ...others } = asItem(value);
	return isPost(post) ? { ...simplifyPost(post, view), ...others } : asItem(value);
}

/** Tells the run about the post that a tool has written, or about the channels that it has read. */
function tellAnswer(item: RunItem, { structured }: ToolResult, view: View): void {
	const { post, ...others } = asItem(structured);
	if (isPost(post)) tellShownPost(item, post, view, others);
	tell(item, { brokenChannels: (listIn(structured) ?? [structured]).filter(isBroken) });
}

/** The list in an answer: the answer itself, or its `data`. Undefined for any other answer. */
function listIn(structured: unknown): unknown[] | undefined {
	if (Array.isArray(structured)) return structured;
	const { data } = asItem(structured);
	return Array.isArray(data) ? data : undefined;
}

/**
 * Converts the answer of a tool to items. If it's simplified, each entry of a list is an item. Otherwise, the answer is one item,
 * unless it's a bare list. There are no Selected Fields, because the answers of tools differ.
 */
function toToolOutput(
	{ structured, texts }: ToolResult,
	{ isSimplified, view }: { isSimplified: boolean; view: View },
): OperationResult {
	if (structured === undefined) return { text: texts.join('\n') };
	if (!isSimplified) return Array.isArray(structured) ? structured.map(asItem) : asItem(structured);
	const simplify = (value: unknown) => simplifyAnswer(value, view);
	return listIn(structured)?.map(simplify) ?? simplify(structured);
}

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
		description: 'How to enter the arguments of the tool',
	},
	{
		displayName: 'Arguments',
		name: 'toolArguments',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description: 'Arguments of the tool, as the service describes them',
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
		description: 'Arguments of the tool, as a JSON object',
		displayOptions: { show: { argumentsMode: ['json'] } },
	},
];

/** Calls one of the service's MCP tools. */
export const callTool: Operation<PublishingClient> = {
	name: 'Call',
	value: 'callTool',
	action: 'Call MCP tool',
	description: 'Call a tool that the service offers to AI agents',
	fields: [toolLocator, ...argumentFields, simplifyField, optionsField([runAgainOption])],
	canPublish: true,
	describeDone: nameDone,
	async execute(parameters, { agent }) {
		const name = parameters.id('toolName', 'Tool');
		const toolArguments = readArguments(parameters);
		const isSimplified = parameters.flag(simplifyField);
		const result = await callOnce(parameters, agent, { name, toolArguments });
		const view = viewOf(parameters.context);
		tellAnswer(parameters, result, view);
		return toToolOutput(result, { isSimplified, view });
	},
};

function keptAnswer(answer: Large<unknown>): ToolResult {
	if (answer.is === 'kept') return answer.value as ToolResult;
	throw new ParameterError(
		"The tool's answer was too long to keep for a retry",
		"An earlier try of this execution called the tool, so a retry doesn't call it again. To call it again, run the workflow in a new execution",
	);
}

/** Calls a tool. A retry of the execution doesn't repeat the call, unless the tool only reads. */
async function callOnce(
	parameters: ParameterReader,
	agent: PublishingClient['agent'],
	{ name, toolArguments }: { name: string; toolArguments: IDataObject },
): Promise<ToolResult> {
	const tool = (await agent.listTools()).find((each) => each.name === name);
	if (tool?.annotations?.readOnlyHint) return await agent.callTool(name, toolArguments);
	const write = beginWrite(parameters, ['callTool', name]);
	if ('kept' in write) return keptAnswer(write.answer);
	return await write.send(toolArguments, {
		send: async (content, key) => await agent.callTool(name, content, key),
		keep: () => ({}),
		keepLarge: (result) => result,
	});
}
