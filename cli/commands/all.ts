import { accountCommands } from './account';
import type { CommandSpec } from './command';
import { completionCommands } from './completion';
import { researchCommands } from './research';
import { scoringCommands } from './scoring';

/** All commands, in the order in which the help lists them. */
export const commands: readonly CommandSpec[] = [
	...scoringCommands,
	...researchCommands,
	...accountCommands,
	...completionCommands(() => ({ commands, groups })),
];

/** Descriptions of command groups, such as `benchmark` in `benchmark video`. */
export const groups: Readonly<Record<string, string>> = {
	benchmark: 'Compare a channel or a video with its niche',
	auth: 'Show the API key in use',
	completion: 'Print a shell completion script',
};
