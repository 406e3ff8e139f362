import type { Sleep } from '../client/http/types';

/** The part of Node's `process` that the program uses. */
export type HostProcess = Pick<
	NodeJS.Process,
	'argv' | 'env' | 'stdin' | 'stdout' | 'stderr' | 'exitCode' | 'exit' | 'once' | 'off'
>;

/** What the program runs in: a process of its own, or one that another program such as a test pretends to be. */
export interface Host {
	process: HostProcess;
	/** Waits before a retry. */
	sleep: Sleep;
}
