const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** What this worker has compiled, by path. A source that has changed since is compiled again. */
const compiled = new Map();

/** The sources of installed packages, which don't change while a worker runs. */
const packages = new Map();

/** The sources that a test file has read. Those of packages are shared by all test files of this worker. */
class Sources extends Map {
	get(path) {
		return super.get(path) ?? packages.get(path);
	}

	set(path, source) {
		if (path.includes('/node_modules/')) packages.set(path, source);
		else super.set(path, source);
		return this;
	}
}

/**
 * Jest's runtime, except that a worker reads the packages once and compiles a module once. Each test file still runs all its
 * modules anew, in a context of its own: only texts and V8's code are kept, which hold no state. A test file of a node loads about
 * 1,900 modules, most of them n8n's.
 */
module.exports = class extends Runtime {
	constructor(config, environment, resolver, transformer, sources, ...rest) {
		super(config, environment, resolver, transformer, new Sources(sources), ...rest);
		// Internal to jest-runtime, whose version package.json fixes. In a version without it every test file fails here.
		const { executor } = this;
		const compileAsJest = executor.compile.bind(executor);
		const head = `(function (${executor.injectedModuleParameters.join()}) {\n`;
		executor.compile = (source, filename) => {
			const context = environment.getVmContext();
			const script = context && compileOnce(head, source, filename);
			return script ? script.runInContext(context) : compileAsJest(source, filename);
		};
	}
};

/** Undefined where the syntax is wrong, which jest explains better. */
function compileOnce(head, source, filename) {
	const known = compiled.get(filename);
	if (known?.source === source) return known.script;
	try {
		const script = new Script(`${head}${source}\n})`, { filename, lineOffset: -1 });
		compiled.set(filename, { source, script });
		return script;
	} catch {
		return undefined;
	}
}
