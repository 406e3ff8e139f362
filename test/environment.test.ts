import asyncHooks from 'node:async_hooks';
import { existsSync } from 'node:fs';

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

	test('gives n8n a user folder of its own, and removes it', async () => {
		delete process.env.N8N_USER_FOLDER;
		const environment = environmentOfFile();
		const { env } = environment.global.process;
		expect(env.N8N_USER_FOLDER).toBe(environment.userFolder);
		expect(existsSync(environment.userFolder)).toBe(true);
		await environment.teardown();
		expect(existsSync(environment.userFolder)).toBe(false);
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

/** Jest's environment, as far as this test needs it. */
type EnvironmentClass = new (
	config: object,
	context: object,
) => { global: typeof globalThis; userFolder: string; teardown(): Promise<void> };
