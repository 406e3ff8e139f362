const LOOK_EVERY_MS = 500;

/**
 * Calls `stop` when npm has been ended while this script runs under it. npm passes a signal on to the shell between it
 * and this script alone, and the shell does not pass it on; that the shell is gone is all that can be seen from here.
 *
 * @param {() => void} stop
 */
export function whenNpmEnds(stop) {
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		stop();
	}, LOOK_EVERY_MS);
	timer.unref();
}
