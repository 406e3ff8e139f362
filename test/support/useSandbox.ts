import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { profile, turn } from './profile';

/**
 * Starts a sandbox for the tests of a file and resets it before each test. By default, it has the file's profile, its clock stands still
 * and there are no limits. A test fails at its end if the sandbox's watcher has findings about the client. A test that expects
 * findings reads them itself (`takeFindings`).
 * @returns a function that returns the sandbox inside a test
 */
export function useSandbox(options: SandboxOptions = {}): () => Sandbox {
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		sandbox = await startSandbox({
			profile,
			turn,
			clock: 'manual',
			rateLimits: 'off',
			seed: 'empty',
			...options,
		});
	});
	beforeEach(() => sandbox?.reset());
	afterEach(() => expect(sandbox?.takeFindings() ?? []).toEqual([]));
	afterAll(async () => await sandbox?.close());
	return () => {
		if (!sandbox) throw new Error('The sandbox runs only while tests do');
		return sandbox;
	};
}
