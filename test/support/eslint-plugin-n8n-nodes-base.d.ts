declare module 'eslint-plugin-n8n-nodes-base' {
	import type { ESLint, Linter } from 'eslint';

	interface N8nNodesBase extends ESLint.Plugin {
		configs: Record<'community' | 'credentials' | 'nodes', { rules: Linter.RulesRecord }>;
	}

	const plugin: N8nNodesBase;
	export = plugin;
}
