import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '../support/sourceFiles';
import { runScript } from '../release/copyOfPackage';

/** Assembled at run time, so this file contains no secret. */
const token = ['ghp', 'f2Kq8ZtLx4VbN7sYw3RdMc9HgJ5pQa1EuT6o'].join('_');
const secret = ['xoxb', '263594206564', '2343594206574', 'FGqddMF8t08v8N7Oq4i57vs1'].join('-');

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'secret-scan-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
	['a token of Slack', `slack: ${secret}\n`, 1, /SLACK_TOKEN/i],
	['a token of GitHub', `token: ${token}\n`, 1, /GITHUB_TOKEN/i],
	['nothing secret', 'key: of your account\n', 0, /^Found no secrets in 1 files/],
])(
	'the scan of files with %s',
	(_title, text, code, words) => {
		writeFileSync(join(folder, 'settings.yml'), text);
		spawnSync('git', ['init', '-q'], { cwd: folder });
		spawnSync('git', ['add', '.'], { cwd: folder });
		const result = runScript(rootFolder, 'secret-scan.mjs', folder);
		expect(result.output + result.errors).toMatch(words);
		expect(result.code).toBe(code);
	},
	120_000,
);
