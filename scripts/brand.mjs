import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brandPlaces, fillPlace, placeholdersIn, renameServices } from './lib/brand.mjs';
import { inRepository } from './lib/paths.mjs';

// Writes the owner's facts from brand.json wherever they are needed. With --release, it writes nothing and ends with code 1 if
// a fact is still a placeholder or a file isn't up to date.
const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
const read = (/** @type {string} */ file) => readFileSync(inRepository(file), 'utf8');
/** @type {import('./lib/brand.mjs').Brand} */
const brand = JSON.parse(read('brand.json'));

const contents = renameServices(brand, read);
for (const place of brandPlaces(brand)) {
	contents.set(place.file, fillPlace(contents.get(place.file) ?? read(place.file), place));
}
const changed = [...contents].filter(([file, content]) => content !== read(file));

if (values.release) {
	const problems = [
		...placeholdersIn(brand).map((problem) => `${problem}: put the real one into brand.json.`),
		...changed.map(([file]) => `${file} differs from brand.json: run "npm run brand".`),
	];
	for (const problem of problems) console.error(problem);
	process.exitCode = problems.length === 0 ? 0 : 1;
} else {
	for (const [file, content] of changed) {
		writeFileSync(inRepository(file), content);
		console.log(`Written: ${file}`);
	}
	console.log(
		'Everything is up to date. If the repository or the name of a service has changed, run "npm run docs", too.',
	);
}
