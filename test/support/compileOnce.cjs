const vm = require('node:vm');

const { compileFunction } = vm;

/** The compiled files by name, each with the source that was compiled. */
const compiled = new Map();

/**
 * Lets a worker compile each file only once. For each test file, Jest makes a new context and compiles all modules again with
 * `compileFunction`. A `Script` can run in any number of contexts, and keeps the code of all functions that have run.
 *
 * An `import()` fails in both cases, because Jest only allows it with one of Node's experimental options.
 */
function compileOnce(source, parameters, options) {
	const { filename, parsingContext } = options ?? {};
	if (!filename || !parsingContext) return compileFunction(source, parameters, options);
	const known = compiled.get(filename);
	if (known?.source === source) return known.script.runInContext(parsingContext);
	const head = `(function (${parameters.join(', ')}) {`;
	const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
	compiled.set(filename, { source, script });
	return script.runInContext(parsingContext);
}

// A test loads this, too.
if (compileFunction.name !== compileOnce.name) vm.compileFunction = compileOnce;
