import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Modules of this release that were folders in the release before. All nodes load them. */
const MOVED = ['nodes/shared/router', 'nodes/shared/run', 'nodes/shared/operation', 'client/http/errors'];

const relativeImport = /require\("(\.[^"]+)"\)/g;

/**
 * Makes a release in which some modules are elsewhere: `x/index.js` in place of `x.js`.
 *
 * @param {string} packageFolder the unpacked package
 */
export function moveModules(packageFolder) {
	const dist = path.join(packageFolder, 'dist');
	const places = new Map(
		MOVED.map((name) => [path.join(dist, `${name}.js`), path.join(dist, name, 'index.js')]),
	);
	for (const file of filesIn(dist)) {
		const place = places.get(file) ?? file;
		const text = readFileSync(file, 'utf8').replace(relativeImport, (_all, name) => {
			const target = path.resolve(path.dirname(file), name);
			const moved = path.relative(path.dirname(place), places.get(target) ?? target);
			return `require("${moved.startsWith('.') ? moved : `./${moved}`}")`;
		});
		mkdirSync(path.dirname(place), { recursive: true });
		if (place !== file) renameSync(file, place);
		writeFileSync(place, text);
	}
}

/** @param {string} folder */
const filesIn = (folder) =>
	readdirSync(folder, { encoding: 'utf8', recursive: true })
		.filter((file) => file.endsWith('.js'))
		.map((file) => path.join(folder, file));
