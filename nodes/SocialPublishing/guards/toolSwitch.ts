import type { INodeProperties } from 'n8n-workflow';
import { isTool, type ToolContext } from '../../shared/parameters.js';

/** A switch with which the builder of a tool limits what an AI agent can do. */
export interface ToolSwitch {
	displayName: string;
	name: string;
	description: string;
	/** What is shown below the switch. */
	hint?: string;
	/** Whether the switch is on in a tool that doesn't store a value. Default false. */
	isOnByDefault?: boolean;
	/** What a tool shows instead for an operation that can't publish. If it's missing, the tool shows nothing. */
	notice?: string;
}

/**
 * Reads the stored value. An expression, which only a workflow file edited by hand can have here, counts as on. n8n stores only what
 * differs from the default, which applies to tools alone.
 */
export function isSwitchedOn(context: ToolContext, { name, isOnByDefault = false }: ToolSwitch): boolean {
	const stored = context.getNode().parameters[name];
	return stored === undefined ? isOnByDefault && isTool(context) : stored !== false;
}

/**
 * Creates the fields of a switch for tools. The switch accepts no expressions, so an agent can't change it.
 *
 * The switch is shown only for tools whose operation can publish. n8n drops the value of a field that isn't shown. The editor
 * also drops the value of a field that disappears while the node is open. Either would turn the switch off. To prevent that, a
 * field of this name always exists. In other tools it's a notice or a hidden field, and outside of tools it's a hidden field.
 * @param operations the operations that can publish
 */
export function toolSwitchFields(
	{ displayName, name, description, hint, notice, isOnByDefault = false }: ToolSwitch,
	operations: string[],
): INodeProperties[] {
	const field = { displayName, name, noDataExpression: true, default: isOnByDefault };
	return [
		{
			...field,
			type: 'boolean',
			displayOptions: { show: { '@tool': [true], operation: operations } },
			description,
			...(hint === undefined ? {} : { hint }),
		},
		{
			...field,
			displayName: notice ?? displayName,
			type: notice === undefined ? 'hidden' : 'notice',
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
