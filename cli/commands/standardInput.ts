import { fstatSync } from 'node:fs';

/** Reads standard input to its end. */
export async function readStandardInput(): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/** Whether standard input isn't a terminal. */
export const isPiped = (): boolean => process.stdin.isTTY !== true;

/**
 * Whether standard input is a pipe or a file. Another program may start this one with a socket that stays open forever, so a
 * socket is read only if there is nothing else to score.
 */
export function isShellPipe(): boolean {
	try {
		const input = fstatSync(0);
		return input.isFIFO() || input.isFile();
	} catch {
		// Standard input is closed.
		return false;
	}
}
