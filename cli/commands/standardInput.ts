import { fstatSync } from 'node:fs';

/** Reads standard input to its end. */
export async function readStandardInput(): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/** Whether something is piped in: a terminal has nothing to say by itself. */
export const isPiped = (): boolean => process.stdin.isTTY !== true;

/**
 * Whether a shell pipes something in or redirects a file. The program that starts this one may leave a socket open for
 * ever, which is not waited for unless there is nothing else to score.
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
