import { spawn } from 'node:child_process';
import { argv, execPath } from 'node:process';
import { ensureInstalled } from '../../scripts/install.mjs';
import { inRepository, rootFolder } from '../../scripts/lib/paths.mjs';
import { runStep } from '../../scripts/lib/run-step.mjs';

// Starts the upload benchmark; `npm run bench:upload -- --help` lists its options.

// Standard output belongs to the results: with --json it is read by programs.
process.stdout.write = process.stderr.write.bind(process.stderr);

const folder = inRepository('bench', 'upload');
const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc');
const main = inRepository('build', 'bench', 'bench', 'upload', 'main.js');

await ensureInstalled(rootFolder);
await ensureInstalled(folder, { title: 'Installing what the benchmark compares with' });
await runStep('Compiling the benchmark', execPath, [compiler, '-p', folder]);
const benchmark = spawn(execPath, [main, ...argv.slice(2)], { cwd: rootFolder, stdio: 'inherit' });
// Ctrl+C reaches both processes; this one ends with the other.
process.on('SIGINT', () => undefined);
benchmark.on('exit', (code) => process.exit(code ?? 1));
