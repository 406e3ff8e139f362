import { readFileSync, writeFileSync } from 'node:fs';

/** Resets the highest amount of memory that this process has used. Works only on Linux. */
export function resetPeak(): void {
	if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

/** The highest amount of memory that this process has used since `resetPeak`, in bytes, according to the system. */
export function readPeak(): number {
	if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
	const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
	return Number(kibibytes) * 1024;
}
