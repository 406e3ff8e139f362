import { ClientError } from '../../client/http/errors';

/** The errors of the nodes themselves. Their `message` and `description` are shown as they are. */

/** A value the user has to change before anything can be sent. */
export class ParameterError extends Error {
	override readonly name = 'ParameterError';

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/** An OAuth2 credential that somebody has to connect, or to connect again. */
export class SignInError extends ClientError {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}
