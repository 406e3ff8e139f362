import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'client/**/*.ts'];
const nodesAndCredentials = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const scripts = ['**/*.mjs', '**/*.js'];

/** Refuses every import that is not relative and not in the list (a regular expression). */
const onlyImport = (allowed, message) => [
	'error',
	{ patterns: [{ regex: `^(?!\\.{1,2}/)(?!(?:${allowed})$)`, message }] },
];

const noDefaultExport = {
	selector: 'ExportDefaultDeclaration',
	message: 'Export by name: a default export is renamed at every import.',
};
const noSwitch = { selector: 'SwitchStatement', message: 'Use a table instead of a switch.' };
const noDynamicImport = { selector: 'ImportExpression', message: 'Import statically.' };

export default tseslint.config(
	{
		ignores: ['**/dist/', 'build/', 'test-output/', '.n8n-demo/', '**/node_modules/'],
	},
	{
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
	},
	{
		files: ['**/*.ts', ...scripts],
		extends: [js.configs.recommended],
		rules: {
			eqeqeq: 'error',
			'max-depth': ['error', 2],
			'no-restricted-syntax': ['error', noSwitch],
		},
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommended],
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
			'no-restricted-syntax': ['error', noSwitch, noDefaultExport],
		},
	},
	{
		files: scripts,
		languageOptions: { globals: globals.node },
	},
	{
		files: ['**/*.js'],
		languageOptions: { sourceType: 'commonjs' },
	},

	// What is published.
	{
		files: shipped,
		rules: {
			'no-console': 'error',
			'no-restricted-syntax': ['error', noSwitch, noDefaultExport, noDynamicImport],
			'no-restricted-imports': onlyImport(
				'n8n-workflow|zod|zod/v4|luxon|node:crypto',
				'Published code may import relative paths, n8n-workflow, zod, luxon and node:crypto only.',
			),
		},
	},
	{
		files: ['client/**/*.ts'],
		rules: {
			'no-restricted-imports': onlyImport('zod|zod/v4', 'The client imports zod and itself only.'),
		},
	},

	// n8n's own rules, as its command line applies them.
	{
		files: [...nodesAndCredentials, 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser },
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Wants a name in place of an address, which only n8n's own credentials have.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// The community plugin has a more exact rule.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Inputs and outputs may be named by n8n's constants.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// A service may have an upper bound.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
