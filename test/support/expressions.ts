import { Workflow, type IDataObject, type INodeTypes } from 'n8n-workflow';

const noNodeTypes: INodeTypes = {
	getByName: () => {
		throw new Error('The node has no type');
	},
	getByNameAndVersion: () => undefined as never,
	getKnownTypes: () => ({}),
};

const node = {
	id: '1',
	name: 'Node',
	type: 'any',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

/** Creates what n8n does with an expression in a field, in the time zone of a workflow. */
export function expressionsIn(timezone: string): (expression: string, json: IDataObject) => unknown {
	const workflow = new Workflow({
		id: 'expressions',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: noNodeTypes,
		settings: { timezone },
	});
	return (expression, json) =>
		workflow.expression.getParameterValue(`=${expression}`, null, 0, 0, node.name, [{ json }], 'manual', {});
}

/** The expressions in braces in a text that advises something. */
export const expressionsOf = (text: string): string[] => text.match(/\{\{.*?\}\}(?!\})/gs) ?? [];
