import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'client/**/*.ts'];
const scripts = ['**/*.mjs', '**/*.js'];

/**
 * Refuses every import of what is published that is neither in the list (a regular expression) nor a relative path that names its file.
 * n8n updates a package while it runs, and Node keeps the files that it has found for a path without an ending. After `x.ts` had become
 * `x/index.ts`, an import of './x' would fail until n8n is restarted.
 */
const onlyImport = (allowed, message) => [
	'error',
	{
		patterns: [
			{ regex: `^(?!\\.{1,2}/)(?!(?:${allowed})$)`, message },
			{ regex: '^\\.{1,2}(?:/|$)(?!.*\\.js$)', message: "Name the file: './x.js' or './x/index.js'." },
		],
	},
];

const noDefaultExport = {
	selector: 'ExportDefaultDeclaration',
	message: 'Export by name: a default export is renamed at every import.',
};
const noSwitch = { selector: 'SwitchStatement', message: 'Use a table instead of a switch.' };
const noDynamicImport = { selector: 'ImportExpression', message: 'Import statically.' };

/** The rules of this repository. n8n's own are in runtimes/n8n-lint, which takes them from n8n unmodified. */
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
		// One program for all files: a project service, which is made for editors, takes a third longer.
		languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
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
		// Patterns are tested on texts of any length, from users and servers.
		files: [...shipped, 'cli/**/*.ts', 'sandbox/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		files: ['test/**/*.ts'],
		rules: {
			'no-restricted-globals': ['error', { name: 'it', message: "Use 'test', as all tests do." }],
		},
	},
	{
		files: ['client/**/*.ts'],
		rules: {
			'no-restricted-imports': onlyImport('zod|zod/v4', 'The client imports zod and itself only.'),
		},
	},
);
