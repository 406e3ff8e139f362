import { posix } from 'node:path';
import type { ICredentialType, INodeType, Themed } from 'n8n-workflow';
import {
	filesInCircles,
	filesNeededBy,
	forbiddenGlobals,
	forbiddenImports,
	strayHelpers,
	strayHttpCalls,
	strayParameterReads,
	type Rule,
} from './support/architectureRules';
import { createFromSource, readPackageJson, readTarball } from './support/packageFiles';
import { readSourceFiles } from './support/sourceFiles';

const published = readSourceFiles(['nodes', 'credentials', 'client'], ['.ts']);
const ofNodes = readSourceFiles(['nodes'], ['.ts']);
const typescript = readSourceFiles(
	['nodes', 'credentials', 'client', 'sandbox', 'cli', 'examples', 'bench', 'test'],
	['.ts'],
);
const foldersOfLayers = ['nodes', 'client', 'credentials', 'sandbox', 'cli'];
const packageJson = readPackageJson();

describe('rules for source files', () => {
	test.each([
		{
			title: 'every import follows the direction of the architecture',
			rule: forbiddenImports,
			files: typescript,
		},
		{ title: "only the transport makes n8n's HTTP calls", rule: strayHttpCalls, files: published },
		{ title: 'transport and client read no node parameters', rule: strayParameterReads, files: published },
		{ title: 'published code asks n8n only for documented helpers', rule: strayHelpers, files: ofNodes },
		{ title: 'published code uses no forbidden global', rule: forbiddenGlobals, files: published },
	])('$title', ({ rule, files }) => {
		expect(files.length).toBeGreaterThan(0);
		expect(files.flatMap(rule)).toEqual([]);
	});

	test('no files have circular imports', () => {
		expect(filesInCircles(readSourceFiles(foldersOfLayers, ['.ts']))).toEqual([]);
	});
});

test('a node, a credential or the command line needs every file, so no operation is missing from its list', () => {
	const files = readSourceFiles(foldersOfLayers, ['.ts']);
	const entries = files
		.map(({ path }) => path)
		.filter((path) => /\.(node|credentials)\.ts$|^cli\//.test(path));
	const needed = filesNeededBy(entries, files);
	expect(published.map(({ path }) => path).filter((path) => !needed.includes(path))).toEqual([]);
});

describe('the rules detect', () => {
	const post = 'nodes/SocialPublishing/actions/post/get.operation.ts';
	const cases: Array<[string, Rule, string, string, string]> = [
		[
			'a helper that n8n does not document',
			strayHelpers,
			post,
			'const { $getPairedItem } = proxy;',
			'$getPairedItem',
		],
		['one in an expression', strayHelpers, post, "evaluate('{{ $items(1) }}');", '$items'],
		['one of a node in an expression', strayHelpers, post, 'evaluate(`{{ $(${node}).pinned }}`);', '.pinned'],
		[
			'a client that imports n8n',
			forbiddenImports,
			'client/http/a.ts',
			"import 'n8n-workflow';",
			'n8n-workflow',
		],
		['a client that imports Node', forbiddenImports, 'client/http/a.ts', "import 'node:fs';", 'node:fs'],
		[
			'publishing that imports scoring',
			forbiddenImports,
			'client/publishing/a.ts',
			"import '../scoring/b';",
			'b',
		],
		[
			'scoring that imports publishing',
			forbiddenImports,
			'client/scoring/a.ts',
			"import '../publishing/b';",
			'b',
		],
		[
			'a client that imports a node',
			forbiddenImports,
			'client/http/a.ts',
			"import '../../nodes/shared/b';",
			'b',
		],
		[
			'shared code that imports a node',
			forbiddenImports,
			'nodes/shared/a.ts',
			"import '../ContentScoring/b';",
			'b',
		],
		[
			'shared code that imports a service',
			forbiddenImports,
			'nodes/shared/a.ts',
			"import '../../client/scoring/b';",
			'b',
		],
		[
			'a credential that imports the client',
			forbiddenImports,
			'credentials/A.ts',
			"import '../client/http/b';",
			'b',
		],
		[
			'a sandbox that imports the client',
			forbiddenImports,
			'sandbox/a.ts',
			"import '../client/http/types';",
			'types',
		],
		['a sandbox that imports any package', forbiddenImports, 'sandbox/a.ts', "import 'axios';", 'axios'],
		['a sandbox that imports a node', forbiddenImports, 'sandbox/a.ts', "import '../nodes/shared/b';", 'b'],
		[
			'an operation that imports the sandbox',
			forbiddenImports,
			post,
			"import '../../../../sandbox/seed';",
			'seed',
		],
		['an operation that imports a test', forbiddenImports, post, "import '../../../../test/a';", 'a'],
		['an operation that imports another package', forbiddenImports, post, "import 'axios';", 'axios'],
		[
			'an operation that makes a client',
			forbiddenImports,
			post,
			"import { a } from '../../../../client/publishing';",
			'publishing',
		],
		[
			'an operation that imports the other service',
			forbiddenImports,
			post,
			"import type { a } from '../../../../client/scoring';",
			'scoring',
		],
		[
			'an operation that imports the error classes of the other service',
			forbiddenImports,
			post,
			"import { a } from '../../../../client/scoring/errors';",
			'errors',
		],
		[
			'an operation that reads schemas of its service',
			forbiddenImports,
			post,
			"import { a } from '../../../../client/publishing/schemas';",
			'schemas',
		],
		['a forbidden export from', forbiddenImports, post, "export { a } from 'axios';", 'axios'],
		['a forbidden dynamic import', forbiddenImports, post, "void import('axios');", 'axios'],
		['a forbidden require', forbiddenImports, post, "require('axios');", 'axios'],
		['a forbidden type', forbiddenImports, post, "let a: import('axios').A;", 'axios'],
		['a computed import', forbiddenImports, post, 'void import(name);', '(computed)'],
		['a file in an unknown folder', forbiddenImports, 'lib/a.ts', '', 'outside'],
		['an HTTP call in an operation', strayHttpCalls, post, 'this.helpers.httpRequest({});', 'httpRequest'],
		[
			'an HTTP call by destructuring',
			strayHttpCalls,
			post,
			'const { requestWithAuthentication } = h;',
			'requestWith',
		],
		[
			'a parameter read by the transport',
			strayParameterReads,
			'nodes/shared/transport.ts',
			"c.getNodeParameter('a');",
			'getNodeParameter',
		],
		[
			'a parameter read by the client',
			strayParameterReads,
			'client/http/a.ts',
			"c.getNodeParameter('a');",
			'getNodeParameter',
		],
		['a timer', forbiddenGlobals, post, 'setTimeout(f, 1);', 'setTimeout'],
		['the environment', forbiddenGlobals, post, 'const a = process.env;', 'process'],
		['a global as shorthand', forbiddenGlobals, post, 'f({ fetch });', 'fetch'],
		['the folder of the module', forbiddenGlobals, post, 'f(__dirname);', '__dirname'],
	];
	test.each(cases)('%s', (_title, rule, path, text, found) => {
		expect(rule({ path, text })).toEqual([expect.stringContaining(found)]);
	});

	test('circular imports, even for types only', () => {
		const inCircle = [
			{ path: 'client/a.ts', text: "import './b';" },
			{ path: 'client/b.ts', text: "export * from './c';" },
			{ path: 'client/c/index.ts', text: "import type { A } from '../a';" },
		];
		const leadsThere = { path: 'client/d.ts', text: "import './a'; import './e';" };
		const leaf = { path: 'client/e.ts', text: "import 'zod/v4';" };
		expect(filesInCircles([...inCircle, leadsThere, leaf])).toEqual(inCircle.map(({ path }) => path));
	});

	const allowed: Array<[string, Rule, string, string]> = [
		[
			'types of its own service',
			forbiddenImports,
			post,
			"import type { a } from '../../../../client/publishing/schemas';",
		],
		[
			'value lists of its own service',
			forbiddenImports,
			post,
			"import { a } from '../../../../client/publishing/values';",
		],
		[
			'error classes of its own service',
			forbiddenImports,
			post,
			"import { a } from '../../../../client/publishing/errors';",
		],
		[
			'error classes of every service',
			forbiddenImports,
			post,
			"import { a } from '../../../../client/http/errors';",
		],
		[
			'the joining file that makes the client',
			forbiddenImports,
			'nodes/SocialPublishing/client.ts',
			"import { a } from '../../client/publishing';",
		],
		[
			'a trigger with the locators of its node',
			forbiddenImports,
			'nodes/SocialPublishingTrigger/a.ts',
			"import { a } from '../SocialPublishing/locators';",
		],
		[
			'a sandbox with its library of schemas',
			forbiddenImports,
			'sandbox/a.ts',
			"import { z } from 'zod/v4';",
		],
		['a property named like a global', forbiddenGlobals, post, 'a.process = { fetch: 1, global: 2 };'],
	];
	test.each(allowed)('but allow %s', (_title, rule, path, text) => {
		expect(rule({ path, text })).toEqual([]);
	});
});

describe('the package', () => {
	const tarball = readTarball();

	test('has no runtime dependencies, overrides or lifecycle scripts', () => {
		const { dependencies, optionalDependencies, bundleDependencies, bundledDependencies } = packageJson;
		const { peerDependencies, overrides, scripts } = packageJson;
		const lifecycle = Object.keys(scripts).filter((name) =>
			/^(pre|post)|^(install|prepare|publish)$/.test(name),
		);
		expect({ dependencies, optionalDependencies, bundleDependencies, bundledDependencies }).toEqual({});
		expect({ overrides, lifecycle }).toEqual({ lifecycle: [] });
		expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	test('names itself with its version in the User-Agent (D2)', () => {
		const agents = published.flatMap(
			({ text }) => text.match(/(?<![/])n8n-nodes-social-publishing\/[^'"`\s]*/g) ?? [],
		);
		expect(new Set(agents)).toEqual(new Set([`${packageJson.name}/${packageJson.version}`]));
	});

	test('contains only compiled code, icons, codex files and metadata', () => {
		const isExpected =
			/^(package\.json|README\.md|LICENSE|dist\/(known|types)\/(nodes|credentials)\.json|dist\/(nodes|credentials|client)\/.*\.js|dist\/icons\/\w+(\.dark)?\.svg|dist\/nodes\/.*\.json)$/;
		expect(tarball.files.filter((file) => !isExpected.test(file))).toEqual([]);
		expect(tarball.files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']));
	});

	test('is smaller than 400 kB', () => {
		expect(tarball.packedBytes).toBeLessThan(400_000);
	});

	test.each(packageJson.n8n.nodes)('contains %s with its codex file and icons', (file) => {
		const { description } = createFromSource<INodeType>(file);
		const codex = file.replace(/\.js$/, '.json');
		expect(tarball.files).toEqual(
			expect.arrayContaining([file, codex, ...iconFiles(file, description.icon)]),
		);
	});

	test.each(packageJson.n8n.credentials)('contains %s with its icons', (file) => {
		const { icon } = createFromSource<ICredentialType>(file);
		expect(tarball.files).toEqual(expect.arrayContaining([file, ...iconFiles(file, icon)]));
	});
});

/** The files that an icon entry names, as paths inside the package. */
function iconFiles(file: string, icon: Themed<string> | string | undefined): string[] {
	if (icon === undefined || typeof icon === 'string') throw new Error(`${file} has no light and dark icon`);
	return [icon.light, icon.dark].map((name) => posix.join(posix.dirname(file), name.replace(/^file:/, '')));
}
