import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

/** The search of n8n's AI builder (`@n8n/ai-utilities`). */
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

/** The nodes of a package, from the metadata that n8n reads when it starts. */
function nodesOf(packageName: string, folder: string): INodeTypeDescription[] {
	const file = path.join(folder, 'dist', 'types', 'nodes.json');
	const nodes = JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[];
	return nodes.map((node) => ({ ...node, name: `${packageName}.${node.name}` }));
}

const ownPackage = 'n8n-nodes-social-publishing';
/** The nodes of n8n-nodes-base. */
export const baseNodes = (): INodeTypeDescription[] =>
	nodesOf('n8n-nodes-base', path.dirname(requireN8n.resolve('n8n-nodes-base/package.json')));

/** The nodes of this package. Needs dist/. */
export const ownNodes = (): INodeTypeDescription[] => nodesOf(ownPackage, '.');

/** How many results the AI builder sees for a question. */
export const resultsShown = 5;

/** n8n's own search over the nodes of n8n-nodes-base and of this package. */
interface Search {
	/** The rank of one of our nodes in the results of a question, starting at 1. Infinity if it isn't listed. */
	placeOf(question: string, node: string): number;
	/** The text of a node in the results. */
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

/** An entry of the nodes panel, as n8n's editor searches it. */
interface PanelEntry {
	properties: INodeTypeDescription;
}

interface PanelSearch {
	sublimeSearch(words: string, entries: PanelEntry[]): Array<{ item: PanelEntry }>;
}

/**
 * Prepares the search of the nodes panel, which looks for all words in one name or alias. Returns ranks like {@link Search.placeOf}. The
 * panel shows a trigger as part of its app's entry, and doesn't search the trigger's own names.
 */
export function createPanelSearch(): Search['placeOf'] {
	const { sublimeSearch } = requireN8n('@n8n/utils/search/sublime-search') as PanelSearch;
	const nodes = [...baseNodes(), ...ownNodes()].filter(({ hidden }) => !hidden);
	const apps = new Set(nodes.map(({ name }) => name));
	const entries = nodes
		.filter(({ name }) => !(name.endsWith('Trigger') && apps.has(name.replace(/Trigger$/, ''))))
		.map((properties) => ({ properties }));
	return (question, node) => {
		const found = sublimeSearch(question, entries);
		const index = found.findIndex(({ item }) => item.properties.name === `${ownPackage}.${node}`);
		return index === -1 ? Infinity : index + 1;
	};
}

/** The type definition of a node that an AI builder reads. It always has all operations. */
export function typeDefinition(node: INodeTypeDescription): string {
	const { synthesizeNodeTypeDef } = requireN8n(
		'n8n/dist/modules/mcp-registry/synthesize-type-def.js',
	) as TypeDefinitions;
	return synthesizeNodeTypeDef(node);
}
