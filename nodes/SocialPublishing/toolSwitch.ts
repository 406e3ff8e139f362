import type { INodeProperties } from 'n8n-workflow';

/** A switch by which the builder of a tool limits what an AI agent can do with it. */
export interface ToolSwitch {
	displayName: string;
	name: string;
	description: string;
	/** What a tool shows in its place for an operation that publishes nothing; nothing if it is left out. */
	notice?: string;
}

/**
 * The fields of a switch for tools. It takes no expression, so that an agent can't reach it.
 *
 * It is shown where it means something: for a tool, and an operation that can publish. n8n drops the value of a field that
 * isn't shown, and its editor also that of a field that disappears while a node is open. That would turn the switch off.
 * So there is always one field of this name: in other tools a notice or a hidden field, elsewhere a hidden field.
 * @param operations those that can publish
 */
export function toolSwitchFields(
	{ displayName, name, description, notice }: ToolSwitch,
	operations: string[],
): INodeProperties[] {
	const field = { displayName, name, noDataExpression: true, default: false };
	return [
		{
			...field,
			type: 'boolean',
			default: false,
			displayOptions: { show: { '@tool': [true], operation: operations } },
			description,
		},
		{
			...field,
			displayName: notice ?? displayName,
			type: notice === undefined ? 'hidden' : 'notice',
			default: false,
			displayOptions: { show: { '@tool': [true] }, hide: { operation: operations } },
		},
		{
			...field,
			type: 'hidden',
			default: false,
			displayOptions: { show: { '@tool': [false] } },
		},
	];
}
