const { dest, src } = require('gulp');

/** What the compiler does not copy: icons, the nodes' codex files and the output previews of the editor. */
const files = ['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

/** Copies the files above into dist, in the same folders as in the source. */
function copy() {
	// Without `encoding: false` gulp reads every file as text and breaks images.
	return src(files, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.default = copy;
