import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

/**
 * Starts a sandbox for the tests of a file and sets it back before each test. The clock stands still and nothing is
 * limited, unless the options say otherwise.
 * @returns gives the sandbox inside of a test.
 */
export function useSandbox(options: SandboxOptions = {}): () => Sandbox {
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual', rateLimits: 'off', seed: 'empty', ...options });
	});
	beforeEach(() => sandbox?.reset());
	afterAll(async () => await sandbox?.close());
	return () => {
		if (!sandbox) throw new Error('The sandbox runs only while tests do');
		return sandbox;
	};
}
