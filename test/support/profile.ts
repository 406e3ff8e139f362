import { basename } from 'node:path';
import { profileNames, profiles, type ProfileName } from '../../sandbox/profiles';

const chosen = (globalThis as { SANDBOX_PROFILE?: string }).SANDBOX_PROFILE ?? process.env.SANDBOX_PROFILE;

/**
 * The profile of the sandboxes of this test file. jest.config.js lists the files that run in both profiles. SANDBOX_PROFILE sets the
 * profile of every file.
 */
export const profile: ProfileName = profileNames.find((name) => name === chosen) ?? 'observed';

/** What the service of this profile is like where the contract doesn't say it. */
export const { connectionWords, hasExtras, knowsFiles, postWords, takesEmptyFirstComment, toolName } =
	profiles[profile];

/**
 * What chooses among the turns of the profile `documents`: the test file, so that files differ and each run of a file is the same.
 * SANDBOX_TURN chooses for every file.
 */
export const turn: string = process.env.SANDBOX_TURN ?? basename(expect.getState().testPath ?? '');

/** Defines tests that hold in one profile only, for a reason that docs/project/testing.md names. */
export function onlyIn(name: ProfileName, _reason: string, define: () => void): void {
	if (profile === name) define();
}
