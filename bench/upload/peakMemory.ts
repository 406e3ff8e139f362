import { readFileSync, writeFileSync } from 'node:fs';

/** Forgets the highest amount of memory that this process has held so far. Only Linux can. */
export function resetPeak(): void {
	if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

/** The most memory that this process has held at once since `resetPeak`, in bytes, as the system counts it. */
export function readPeak(): number {
	if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
	const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
	return Number(kibibytes) * 1024;
}
