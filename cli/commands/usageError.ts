/** The command line is wrong. Nothing was sent. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
