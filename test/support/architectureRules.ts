import { posix } from 'node:path';
import ts from 'typescript';
import { type SourceFile } from './sourceFiles';
import { allNodes, readImports, type ImportOf } from './syntaxTree';

/** A rule's findings for a file. An empty list means that the file passes. */
export type Rule = (file: SourceFile) => string[];

interface Zone {
	/** The files of the zone. */
	files: RegExp;
	/** Allowed imports: paths inside the repository, or `package:<name>`. */
	may: RegExp[];
	/** Imports allowed only as types. */
	mayAsType?: RegExp[];
}

/** Service folder of the client that a node's folder belongs to. */
const SERVICES = [
	{ service: 'publishing', nodes: /^nodes\/SocialPublishing(Trigger)?\// },
	{ service: 'scoring', nodes: /^nodes\/ContentScoring\// },
];

const packages = (...names: string[]): RegExp => new RegExp(`^package:(${names.join('|')})$`);
const httpPort = /^client\/http\//;
const shared = /^nodes\/shared\//;

/** Allowed imports by zone (docs/architecture: one direction only). The first zone that matches a file counts. */
const ZONES: Zone[] = [
	{ files: httpPort, may: [httpPort, packages('zod/v4')] },
	...SERVICES.map(({ service }) => ({
		files: new RegExp(`^client/${service}/`),
		may: [new RegExp(`^client/${service}/`), httpPort, packages('zod/v4')],
	})),
	{ files: shared, may: [shared, httpPort, packages('n8n-workflow', 'luxon', 'node:crypto')] },
	...SERVICES.flatMap(({ service, nodes }) => nodeZones(service, nodes)),
	{ files: /^credentials\//, may: [packages('n8n-workflow')] },
	{ files: /^sandbox\//, may: [/^sandbox\//, /^package:node:/, packages('zod/v4')] },
	{ files: /^cli\//, may: [/^cli\//, /^client\//, /^package:/] },
	{ files: /^(test|bench|examples)\//, may: [/./] },
];

/**
 * A node's `client.ts` connects n8n, authentication and the client. Every other file of the node can import the client's types, value
 * lists, error classes and pure rules, such as where an address ends, and the shared guard and memo.
 */
function nodeZones(service: string, nodes: RegExp): Zone[] {
	const client = new RegExp(`^client/${service}(/|$)`);
	const pureModules = new RegExp(
		`^client/(http/(errors|json|memo|text)|${service}/(values|errors|formats|lists|options/(networks|schema)|overrides|posts/(channelStates|failures|status)|text/links|validation/fileRules))$`,
	);
	const n8n = packages('n8n-workflow', 'luxon', 'node:crypto', 'zod/v4');
	return [
		{
			files: new RegExp(`${nodes.source}client\\.ts$`),
			may: [
				client,
				httpPort,
				/^nodes\/shared\/(transport|idempotency|journal\/\w+|names|waits)$/,
				/^nodes\/\w+\/(signIn|postRecord|usedKeys)$/,
				n8n,
			],
			mayAsType: [shared],
		},
		{ files: nodes, may: [nodes, shared, pureModules, n8n], mayAsType: [client, httpPort] },
	];
}

/** Imports that the file's zone doesn't allow, or that lead outside every zone. */
export const forbiddenImports: Rule = (file) => {
	const zone = ZONES.find(({ files }) => files.test(file.path));
	if (!zone) return [`${file.path} lies outside the known folders`];
	return readImports(file)
		.filter((one) => !isAllowed(zone, file.path, one))
		.map(({ specifier }) => `${file.path} may not import ${specifier}`);
};

function isAllowed({ may, mayAsType = [] }: Zone, path: string, { specifier, isType }: ImportOf): boolean {
	const target = resolve(path, specifier);
	return [...may, ...(isType ? mayAsType : [])].some((allowed) => allowed.test(target));
}

function resolve(path: string, specifier: string): string {
	if (!specifier.startsWith('.')) return `package:${specifier}`;
	return posix.join(posix.dirname(path), specifier).replace(/(\/index)?\.js$/, '');
}

/** Calls of n8n's HTTP helpers outside `nodes/shared/transport.ts`. */
export const strayHttpCalls: Rule = (file) =>
	file.path === 'nodes/shared/transport.ts'
		? []
		: report(file, /^(httpRequest|request(With|OAuth))\w*$/, 'calls');

/** Files with circular imports, types included: every file that can be reached from itself. */
export function filesInCircles(files: SourceFile[]): string[] {
	const importsOf = importsBetween(files);
	return [...importsOf.keys()].filter((path) => reached(importsOf.get(path) ?? [], importsOf).has(path));
}

/** Paths of the named files and of all files that they need, types included. */
export const filesNeededBy = (entries: string[], files: SourceFile[]): string[] => [
	...reached(entries, importsBetween(files)),
];

/** The files that each file imports, by path. */
const importsBetween = (files: SourceFile[]): Map<string, string[]> => {
	const paths = new Set(files.map(({ path }) => path));
	return new Map(
		files.map((file) => [
			file.path,
			readImports(file).flatMap(({ specifier }) => pathOf(resolve(file.path, specifier), paths) ?? []),
		]),
	);
};

/** The given paths, and all that can be reached from them. */
function reached(from: string[], importsOf: ReadonlyMap<string, string[]>): Set<string> {
	const seen = new Set<string>();
	const next = [...from];
	for (let path = next.pop(); path !== undefined; path = next.pop()) {
		if (!seen.has(path)) next.push(...(importsOf.get(path) ?? []));
		seen.add(path);
	}
	return seen;
}

const pathOf = (target: string, paths: ReadonlySet<string>): string | undefined =>
	[`${target}.ts`, `${target}/index.ts`].find((path) => paths.has(path));

/** Node parameters are read in operations, methods and triggers, never in the transport or the client. */
export const strayParameterReads: Rule = (file) =>
	/^client\/|^nodes\/shared\/transport\.ts$|^nodes\/\w+\/client\.ts$/.test(file.path)
		? report(file, /^get(Current)?NodeParameters?$/, 'reads')
		: [];

/** What the package asks n8n for in expressions, each documented by n8n unless the reason says otherwise. */
const KNOWN_HELPERS = new Map([
	['$()', 'the data of a node that has run'],
	['.all', 'its items in an earlier run'],
	['.context', 'what it keeps. n8n documents it for Loop Over Items. A test of each page fails without it'],
	['.isExecuted', 'whether it has run'],
	['.item', 'shown to users as an example'],
	['.itemMatching', 'only recognized in what users write'],
	['.pairedItem', 'only recognized in what users write'],
	['.params', 'its parameters'],
	['$execution', 'the address of the execution'],
	['$fromAI', 'only recognized in what users write'],
	['$itemIndex', 'only recognized in what users write'],
	['$json', 'the input item'],
	['$node', 'only recognized in what users write'],
	[
		'$nodeId',
		"the end of the page's address, as n8n's own waiting nodes have it. Not documented. Each page fails without it",
	],
	['$now', 'shown to users as an example'],
	['$parameter', 'the subtitle of the node'],
	['$runIndex', 'the run of the node, on which keys depend. The node fails without it'],
]);

/** Asks for a helper of n8n that isn't documented, or for a known one in another way than the known ones. */
export const strayHelpers: Rule = (file) =>
	allNodes(file)
		.flatMap((node) => {
			if (ts.isIdentifier(node)) return node.text.startsWith('$') ? [node.text] : [];
			const isText =
				ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateExpression(node);
			if (!isText) return [];
			const text = node.getText().replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
			const variables = [...text.matchAll(/\$[a-zA-Z]\w*/g)].map(([name]) => name);
			const methods = [...text.matchAll(/\$\([^)]*\)\.(\w+)/g)].map(([, name = '']) => `.${name}`);
			return [...variables, ...methods];
		})
		.filter((name) => !KNOWN_HELPERS.has(name))
		.map((name) => `${file.path} asks n8n for ${name}`);

const FORBIDDEN_GLOBALS =
	/^((set|clear)(Timeout|Interval|Immediate)|process|global|globalThis|__dirname|__filename|require|fetch|XMLHttpRequest)$/;

/** Globals that n8n doesn't allow in published code, and ways around the injected `send`. */
export const forbiddenGlobals: Rule = (file) => report(file, FORBIDDEN_GLOBALS, 'uses', isReference);

function report(
	file: SourceFile,
	name: RegExp,
	verb: string,
	isMeant: (node: ts.Identifier) => boolean = () => true,
): string[] {
	return allNodes(file)
		.filter((node) => ts.isIdentifier(node))
		.filter((node) => name.test(node.text) && isMeant(node))
		.map((node) => `${file.path} ${verb} ${node.text}`);
}

/** Whether an identifier refers to a variable: not the `x` of `a.x`, `{ x: 1 }`, or a declared member. */
function isReference(node: ts.Identifier): boolean {
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
	const isName = 'name' in parent && parent.name === node;
	return !isName || ts.isShorthandPropertyAssignment(parent);
}
