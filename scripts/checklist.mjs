import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv } from 'node:process';
import { inRepository, rootFolder } from './lib/paths.mjs';

const contractFile = inRepository('docs', 'contract.md');
const checklistFile = inRepository('docs', 'checklist.md');

/** A statement in the contract: `- **P45** text`, on one line. */
const STATEMENT = /^- \*\*([PSD]\d+)\*\* (.+)$/gm;
/** A test title or the title of a table row: a string that begins with the statements it proves. */
const TITLE = /(['"`])([PSD]\d+\b(?:\\.|(?!\1)[^\\\n])*)\1/g;
const IDS = /\b[PSD]\d+\b/g;

const statements = [...readFileSync(contractFile, 'utf8').matchAll(STATEMENT)].map(([, id, text]) => ({
	id,
	text,
}));
const titles = listTests(inRepository('test')).flatMap(readTitles);

const known = new Set(statements.map(({ id }) => id));
const unknown = titles.filter(({ ids }) => ids.some((id) => !known.has(id)));
const text = render();

if (unknown.length > 0) {
	fail(
		`These test titles name statements that docs/contract.md does not have:\n${unknown.map(describe).join('\n')}`,
	);
} else if (!argv.includes('--check')) {
	writeFileSync(checklistFile, text);
	console.log(summary());
} else if (readCurrent() === text) {
	console.log(summary());
} else {
	fail('docs/checklist.md is out of date. Run "npm run checklist" and commit the result.');
}

/** @param {string} message */
function fail(message) {
	console.error(message);
	process.exitCode = 1;
}

function readCurrent() {
	try {
		return readFileSync(checklistFile, 'utf8');
	} catch {
		return '';
	}
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

/** @param {string} file */
function readTitles(file) {
	const name = path.relative(rootFolder, file).split(path.sep).join('/');
	return [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, , title]) => ({
		file: name,
		title,
		ids: leadingIds(title),
	}));
}

/**
 * The statements at the start of a title; `P97-P99` and `P97, P98` count too.
 *
 * @param {string} title
 */
function leadingIds(title) {
	const [start = ''] = title.match(/^(?:[PSD]\d+[\s,:+&-]*)+/) ?? [];
	return start.match(IDS) ?? [];
}

/** @param {{ file: string, title: string }} test */
function describe({ file, title }) {
	return `${file}: ${title}`;
}

function summary() {
	return `${statements.length - open().length} of ${statements.length} statements have a test.`;
}

function open() {
	return statements.filter(({ id }) => !titles.some(({ ids }) => ids.includes(id)));
}

function render() {
	const entries = statements.map(({ id, text }) => `- **${id}** ${text}\n${proofs(id)}`);
	return [
		'# Which test proves which statement',
		'Written by `npm run checklist` from [contract.md](contract.md) and the titles of the tests. Do not edit.',
		summary(),
		`Without a test so far: ${
			open()
				.map(({ id }) => id)
				.join(', ') || 'none'
		}.`,
		'## Statements',
		`${entries.join('\n')}\n`,
	].join('\n\n');
}

/** @param {string} id */
function proofs(id) {
	const found = titles.filter(({ ids }) => ids.includes(id));
	if (found.length === 0) return '  - no test';
	return found.map(({ file, title }) => `  - \`${file}\`: ${title}`).join('\n');
}
