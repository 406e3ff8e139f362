import type { CommandList, CommandSpec } from './command';

const shells = ['bash', 'zsh', 'fish'] as const;

const examples: Record<(typeof shells)[number], string> = {
	bash: 'completion bash > ~/.local/share/bash-completion/completions/scoring',
	zsh: 'completion zsh > "${fpath[1]}/_scoring"',
	fish: 'completion fish > ~/.config/fish/completions/scoring.fish',
};

/**
 * Commands that print scripts for completing commands and flags in a shell.
 * @param all returns all commands, including these, and the descriptions of groups
 */
export const completionCommands = (all: () => CommandList): readonly CommandSpec[] =>
	shells.map((shell) => ({
		path: ['completion', shell],
		description: `Print a script that completes commands and flags in ${shell}`,
		options: [],
		examples: [examples[shell]],
		run: async () => {
			const { completionScripts } = await import('../completion/scripts.js');
			return completionScripts[shell](all());
		},
	}));
