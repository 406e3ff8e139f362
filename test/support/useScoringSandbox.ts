import { startScoringSandbox, type ScoringSandbox, type ScoringSandboxOptions } from '../../sandbox/scoring';

/** A scoring sandbox for the tests of a file, reset before each test. */
export function useScoringSandbox(
	options: ScoringSandboxOptions = { rateLimits: 'off' },
): () => ScoringSandbox {
	let sandbox: ScoringSandbox | undefined;
	beforeAll(async () => {
		sandbox = await startScoringSandbox(options);
	});
	beforeEach(() => sandbox?.reset());
	afterAll(async () => await sandbox?.close());
	return () => {
		if (!sandbox) throw new Error('The sandbox is not open');
		return sandbox;
	};
}
