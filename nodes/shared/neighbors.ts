import type { IExecuteFunctions, INodeParameters, NodeTypeAndVersion } from 'n8n-workflow';

/** The parts of a neighboring node that say what it does. */
type Neighbor = Pick<NodeTypeAndVersion, 'disabled' | 'parameters' | 'type'>;

/** Whether a node of this type runs an operation, as far as its parameters are known. */
const runs =
	(type: string, wanted: INodeParameters) =>
	({ disabled, parameters = {}, ...node }: Neighbor): boolean =>
		node.type === type &&
		!disabled &&
		Object.entries(wanted).every(([name, value]) => {
			const own = parameters[name] ?? value;
			return own === value || (typeof own === 'string' && own.startsWith('='));
		});

const withParameters = { includeNodeParameters: true };

/** Whether a node of the same type with these parameters comes after this node. */
export function isBefore(context: IExecuteFunctions, wanted: INodeParameters): boolean {
	const { name, type } = context.getNode();
	return context.getChildNodes(name, withParameters).some(runs(type, wanted));
}

/** Whether a node of the same type with these parameters comes before this node. */
export function isAfter(context: IExecuteFunctions, wanted: INodeParameters): boolean {
	const { name, type } = context.getNode();
	return context.getParentNodes(name, withParameters).some(runs(type, wanted));
}
