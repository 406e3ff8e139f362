/** The command line itself is wrong: nothing was sent. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
