import type { INode, INodeProperties } from 'n8n-workflow';

/** A switch with which the builder of a tool limits what an AI agent can do. */
export interface ToolSwitch {
	displayName: string;
	name: string;
	description: string;
	/** What a tool shows instead for an operation that can't publish. If it's missing, the tool shows nothing. */
	notice?: string;
}

/** Reads the stored value. An expression, which only a workflow file edited by hand can have here, counts as on. */
export const isSwitchedOn = ({ parameters }: INode, { name }: ToolSwitch): boolean =>
	parameters[name] !== undefined && parameters[name] !== false;

/**
 * Creates the fields of a switch for tools. The switch accepts no expressions, so an agent can't change it.
 *
 * The switch is shown only for tools whose operation can publish. n8n drops the value of a field that isn't shown. The editor
 * also drops the value of a field that disappears while the node is open. Either would turn the switch off. To prevent that, a
 * field of this name always exists. In other tools it's a notice or a hidden field, and outside of tools it's a hidden field.
 * @param operations the operations that can publish
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
