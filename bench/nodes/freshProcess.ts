import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Runs a compiled file of this folder several times, each time in a new process.
 * @returns what each process sent to its parent
 */
export async function inFreshProcesses<Result>(
	file: string,
	args: string[],
	rounds: number,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let round = 0; round < rounds; round++) {
		const child = fork(path.join(__dirname, file), args, {
			execArgv: ['--expose-gc'],
			// As in n8n, packages use n8n's own packages for what they don't contain.
			env: { ...process.env, NODE_PATH: path.resolve('node_modules') },
		});
		child.once('message', (result: Result) => results.push(result));
		await once(child, 'exit');
		if (results.length === round) throw new Error(`${file} ended without a result`);
	}
	return results;
}
