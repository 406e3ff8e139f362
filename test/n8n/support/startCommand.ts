import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const script = path.resolve(__dirname, '../../../scripts/start.mjs');

/** `npm start` as a process, with free ports and its own user folder. */
export class StartCommand {
	output = '';
	private readonly child: ChildProcess;
	private readonly ended: Promise<number | null>;

	constructor(userFolder: string, ...args: string[]) {
		const ports = ['--n8n-port', '0', '--sandbox-port', '0', '--scoring-port', '0', '--chat-port', '0'];
		this.child = spawn(process.execPath, [script, '--user-folder', userFolder, ...ports, ...args]);
		this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
		this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
		this.ended = new Promise((resolve) => this.child.once('close', resolve));
	}

	/** Waits for a text in the output. Fails if the command ends first. */
	async says(text: string): Promise<void> {
		const said = new Promise<void>((resolve) => {
			const look = () => this.output.includes(text) && resolve();
			this.child.stdout?.on('data', look);
			look();
		});
		const end = this.ended.then(() => {
			throw new Error(`It ended without saying "${text}":\n${this.output}`);
		});
		await Promise.race([said, end]);
	}

	/** Waits for the end and returns the exit code. */
	async end(): Promise<number | null> {
		return await this.ended;
	}

	/** Sends the signal of Ctrl+C. */
	interrupt(): void {
		this.child.kill('SIGINT');
	}

	/** The first match of a pattern's group in the output. */
	find(pattern: RegExp): string {
		const found = pattern.exec(this.output)?.[1];
		if (found === undefined) throw new Error(`Nothing matches ${pattern} in:\n${this.output}`);
		return found;
	}
}
