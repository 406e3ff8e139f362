import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { rootFolder } from './lib/paths.mjs';
import { exitWithMessage } from './lib/run-step.mjs';
import { builtNodePoints } from './verify/built-nodes.mjs';
import { ownersPart } from './verify/owner.mjs';
import { packageJsonPoints } from './verify/package-json.mjs';
import { sourceFilePoints } from './verify/source-files.mjs';
import { workflowPoints } from './verify/workflow.mjs';

// What n8n's verification asks for, point by point: verify [folder] [--quick] [--only <part of a title>]. Ends with 1 when a
// point fails. --quick leaves out what takes more than a second: lint, scans, tarball, reproducible build.
const { values, positionals } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
	allowPositionals: true,
});
const subject = open(path.resolve(positionals[0] ?? rootFolder));
if (subject.list('dist').length === 0) {
	console.error('There is no dist folder to check. Run "npm run build" first.');
	exit(1);
}
await ensureInstalled(rootFolder).catch(exitWithMessage);
const quickPoints = [...packageJsonPoints, ...sourceFilePoints, ...builtNodePoints, ...workflowPoints];
// What it imports is there only now, and ESLint takes a second to load.
const toolPoints = values.quick ? [] : (await import('./verify/tools.mjs')).toolPoints;
const points = [...quickPoints, ...toolPoints].filter(({ title }) => title.includes(values.only));
let failed = 0;

for (const { title, find } of points) {
	const problems = await Promise.resolve(find(subject)).catch((error) => [error.message]);
	const lines = [`${problems.length === 0 ? '✔' : '✖'} ${title}`, ...problems];
	console.log(lines.join('\n').replaceAll('\n', '\n    '));
	if (problems.length > 0) failed++;
}
for (const task of ownersPart(subject)) console.log(`☐ owner: ${task}`);
console.log(
	`${points.length} points checked, ${failed} failed; what is marked "owner" nobody can check from here`,
);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * @param {string} folder
 * @returns {import('./verify/types.d.ts').Package}
 */
function open(folder) {
	const read = (/** @type {string} */ file) => {
		const place = path.join(folder, file);
		return existsSync(place) ? readFileSync(place, 'utf8') : '';
	};
	const list = (/** @type {string} */ inside) => {
		const place = path.join(folder, inside);
		if (!existsSync(place)) return [];
		const entries = readdirSync(place, { recursive: true, withFileTypes: true });
		return entries
			.filter((entry) => entry.isFile())
			.map((entry) =>
				path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
			)
			.sort();
	};
	return { folder, manifest: JSON.parse(read('package.json') || '{}'), read, list };
}
