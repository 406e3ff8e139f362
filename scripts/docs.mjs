import { argv } from 'node:process';
import { ensureInstalled } from './install.mjs';
import { runJest } from './lib/jest.mjs';
import { rootFolder } from './lib/paths.mjs';
import { exitWithMessage } from './lib/run-step.mjs';

// Writes generated files: docs [part] [arguments of jest]. Without a part, it writes the pages, the schemas and the forms.
//   pages     docs/nodes, docs/errors.md and the marked tables of README.md, from the nodes and the sandbox
//   faults    docs/project/faults.md: what each fault does to each write
//   schemas   nodes/*/__schema__: what the editor shows of each operation's output before it runs
//   forms     test/forms: what workflows store for each version of a node. After the first release, it only adds to them
//   images    docs/images, from screenshots of the tests in a real n8n. --keep uses the screenshots of the last run.

/** Folders with tests that write a part if WRITE_DOCS is set, and otherwise check it. */
const folders = { pages: 'test/docs', faults: 'test/faults', schemas: 'test/schemas', forms: 'test/forms' };

const [part = '', ...more] = argv.slice(2);

if (part === 'images') {
	const { writeImages } = await import('./images.mjs');
	await writeImages({ isKept: more.includes('--keep') }).catch(exitWithMessage);
} else {
	await ensureInstalled(rootFolder).catch(exitWithMessage);
	const isPart = Object.keys(folders).includes(part);
	// The faults take minutes, so they are only written if they are asked for.
	const written = Object.entries(folders).filter(([name]) => (isPart ? name === part : name !== 'faults'));
	const args = isPart ? more : argv.slice(2);
	process.exitCode = await runJest([...written.map(([, folder]) => folder), ...args], { WRITE_DOCS: '1' });
}
