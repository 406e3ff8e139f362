import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv, execPath } from 'node:process';

import { inRepository } from '../lib/paths.mjs';

// Makes runtimes/n8n-installed/ of an n8n that is already installed, such as the one in n8n's image, so that
// `npm run test:n8n -- --n8n installed` tests it. The argument is the folder with its `n8n` folder. n8n then runs on the Node.js
// that runs this script.
const [, , modules = '/usr/local/lib/node_modules'] = argv;
const folder = inRepository('runtimes', 'n8n-installed');
const nodeFolder = path.join(folder, 'node_modules', 'node', 'bin');

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(path.join(modules, 'n8n', 'package.json'), 'utf8'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(nodeFolder, { recursive: true });
writeFileSync(
	path.join(folder, 'package.json'),
	JSON.stringify({ private: true, dependencies: { n8n: version } }),
);
writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: {} }));
symlinkSync(path.resolve(modules, 'n8n'), path.join(folder, 'node_modules', 'n8n'));
copyFileSync(execPath, path.join(nodeFolder, 'node'));

process.env.TEST_N8N_FOLDER = path.relative(inRepository('.'), folder);
const { markInstalled } = await import('./install.mjs');
markInstalled();
console.log(version);
