import { startScoringSandbox, type ScoringSandbox, type ScoringSandboxOptions } from '../../sandbox/scoring';
import { profile } from './profile';

/** A scoring sandbox for the tests of a file, reset before each test. By default, it has the file's profile. */
export function useScoringSandbox(
	options: ScoringSandboxOptions = { rateLimits: 'off' },
): () => ScoringSandbox {
	let sandbox: ScoringSandbox | undefined;
	beforeAll(async () => {
		sandbox = await startScoringSandbox({ profile, ...options });
	});
	beforeEach(() => sandbox?.reset());
	afterAll(async () => await sandbox?.close());
	return () => {
		if (!sandbox) throw new Error('The sandbox is not open');
		return sandbox;
	};
}
