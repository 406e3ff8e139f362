const LOOK_EVERY_MS = 500;

/**
 * Calls `stop` if npm is ended while it runs this script. npm sends signals only to the shell between npm and this script, and
 * the shell doesn't forward them. This script can only notice that the shell is gone.
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
