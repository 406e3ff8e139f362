import { startRecordingServer, type RecordingServer } from './recordingServer';

/** Starts a recording server for the tests of a file; the function gives it inside of a test. */
export function useRecordingServer(): () => RecordingServer {
	let server: RecordingServer | undefined;
	beforeAll(async () => {
		server = await startRecordingServer();
	});
	afterAll(async () => await server?.close());
	return () => {
		if (!server) throw new Error('The server runs only while tests do');
		return server;
	};
}
