import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv } from 'node:process';
import { inRepository, rootFolder } from './lib/paths.mjs';

const contractFile = inRepository('docs', 'contract.md');
const checklistFile = inRepository('docs', 'checklist.md');

/** A statement in the contract: `- **P45** text`, on one line. */
const STATEMENT = /^- \*\*([PSD]\d+)\*\* (.+)$/gm;
/** A test title or the title of a table row: statements, then words. */
const TITLE = /(['"`])([PSD]\d+\b[\s,:](?:\\.|(?!\1)[^\\\n])*)\1/g;

/**
 * A title that names statements.
 *
 * @typedef {{ file: string, title: string, ids: string[] }} Proof
 */

const statements = [...readFileSync(contractFile, 'utf8').matchAll(STATEMENT)].map(
	([, id = '', text = '']) => ({
		id,
		text,
	}),
);
const known = new Set(statements.map(({ id }) => id));
const proofs = listTests(inRepository('test')).flatMap(readProofs);
const unknown = proofs.filter(({ ids }) => ids.some((id) => !known.has(id)));
const open = statements.filter(({ id }) => proofsOf(id).length === 0);
const summary = `${statements.length - open.length} of ${statements.length} statements have a test.`;
const text = render();

if (unknown.length > 0) {
	const list = unknown.map(({ file, title }) => `${file}: ${title}`).join('\n');
	fail(`These test titles name statements that docs/contract.md does not have:\n${list}`);
} else if (!argv.includes('--check')) {
	writeFileSync(checklistFile, text);
	console.log(summary);
} else if (existsSync(checklistFile) && readFileSync(checklistFile, 'utf8') === text) {
	console.log(summary);
} else {
	fail('docs/checklist.md is out of date. Run "npm run checklist" and commit the result.');
}

/** @param {string} message */
function fail(message) {
	console.error(message);
	process.exitCode = 1;
}

/**
 * @param {string} folder
 * @returns {string[]} test files, sorted
 */
function listTests(folder) {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts'))
		.map((name) => path.join(folder, name))
		.sort();
}

/**
 * @param {string} file
 * @returns {Proof[]}
 */
function readProofs(file) {
	const name = path.relative(rootFolder, file).split(path.sep).join('/');
	return [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, , title = '']) => ({
		file: name,
		title,
		ids: leadingIds(title),
	}));
}

/**
 * The statements that a title begins with: `P45 P46 creates …`.
 *
 * @param {string} title
 * @returns {string[]}
 */
function leadingIds(title) {
	const [start = ''] = title.match(/^(?:[PSD]\d+[\s,:]*)+/) ?? [];
	return start.match(/[PSD]\d+/g) ?? [];
}

/** @param {string} id */
function proofsOf(id) {
	return proofs.filter(({ ids }) => ids.includes(id));
}

function render() {
	return [
		'# Which test proves which statement',
		'Written by `npm run checklist` from [contract.md](contract.md) and the titles of the tests. Do not edit.',
		summary,
		`Without a test so far: ${open.map(({ id }) => id).join(', ') || 'none'}.`,
		'## Statements',
		`${statements.map(describe).join('\n')}\n`,
	].join('\n\n');
}

/** @param {{ id: string, text: string }} statement */
function describe({ id, text }) {
	const lines = proofsOf(id).map(({ file, title }) => `  - \`${file}\`: ${title}`);
	return [`- **${id}** ${text}`, ...lines].join('\n');
}
