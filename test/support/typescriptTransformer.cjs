const { createHash } = require('node:crypto');
const { transformSync, version } = require('esbuild');

/** The output follows the compiler options in tsconfig.json. */
const options = {
	loader: 'ts',
	format: 'cjs',
	target: 'es2022',
	sourcemap: 'external',
	tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } },
};
const revision = JSON.stringify([version, options]);

/**
 * Jest's transformer for TypeScript. It doesn't check types, because `npm run typecheck` does that for all
 * files, and it doesn't hoist `jest.mock`, because no test uses it.
 */
module.exports = {
	process: (source, sourcefile) => transformSync(source, { ...options, sourcefile }),
	getCacheKey: (source, sourcefile) =>
		createHash('sha256').update(revision).update(sourcefile).update('\0').update(source).digest('hex'),
};
