import { fstatSync } from 'node:fs';
import type { HostProcess } from '../host';

/** The standard input of the program. */
export type StandardInput = HostProcess['stdin'];

/** Reads standard input to its end. Stops as soon as it has more than `max` bytes, and returns what it has then. */
export async function readStandardInput(stdin: StandardInput, max: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of stdin) {
		chunks.push(chunk as Buffer);
		length += (chunk as Buffer).length;
		if (length > max) break;
	}
	return Buffer.concat(chunks);
}

/** Whether standard input isn't a terminal. */
export const isPiped = ({ isTTY }: StandardInput): boolean => isTTY !== true;

/**
 * Whether standard input is a pipe or a file. Another program may start this one with a socket that stays open forever, so a
 * socket is read only if there is nothing else to score.
 */
export function isShellPipe({ fd }: StandardInput): boolean {
	try {
		const input = fstatSync(fd);
		return input.isFIFO() || input.isFile();
	} catch {
		// Standard input is closed.
		return false;
	}
}
