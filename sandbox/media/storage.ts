import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { respond, type Answer } from '../http/answers';
import { toIso } from '../http/clock';
import { faultAnswer, type FaultSpec } from '../http/faults';
import { recordedHeaders } from '../http/requestLog';
import { isChosenUserAgent, proxyRefusal, waitFor } from '../http/requests';
import { open } from '../http/server';
import type { Profile } from '../profiles';
import type { SandboxState } from '../state';
import type { World } from '../world/world';
import { headBytes, type StorageRequest } from './files';
import { previewBytes } from './previews';
import { partBytes, storagePrefix, type Upload, type UrlState } from './uploads';

/** What the storage keeps of a part. It discards the bytes of all but small files. */
interface PartDigest {
	/** Hexadecimal. */
	md5: string;
	/** The first 64 bytes. */
	head: Buffer;
	/** The whole part if it was to be kept, and otherwise nothing. */
	kept: Buffer;
}

/** How to read a part. */
interface Reading {
	bytesPerSecond: number;
	/** Number of bytes after which to break off. Infinity reads to the end. */
	stopAfter: number;
	/** Whether to keep the bytes, for a small file that the pages show. */
	isKept: boolean;
	/** Called with the number of bytes so far. */
	onBytes(count: number): void;
}

/** Waits as long as these bytes would have needed at the connection's speed. */
const keepPace = async (startedAt: number, count: number, bytesPerSecond: number): Promise<void> => {
	const aheadMs = startedAt + (count / bytesPerSecond) * 1000 - performance.now();
	if (aheadMs >= 1) await wait(aheadMs);
};

/**
 * Reads a part in chunks and computes its hash, so that large parts need no more memory. Returns null if it broke off as
 * planned, and rejects if the client breaks off.
 */
const readPart = async (request: IncomingMessage, reading: Reading): Promise<PartDigest | null> => {
	const { bytesPerSecond, stopAfter, isKept, onBytes } = reading;
	const kept: Buffer[] = [];
	const hash = createHash('md5');
	const startedAt = performance.now();
	let head = Buffer.alloc(0);
	let count = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		hash.update(chunk);
		if (isKept) kept.push(chunk);
		if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
		count += chunk.length;
		onBytes(count);
		if (count >= stopAfter) return null;
		await keepPace(startedAt, count, bytesPerSecond);
	}
	return { md5: hash.digest('hex'), head, kept: Buffer.concat(kept) };
};

const xmlHeaders = { 'Content-Type': 'application/xml' };

const codeOfStatus: Readonly<Record<number, string>> = {
	403: 'AccessDenied',
	408: 'RequestTimeout',
	429: 'TooManyRequests',
	500: 'InternalError',
	503: 'SlowDown',
};

const xml = (code: string, message: string): string =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;

/** An error answer like those of object storages: neither JSON nor the service's error body. */
const refusal = (status: number, code: string, message: string): Answer => ({
	status,
	body: xml(code, message),
	headers: xmlHeaders,
});

/** The storage's answer for a scripted fault. */
const storageFaultAnswer = (fault: FaultSpec): Answer => {
	const answer = faultAnswer(fault);
	if (fault.body !== undefined || fault.kind === 'body') return answer;
	const body = xml(codeOfStatus[answer.status] ?? 'InternalError', 'A scripted fault');
	return { ...answer, body, headers: { ...xmlHeaders, ...answer.headers } };
};

const answeredBefore: ReadonlySet<string> = new Set(['status', 'body']);

const refusedUrl = (state: Exclude<UrlState, 'valid'>, { expiredUrlStatus }: Profile): Answer =>
	state === 'forged'
		? refusal(403, 'SignatureDoesNotMatch', 'The signature of the URL is wrong')
		: refusal(expiredUrlStatus, 'AccessDenied', 'The URL has expired');

const badDigest = refusal(400, 'BadDigest', 'Content-MD5 is not that of the bytes');

const noSuchUpload = refusal(404, 'NoSuchUpload', 'There is no such upload, or it is finished');

/** The upload of one part to the storage. */
class StorageExchange {
	/** Stored here because a reset replaces the world. */
	private readonly world: World;
	private readonly partNumber: number;
	private readonly fault: FaultSpec | undefined;
	private readonly record: StorageRequest;

	constructor(
		private readonly state: SandboxState,
		private readonly url: URL,
		private readonly request: IncomingMessage,
		private readonly response: ServerResponse,
	) {
		const { method = 'GET', headers } = request;
		const { pathname, searchParams } = url;
		const partNumber = Number(searchParams.get('partNumber'));
		this.world = state.world;
		this.partNumber = partNumber;
		this.fault = state.faults.take(method, `${pathname}?partNumber=${partNumber}`);
		state.watcher.sent(pathname.split('/').at(-1) ?? '', partNumber);
		const at = toIso(state.world.time());
		const seen = { method, path: pathname, partNumber, headers: recordedHeaders(headers) };
		this.record = state.storage.record({ ...seen, bytes: 0, md5: null, status: 0, at });
	}

	async run(): Promise<void> {
		const answer = await this.answer().finally(this.state.storage.begin());
		if (answer === null) {
			this.response.destroy();
			return;
		}
		this.record.status = answer.status;
		respond(this.response, answer);
	}

	/**
	 * Returns null if the connection is dropped. Reads the whole body even before a refusal, so that the client can finish
	 * sending.
	 */
	private async answer(): Promise<Answer | null> {
		const { fault, response } = this;
		const { latencyMs } = this.state.settings.storage;
		if (fault?.kind === 'drop') return null;
		const refused = this.refuse();
		const digest = await this.read();
		if (digest === null || fault?.kind === 'dropMidBody') return null;
		this.record.md5 = digest.md5;
		if (fault?.kind === 'stall') await waitFor(response, fault.ms ?? Infinity);
		if (latencyMs > 0) await waitFor(response, latencyMs);
		if (fault !== undefined && answeredBefore.has(fault.kind)) return storageFaultAnswer(fault);
		return this.faulty(refused ?? this.keep(digest));
	}

	/** Applies a fault to an answer after the work. */
	private faulty(answer: Answer): Answer | null {
		const { fault } = this;
		if (fault?.kind === 'dropAfter') return null;
		if (fault?.kind === 'statusAfter') return storageFaultAnswer(fault);
		return fault?.kind === 'noEtag' ? { status: answer.status } : answer;
	}

	private get upload(): Upload | undefined {
		const key = this.url.pathname.slice(storagePrefix.length);
		const upload = this.world.uploads.get(key.split('/').at(-1) ?? '');
		return upload?.r2Key === key && upload.result === null ? upload : undefined;
	}

	private refuse(): Answer | null {
		const { method, headers } = this.request;
		if (!isChosenUserAgent(headers['user-agent'])) return { status: 403, body: proxyRefusal };
		if (method !== 'PUT') return refusal(405, 'MethodNotAllowed', 'Parts are PUT');
		if (headers.authorization !== undefined) {
			return refusal(400, 'InvalidArgument', 'The URL is signed; an Authorization header is one too many');
		}
		const { uploads, profile } = this.world;
		const urlState = uploads.signer.check(this.url, this.world.time());
		if (urlState !== 'valid') return refusedUrl(urlState, profile);
		uploads.forgetOld(this.world.time());
		return this.upload === undefined ? noSuchUpload : this.refuseLength(this.upload);
	}

	private refuseLength(upload: Upload): Answer | null {
		const length = this.request.headers['content-length'];
		const wanted = partBytes(upload, this.partNumber);
		if (length === undefined) return refusal(411, 'MissingContentLength', 'Content-Length is required');
		if (Number(length) === wanted) return null;
		const code = Number(length) < wanted ? 'EntityTooSmall' : 'EntityTooLarge';
		return refusal(400, code, `This part has ${wanted} bytes, not ${length}`);
	}

	private async read(): Promise<PartDigest | null> {
		const { request, record, fault } = this;
		const half = Math.ceil(Number(request.headers['content-length'] ?? 2) / 2);
		return readPart(request, {
			bytesPerSecond: this.state.settings.storage.bytesPerSecondPerConnection,
			isKept: this.upload?.partCount === 1 && this.upload.sizeBytes <= previewBytes,
			stopAfter: fault?.kind === 'dropMidBody' ? (fault.afterBytes ?? half) : Infinity,
			onBytes: (count) => (record.bytes = count),
		});
	}

	/** Stores a part. A part can be sent again, and the last one counts. */
	private keep({ md5, head, kept }: PartDigest): Answer {
		const { upload, partNumber } = this;
		if (upload === undefined) return noSuchUpload;
		const told = this.request.headers['content-md5'];
		if (told !== undefined && told !== Buffer.from(md5, 'hex').toString('base64')) return badDigest;
		const etag = `"${md5}"`;
		upload.etags.set(partNumber, etag);
		if (partNumber === 1) upload.head = head;
		if (kept.length > 0) this.world.previews.keep(upload.asset.id, kept);
		return { status: 200, headers: { ETag: etag } };
	}
}

/** Answers one request to the storage, which is a part for a signed URL (N7). */
const answerStorage = async (
	state: SandboxState,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	try {
		const url = new URL(`http://127.0.0.1${request.url ?? '/'}`);
		await new StorageExchange(state, url, request, response).run();
	} catch {
		// The client has disconnected or stopped sending, so no one waits for an answer.
		response.destroy();
	}
};

/**
 * Starts the storage, a separate server that needs no API key. It answers requests after {@link attachStorage}.
 *
 * @throws Error if the port is in use.
 */
export const openStorage = (port: number): Promise<Server> => {
	const server = createServer();
	// A slow connection can need more time for a part than the default timeout.
	server.requestTimeout = 0;
	return open(server, port);
};

/** Connects a storage to the state of a sandbox. */
export const attachStorage = (server: Server, state: SandboxState): void => {
	server.on('connection', (socket) => {
		state.storageConnections += 1;
		socket.once('close', () => (state.storageConnections -= 1));
	});
	server.on('request', (request, response) => void answerStorage(state, request, response));
};
