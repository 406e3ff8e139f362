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

interface OrderState {
	status: string;
	output?: string | string[];
	error?: string;
}

/** An AI video service with the interface of Replicate, as far as a workflow needs it. */
export interface VideoService {
	url: string;
	orders: Order[];
	/** The IDs of the orders that were asked about. */
	asked: string[];
	/** The address of the finished video. */
	videoUrl: string;
	/**
	 * Ends the last order, and reports it to its webhook. Repeats the report until it's accepted, as the service does.
	 * @param forged what the report says. The default is the truth
	 */
	report(state: OrderState, forged?: object): Promise<void>;
	/** Sends a report that says this to the last order's webhook, and leaves the order as it is. */
	forge(body: object): Promise<void>;
	close(): Promise<void>;
}

/** Starts the service on a free port of 127.0.0.1. It accepts one token, and makes only this video. */
export async function startVideoService(token: string, video: Buffer): Promise<VideoService> {
	const orders: Order[] = [];
	const asked: string[] = [];
	const states = new Map<string, OrderState>();
	const server = createServer((request, response) => {
		const isKnown = request.headers.authorization === `Bearer ${token}`;
		const [, wanted] = /^\/v1\/predictions\/(.+)$/.exec(request.url ?? '') ?? [];
		if (wanted !== undefined) {
			asked.push(wanted);
			const state = isKnown ? (states.get(wanted) ?? { status: 'processing' }) : undefined;
			response.writeHead(state ? 200 : 401, { 'Content-Type': 'application/json' });
			response.end(JSON.stringify({ id: wanted, output: null, error: null, ...state }));
			return;
		}
		if (request.method === 'GET') {
			response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': video.length }).end(video);
			return;
		}
		void text(request).then((body) => {
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
	const forge = async (report: object) => {
		const body = JSON.stringify(report);
		const headers = { 'Content-Type': 'application/json' };
		const { webhook = '' } = orders.at(-1) ?? {};
		while (!(await fetch(webhook, { method: 'POST', headers, body })).ok) await pause(200);
	};
	return {
		url,
		orders,
		asked,
		videoUrl: `${url}/files/video.mp4`,
		report: async (state, forged) => {
			states.set(`order-${orders.length}`, state);
			await forge(forged ?? { output: null, error: null, ...state });
		},
		forge,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
