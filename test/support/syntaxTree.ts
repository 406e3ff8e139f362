import ts from 'typescript';
import type { SourceFile } from './sourceFiles';

/** One import of a file: an import, export-from, dynamic import, `require` or type `import('…')`. */
export interface ImportOf {
	specifier: string;
	/** Whether nothing remains of it at run time. */
	isType: boolean;
}

/** Parses a file with the TypeScript compiler. */
export function parse({ path, text }: SourceFile): ts.SourceFile {
	return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
}

const nodesOf = new WeakMap<SourceFile, ts.Node[]>();

/** Every node of a file, depth first. A file is parsed once, however many rules ask. */
export function allNodes(file: SourceFile): ts.Node[] {
	const known = nodesOf.get(file);
	if (known !== undefined) return known;
	const found: ts.Node[] = [];
	nodesOf.set(file, found);
	const visit = (node: ts.Node): void => {
		found.push(node);
		ts.forEachChild(node, visit);
	};
	visit(parse(file));
	return found;
}

/** Everything that a file imports, in any way. */
export function readImports(file: SourceFile): ImportOf[] {
	return allNodes(file).flatMap((node) => importOf(node) ?? []);
}

function importOf(node: ts.Node): ImportOf | undefined {
	if (ts.isImportDeclaration(node)) return named(node.moduleSpecifier, isTypeImport(node));
	if (ts.isExportDeclaration(node)) return named(node.moduleSpecifier, node.isTypeOnly);
	if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
		return named(node.argument.literal, true);
	if (ts.isCallExpression(node) && isLoading(node)) return named(node.arguments[0], false);
	return undefined;
}

function isLoading({ expression }: ts.CallExpression): boolean {
	return expression.kind === ts.SyntaxKind.ImportKeyword || expression.getText() === 'require';
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
	if (!importClause || importClause.name) return importClause?.isTypeOnly ?? false;
	const bindings = importClause.namedBindings;
	const areAllTypes =
		bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.every((one) => one.isTypeOnly);
	return importClause.isTypeOnly || areAllTypes;
}

/** A computed specifier counts as a value import of an unknown module, which no rule allows. */
function named(specifier: ts.Node | undefined, isType: boolean): ImportOf | undefined {
	if (!specifier) return undefined;
	return { specifier: ts.isStringLiteralLike(specifier) ? specifier.text : '(computed)', isType };
}
