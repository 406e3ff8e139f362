import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { unpackTarball } from './support/packageFiles';
import { readSourceFiles, rootFolder } from './support/sourceFiles';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'published-'));
	unpackTarball(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiled code that would be published, by its path inside dist/. */
function publishedCode(): Record<string, string> {
	const names = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
	const code = names.filter((name) => name.endsWith('.js'));
	return Object.fromEntries(code.map((name) => [name, readFileSync(join(folder, 'dist', name), 'utf8')]));
}

/** The compiler's output for the sources, by its path inside dist/. */
function compile(): Record<string, string> {
	const { config } = ts.readConfigFile(join(rootFolder, 'tsconfig.build.json'), ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, rootFolder);
	const written: Record<string, string> = {};
	const program = ts.createProgram(fileNames, { ...options, outDir: '/', noCheck: true });
	program.emit(undefined, (name, text) => (written[name.slice(1)] = text));
	return written;
}

describe('the published code', () => {
	test('is the unchanged compiler output, one file for each source file', () => {
		const published = publishedCode();
		expect(published).toEqual(compile());
		const sources = readSourceFiles(['nodes', 'credentials', 'client'], ['.ts']);
		const expected = sources.map(({ path }) => path.replace(/\.ts$/, '.js'));
		expect(Object.keys(published).sort()).toEqual(expected.sort());
	});
});

interface Loaded {
	known: unknown;
	types: unknown;
}

/** How n8n loads the package: from the metadata at its start, and from the code on installation. */
interface Loading {
	isLazyLoaded: boolean;
	filesLoadedAtStart: string[];
	fromMetadata: Loaded;
	fromCode: Loaded;
	/** The nodes that can be run after a start from the metadata. */
	usable: string[];
}

/** Loads the package in argv[1] with n8n's own loaders in a process of its own, and prints a {@link Loading}. */
const load = `
	const { LazyPackageDirectoryLoader, PackageDirectoryLoader } = require('n8n-core');
	const folder = require('node:fs').realpathSync(process.argv[1]);
	const withoutMethods = ({ __loadOptionsMethods, ...description }) => description;
	const copy = (value) => JSON.parse(JSON.stringify(value));
	async function main() {
		const lazy = new LazyPackageDirectoryLoader(folder);
		await lazy.loadAll();
		const filesLoadedAtStart = Object.keys(require.cache).filter((file) => file.startsWith(folder));
		const fromMetadata = copy({ known: lazy.known, types: lazy.types });
		const eager = new PackageDirectoryLoader(folder);
		await eager.loadAll();
		const nodes = Object.values(eager.nodeTypes).map(({ type }) => withoutMethods(type.description));
		const credentials = Object.values(eager.credentialTypes).map(({ type }) => type);
		const fromCode = copy({ known: eager.known, types: { nodes, credentials } });
		// Runs after the comparison, because loading a node adds n8n's own fields to its description.
		const usable = Object.keys(lazy.known.nodes).filter((name) => lazy.getNode(name).type.description.name === name);
		const { isLazyLoaded } = lazy;
		console.log(JSON.stringify({ isLazyLoaded, filesLoadedAtStart, fromMetadata, fromCode, usable }));
	}
	void main();
`;

function loadPublished(): Loading {
	const output = execFileSync(process.execPath, ['-e', load, folder], {
		cwd: rootFolder,
		encoding: 'utf8',
		// As in n8n, the package can import n8n's own packages.
		env: { ...process.env, NODE_PATH: join(rootFolder, 'node_modules') },
	});
	return JSON.parse(output) as Loading;
}

describe('loading by n8n', () => {
	let loading: Loading;
	beforeAll(() => (loading = loadPublished()));

	test('reads no package files when it uses the metadata', () => {
		expect(loading).toMatchObject({ isLazyLoaded: true, filesLoadedAtStart: [] });
	});

	test('returns the same nodes and credentials from the metadata as from the code', () => {
		expect(loading.fromMetadata).toEqual(loading.fromCode);
	});

	test('can load every node from the metadata', () => {
		expect(loading.usable).toEqual(['contentScoring', 'socialPublishing', 'socialPublishingTrigger']);
	});

	test('has the metadata known and types, without the lists that only n8n packages need', () => {
		const folders = readdirSync(join(folder, 'dist')).sort();
		expect(folders).toEqual(['client', 'credentials', 'icons', 'known', 'nodes', 'types']);
	});
});
