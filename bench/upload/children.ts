import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A child process of the benchmark that exchanges messages with this process. */
interface Child<Message> {
	/** Waits for the next message. Rejects if the process ends without one. */
	next(): Promise<Message>;
	ask(): Promise<Message>;
	end(): Promise<void>;
}

async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
	const controller = new AbortController();
	const { signal } = controller;
	const message = once(child, 'message', { signal }).then(([first]) => first as Message);
	const end = once(child, 'exit', { signal }).then(([code, killedBy]) => {
		throw new Error(`The process ended with ${String(killedBy ?? code)}`);
	});
	return await Promise.race([message, end]).finally(() => {
		controller.abort();
		void Promise.allSettled([message, end]);
	});
}

/** Starts a compiled file of the benchmark in a child process. Shows only its errors. */
export function startChild<Message>(file: string, argument: string): Child<Message> {
	const child = fork(path.join(__dirname, file), [argument], {
		execArgv: ['--expose-gc'],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const next = async (): Promise<Message> => await nextMessage(child);
	return {
		next,
		ask: async () => {
			const answer = next();
			child.send('report');
			return await answer;
		},
		end: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, 'exit');
			child.kill();
			await ended;
		},
	};
}
