import type { InvalidRequestError } from '../../../client/http/errors';
import { clientOf, errorOf, type ClientUnderTest } from '../../support/publishingClient';
import type { RecordingServer } from '../../support/recordingServer';

/** A row of a table: what is refused, the request's fields, and the field and problem the error names. */
export type Refusal = [title: string, fields: object, field: string, problem: string];

/** Checks that a call names the field and its problem, and that nothing was sent. */
export async function expectRefusal(
	server: RecordingServer,
	call: (client: ClientUnderTest) => Promise<unknown>,
	field: string,
	problem: string,
): Promise<void> {
	const error = await errorOf<InvalidRequestError>(call(clientOf({ baseUrl: server.url })));
	expect(error).toMatchObject({ name: 'InvalidRequestError', field, problem });
	expect(server.requests).toEqual([]);
}
