import { startRecordingServer, type RecordingServer } from './recordingServer';

/** Starts a recording server for the tests of a file. Call the returned function inside a test to get it. */
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
