const { createHash } = require('node:crypto');
const { transformSync, version } = require('esbuild');

/** What comes out is what the compiler options in tsconfig.json stand for. */
const options = {
	loader: 'ts',
	format: 'cjs',
	target: 'es2022',
	sourcemap: 'external',
	tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } },
};
const revision = JSON.stringify([version, options]);

/**
 * Jest's transformer for TypeScript. It checks no types, which `npm run typecheck` does once for all files, and doesn't
 * hoist `jest.mock`, which no test here uses.
 */
module.exports = {
	process: (source, sourcefile) => transformSync(source, { ...options, sourcefile }),
	getCacheKey: (source, sourcefile) =>
		createHash('sha256').update(revision).update(sourcefile).update('\0').update(source).digest('hex'),
};
