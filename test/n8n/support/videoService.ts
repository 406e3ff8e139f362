import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';

/** An order for a video. */
interface Order {
	input: Record<string, unknown>;
	webhook: string;
	webhook_events_filter: string[];
}

/** An AI video service with the interface of Replicate, as far as a workflow needs it. */
export interface VideoService {
	url: string;
	orders: Order[];
	/** The address of the finished video. */
	videoUrl: string;
	/** Reports on the last order to its webhook, and repeats the report until it's accepted, as the service does. */
	report(state: { status: string; output?: string | string[]; error?: string }): Promise<void>;
	close(): Promise<void>;
}

/** Starts the service on a free port of 127.0.0.1. It accepts one token, and makes only this video. */
export async function startVideoService(token: string, video: Buffer): Promise<VideoService> {
	const orders: Order[] = [];
	const server = createServer((request, response) => {
		if (request.method === 'GET') {
			response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': video.length }).end(video);
			return;
		}
		void text(request).then((body) => {
			const isKnown = request.headers.authorization === `Bearer ${token}`;
			if (isKnown) orders.push(JSON.parse(body) as Order);
			response.writeHead(isKnown ? 201 : 401, { 'Content-Type': 'application/json' });
			response.end(
				JSON.stringify(
					isKnown
						? { id: `order-${orders.length}`, status: 'starting', output: null, error: null }
						: { title: 'Unauthenticated', detail: 'You did not pass a valid authentication token' },
				),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		orders,
		videoUrl: `${url}/files/video.mp4`,
		report: async (state) => {
			const body = JSON.stringify({ output: null, error: null, ...state });
			const headers = { 'Content-Type': 'application/json' };
			const { webhook = '' } = orders.at(-1) ?? {};
			while (!(await fetch(webhook, { method: 'POST', headers, body })).ok) await pause(200);
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
