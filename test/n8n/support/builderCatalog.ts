import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

/** What n8n's AI builder finds nodes with (`@n8n/ai-utilities`). */
interface NodeTypeParser {
	searchNodeTypes(words: string, limit: number): Array<{ id: string }>;
}

interface NodeCatalog {
	NodeTypeParser: new (nodes: INodeTypeDescription[]) => NodeTypeParser;
	formatNodeResult(parser: NodeTypeParser, node: string): string;
}

interface TypeDefinitions {
	synthesizeNodeTypeDef(node: INodeTypeDescription): string;
}

/** Loads a module of the real n8n. */
export const requireN8n = createRequire(path.resolve('runtimes', 'n8n', 'package.json'));

/** The nodes of a package as n8n reads them at its start: from the metadata of its build. */
function nodesOf(packageName: string, folder: string): INodeTypeDescription[] {
	const file = path.join(folder, 'dist', 'types', 'nodes.json');
	const nodes = JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[];
	return nodes.map((node) => ({ ...node, name: `${packageName}.${node.name}` }));
}

const ownPackage = 'n8n-nodes-social-publishing';
/** The nodes of n8n-nodes-base. */
export const baseNodes = (): INodeTypeDescription[] =>
	nodesOf('n8n-nodes-base', path.dirname(requireN8n.resolve('n8n-nodes-base/package.json')));

/** The nodes of this package, which has to be built. */
export const ownNodes = (): INodeTypeDescription[] => nodesOf(ownPackage, '.');

/** How many nodes the AI builder gets to see for a question. */
export const resultsShown = 5;

/** n8n's own search over the nodes of n8n-nodes-base and of this package. */
interface Search {
	/** The place of one of our nodes among the results of a question, from 1 on; Infinity when it isn't shown. */
	placeOf(question: string, node: string): number;
	/** What a result says about a node. */
	describe(node: string): string;
}

/** Prepares the search. */
export function createSearch(): Search {
	const { NodeTypeParser, formatNodeResult } = requireN8n('@n8n/ai-utilities/node-catalog') as NodeCatalog;
	const parser = new NodeTypeParser([...baseNodes(), ...ownNodes()]);
	return {
		placeOf(question, node) {
			const found = parser.searchNodeTypes(question, resultsShown);
			const index = found.findIndex(({ id }) => id === `${ownPackage}.${node}`);
			return index === -1 ? Infinity : index + 1;
		},
		describe: (node) => formatNodeResult(parser, node),
	};
}

/** The type definition of a node that n8n hands to an AI builder. It's the whole node, whatever the operation. */
export function typeDefinition(node: INodeTypeDescription): string {
	const { synthesizeNodeTypeDef } = requireN8n(
		'n8n/dist/modules/mcp-registry/synthesize-type-def.js',
	) as TypeDefinitions;
	return synthesizeNodeTypeDef(node);
}
