import asyncHooks from 'node:async_hooks';
import vm from 'node:vm';

describe('the test environment releases leftovers of a test file (test/support/environment.cjs)', () => {
	const environmentOfFile = () => {
		const Environment = jest.requireActual<EnvironmentClass>('./support/environment.cjs');
		const config = { projectConfig: { globals: {}, testEnvironmentOptions: {} }, globalConfig: {} };
		return new Environment(config, {});
	};

	test('releases handles that retain its modules, unless they keep the process alive', async () => {
		const environment = environmentOfFile();
		const { setInterval: start } = environment.global;
		const intervals = [start(() => 0, 60_000).unref(), start(() => 0, 60_000)];
		await environment.teardown();
		expect(intervals).toMatchObject([{ _destroyed: true }, { _destroyed: false }]);
		clearInterval(intervals[1]);
	});

	test('releases only its own async local storages', async () => {
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

test('the test environment compiles a file once for all contexts, as long as it stays the same (test/support/compileOnce.cjs)', () => {
	const { Script } = vm;
	let compiled = 0;
	class Counted extends Script {
		constructor(...source: ConstructorParameters<typeof Script>) {
			super(...source);
			compiled += 1;
		}
	}
	const run = (source: string, name: string) => {
		const options = { filename: 'compiled-once.js', parsingContext: vm.createContext({ name }) };
		const compiledFunction = vm.compileFunction(source, ['one', 'other'], options) as Compiled;
		return compiledFunction('1', '2');
	};
	const source = "return [name, one, other, new Error().stack.split('\\n')[1]]; // The end";
	const place = expect.stringMatching(/compiled-once\.js:1:27\)?$/) as string;
	Object.assign(vm, { Script: Counted });
	try {
		expect(run(source, 'first')).toEqual(['first', '1', '2', place]);
		expect(run(source, 'second')).toEqual(['second', '1', '2', place]);
		expect(run('return [name];', 'third')).toEqual(['third']);
		expect(compiled).toBe(2);
	} finally {
		Object.assign(vm, { Script });
	}
});

type Compiled = (one: string, other: string) => string[];

/** Jest's environment, as far as this test needs it. */
type EnvironmentClass = new (
	config: object,
	context: object,
) => { global: typeof globalThis; teardown(): Promise<void> };
