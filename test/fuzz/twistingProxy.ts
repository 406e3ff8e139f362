import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mutate, type Twist } from './mutations';

/** A server that forwards requests to a service and twists the answers as instructed. */
interface TwistingProxy {
	url: string;
	/** Forwards to this service and applies these twists to the next answers, in order. Later answers stay unchanged. */
	begin(target: string, twists: Twist[]): void;
	/** Forwards to this service and changes the JSON of each answer. */
	change(target: string, change: (json: unknown) => unknown): void;
}

interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

const hopByHop = ['connection', 'host', 'content-length', 'transfer-encoding', 'keep-alive'];

async function passOn(target: string, request: IncomingMessage): Promise<Answer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const headers = Object.entries(request.headers).filter(([name]) => !hopByHop.includes(name));
	const hasBody = !['GET', 'HEAD'].includes(request.method ?? '');
	const answer = await fetch(`${target}${request.url ?? ''}`, {
		method: request.method,
		headers: { ...(Object.fromEntries(headers) as Record<string, string>), Connection: 'close' },
		...(hasBody ? { body: Buffer.concat(chunks) } : {}),
		redirect: 'manual',
	});
	const kept = [...answer.headers].filter(([name]) => !hopByHop.includes(name));
	return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() };
}

function mutated(body: string, { mutations }: Twist): string {
	if (body === '' || mutations.length === 0) return body;
	const holder = { json: JSON.parse(body) as unknown };
	mutate(holder.json, mutations);
	return JSON.stringify(holder.json);
}

const asText = (body: unknown): string => (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));

function twisted(answer: Answer, twist: Twist): Answer {
	const whole = 'body' in twist ? asText(twist.body) : mutated(answer.body, twist);
	const body = twist.cutAt === undefined ? whole : whole.slice(0, (whole.length * twist.cutAt) / 100);
	const status = twist.status ?? answer.status;
	return { status, headers: { ...answer.headers, ...twist.headers }, body };
}

const changed = (answer: Answer, change: (json: unknown) => unknown): Answer =>
	answer.body === '' ? answer : { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) };

function respond(response: ServerResponse, { status, headers, body }: Answer): void {
	const isEmpty = status === 204 || status === 304;
	response.writeHead(status, headers).end(isEmpty ? undefined : body);
}

/** Starts the proxy for the tests of a file. The function returns it inside a test. */
export function useTwistingProxy(): () => TwistingProxy {
	let left: Twist[] = [];
	let service = '';
	let changeOf = (json: unknown): unknown => json;
	const server = createServer((request, response) => {
		void passOn(service, request).then((answer) => {
			const twist = left.shift();
			respond(response, twist === undefined ? changed(answer, changeOf) : twisted(answer, twist));
		});
	});
	const proxy: TwistingProxy = {
		url: '',
		begin: (target, twists) => {
			service = target;
			left = [...twists];
			changeOf = (json) => json;
		},
		change: (target, change) => {
			proxy.begin(target, []);
			changeOf = change;
		},
	};
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise<void>((resolve) => server.close(() => resolve()));
	});
	return () => proxy;
}
