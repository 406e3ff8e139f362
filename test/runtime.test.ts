import asyncHooks from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The modules of these tests, in a folder outside of the project. */
const folder = mkdtempSync(join(tmpdir(), 'runtime-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Loads a module in an empty registry, as a new test file does. */
function load(name: string, source: string): unknown {
	const path = join(folder, name);
	writeFileSync(path, source);
	jest.resetModules();
	return jest.requireActual(path);
}

describe("jest's runtime, with which a worker compiles a module once (test/support/runtime.cjs)", () => {
	it('runs a module anew in each registry', () => {
		const source = 'let count = 0; module.exports = () => (count += 1);';
		const counts = [1, 2].map(() => (load('counter.cjs', source) as () => number)());
		expect(counts).toEqual([1, 1]);
	});

	it('runs the source that the file has by now', () => {
		expect([load('source.cjs', 'module.exports = 1;'), load('source.cjs', 'module.exports = 2;')]).toEqual([
			1, 2,
		]);
	});

	it('has the globals of the test file, strict mode by directive and the last line as a comment', () => {
		const source =
			'"use strict"; module.exports = [this === module.exports, Array, (function () { return this; })()]; //';
		expect(load('strict.cjs', source)).toEqual([true, Array, undefined]);
	});

	it('keeps the lines and columns of an error', () => {
		const fail = load('fail.cjs', 'module.exports = () => { throw new Error("here"); };') as () => void;
		const failBelow = load(
			'below.cjs',
			'\nmodule.exports = () => {\n\tthrow new Error("here");\n};',
		) as () => void;
		expect([stackOf(fail), stackOf(failBelow)]).toEqual([
			expect.stringContaining('fail.cjs:1:32)'),
			expect.stringContaining('below.cjs:3:8)'),
		]);
	});

	it('leaves a mistake in the syntax to jest, which names the file', () => {
		expect(() => load('mistake.cjs', 'module.exports = ;')).toThrow(SyntaxError);
		expect(stackOf(() => load('mistake.cjs', 'module.exports = ;'))).toContain('mistake.cjs:1');
	});
});

describe('what a test file leaves ends with it (test/support/environment.cjs)', () => {
	const environmentOfFile = () => {
		const Environment = jest.requireActual<EnvironmentClass>('./support/environment.cjs');
		const config = { projectConfig: { globals: {}, testEnvironmentOptions: {} }, globalConfig: {} };
		return new Environment(config, {});
	};

	it('what keeps its modules in memory, unless it keeps the process alive', async () => {
		const environment = environmentOfFile();
		const { setInterval: start } = environment.global;
		const intervals = [start(() => 0, 60_000).unref(), start(() => 0, 60_000)];
		await environment.teardown();
		expect(intervals).toMatchObject([{ _destroyed: true }, { _destroyed: false }]);
		clearInterval(intervals[1]);
	});

	it('its storages for asynchronous contexts, and no others', async () => {
		const others = new asyncHooks.AsyncLocalStorage<string>();
		const environment = environmentOfFile();
		const own = new asyncHooks.AsyncLocalStorage<string>();
		await others.run('of others', async () => {
			own.enterWith('of the file');
			await environment.teardown();
			expect([own.getStore(), others.getStore()]).toEqual([undefined, 'of others']);
		});
		expect(asyncHooks.AsyncLocalStorage).toBe(others.constructor);
	});
});

/** Jest's environment, as far as this test needs it. */
type EnvironmentClass = new (
	config: object,
	context: object,
) => { global: typeof globalThis; teardown(): Promise<void> };

/** The stack of what a function throws. */
function stackOf(fail: () => unknown): string {
	try {
		fail();
	} catch (error) {
		return String((error as Error).stack);
	}
	throw new Error('Nothing was thrown');
}
