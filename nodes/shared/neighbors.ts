import type { IExecuteFunctions, INodeParameters, NodeTypeAndVersion } from 'n8n-workflow';
import { isExpression } from './values.js';

/** Another node of the workflow, with the parts that say what it does. */
type Neighbor = Pick<NodeTypeAndVersion, 'disabled' | 'name' | 'parameters' | 'type'>;

type Context = Pick<IExecuteFunctions, 'getChildNodes' | 'getNode' | 'getParentNodes'>;

/**
 * Whether a node runs an operation, as far as its parameters are known. Expressions can have any value.
 * @param wanted the values of its parameters
 */
export const mayRun = ({ disabled, parameters = {} }: Neighbor, wanted: INodeParameters): boolean =>
	!disabled &&
	Object.entries(wanted).every(([name, value]) => {
		const own = parameters[name] ?? value;
		return own === value || isExpression(own);
	});

/** Whether a node is sure to run an operation. */
export const runs = ({ disabled, parameters = {} }: Neighbor, wanted: INodeParameters): boolean =>
	!disabled && Object.entries(wanted).every(([name, value]) => parameters[name] === value);

const withParameters = { includeNodeParameters: true };

const ofSameType = (context: Context, nodes: Neighbor[]): Neighbor[] => {
	const { type } = context.getNode();
	return nodes.filter((node) => node.type === type);
};

/** Returns the nodes of the same type that come after this node. */
export const nodesAfter = (context: Context): Neighbor[] =>
	ofSameType(context, context.getChildNodes(context.getNode().name, withParameters));

/** Returns the nodes of the same type that come before this node. */
export const nodesBefore = (context: Context): Neighbor[] =>
	ofSameType(context, context.getParentNodes(context.getNode().name, withParameters));

/** Whether a way leads back from a node to this node, without a node that `stops`. */
export function leadsBack(context: Context, from: Neighbor, stops: (node: Neighbor) => boolean): boolean {
	const { name: own, type } = context.getNode();
	const seen = new Set<string>();
	const leadsTo = (name: string): boolean =>
		context.getParentNodes(name, { ...withParameters, depth: 1 }).some((parent) => {
			if (parent.name === own) return true;
			if (seen.has(parent.name)) return false;
			seen.add(parent.name);
			return !(parent.type === type && stops(parent)) && leadsTo(parent.name);
		});
	return leadsTo(from.name);
}
