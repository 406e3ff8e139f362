import type { HostProcess } from '../host';

const quietMs = 400;
const everyMs = 1000;
const startOfLine = '\r\u001b[K';

/** A line on standard error that says what the command is waiting for. It appears only on a terminal, and only after a while. */
export class Progress {
	private note = '';

	private timer: NodeJS.Timeout | undefined;

	private isShown = false;

	private readonly startedAt = Date.now();

	private readonly stream: NodeJS.WriteStream;

	constructor(
		private readonly title: string,
		{ stderr, env }: HostProcess,
	) {
		this.stream = stderr;
		if (stderr.isTTY === true && env.TERM !== 'dumb') {
			this.timer = setTimeout(() => this.show(), quietMs);
		}
	}

	/** Adds a note to the line, such as when the next try is. */
	tell(note: string): void {
		this.note = note;
		if (this.isShown) this.write();
	}

	/** Removes the line. */
	end(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		if (this.isShown) this.stream.write(startOfLine);
		this.isShown = false;
	}

	private show(): void {
		this.isShown = true;
		this.write();
		this.timer = setTimeout(() => this.show(), everyMs);
	}

	private write(): void {
		const seconds = Math.round((Date.now() - this.startedAt) / 1000);
		this.stream.write(`${startOfLine}${this.title} … ${seconds} s${this.note}`);
	}
}
