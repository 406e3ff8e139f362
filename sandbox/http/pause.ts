import type { ServerResponse } from 'node:http';

/** The client has left while its request waited; there is nobody to answer. */
export class ClientLeft extends Error {
	override readonly name = 'ClientLeft';
}

/** Waits real milliseconds, for ever with Infinity. @throws ClientLeft when the connection closes meanwhile. */
export const waitFor = (response: ServerResponse, ms: number): Promise<void> =>
	new Promise((resolve, reject) => {
		const leave = (): void => {
			clearTimeout(timer);
			reject(new ClientLeft('the client left'));
		};
		const timer = Number.isFinite(ms) ? setTimeout(finish, ms) : undefined;
		function finish(): void {
			response.off('close', leave);
			resolve();
		}
		if (response.destroyed) leave();
		else response.once('close', leave);
	});
