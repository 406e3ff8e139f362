import { hashOf, isRecord, omit } from './http/json';

/** What a client can do wrong although no server can refuse it. */
export type FindingRule =
	| 'create-without-read'
	| 'another-key'
	| 'empty-key'
	| 'etag-without-quotes'
	| 'urls-up-front';

/** Something that the watcher has to say about a client. */
export interface Finding {
	rule: FindingRule;
	message: string;
	/** Method and path of the request that shows it. */
	request: string;
}

/** A request to the API, as far as the watcher looks at it. */
interface WatchedRequest {
	method: string;
	path: string;
	/** Lower-case names. */
	headers: Readonly<Record<string, string | undefined>>;
	/** Parsed where it is JSON. */
	body: unknown;
}

/** How a request ended. */
interface RequestEnd {
	/** 0: without an answer. */
	status: number;
	body?: unknown;
}

/** A write whose answer left open if the work was done, and whose key nobody has sent again since. */
interface OpenWrite {
	/** Empty: none. */
	key: string;
	/** The write of the same content that came under another key since. */
	repeatedBy: WatchedRequest | null;
}

/** The writes of one content. */
interface WritesOfContent {
	keys: Set<string>;
	open: OpenWrite[];
}

/** A failed create with a delivery: nothing was read since. */
interface UnreadCreate {
	owner: string;
	key: string;
	content: string;
}

/** URLs that were given out for an upload's parts and not used yet. */
type UnusedParts = Set<number>;

/** An upload starts with 8 URLs. A client that has so many left and asks for more asks for what it can't use yet. */
const tooManyUnused = 8;

const keyedWrites =
	/\/posts\/?$|\/posts\/[^/]+\/(duplicate|submit|schedule|publish|cancel)$|\/media\/uploads$/;
const postReads = /\/posts\/?([^/]+)?$/;
const createPath = /\/posts\/?$/;
const partsPath = /\/media\/uploads\/([^/]+)\/parts$/;
const completePath = /\/media\/uploads\/[^/]+\/complete$/;

const ownerOf = ({ headers }: WatchedRequest): string => headers['authorization'] ?? '';

const keyOf = ({ headers, body }: WatchedRequest): string => {
	const own = isRecord(body) ? body['idempotencyKey'] : undefined;
	return headers['idempotency-key'] || (typeof own === 'string' ? own : '');
};

const contentOf = (request: WatchedRequest): string => {
	const { path, body } = request;
	return hashOf([ownerOf(request), path, isRecord(body) ? omit(body, 'idempotencyKey') : body]);
};

const hasDelivery = ({ body }: WatchedRequest): boolean =>
	isRecord(body) && body['delivery'] !== undefined && body['delivery'] !== null;

const isQuoted = (etag: string): boolean => etag === '*' || /^(W\/)?".*"$/.test(etag.trim());

const etagsIn = ({ path, headers, body }: WatchedRequest): string[] => {
	const seen = headers['if-none-match'];
	const parts = completePath.test(path) && isRecord(body) ? body['parts'] : undefined;
	const named: unknown[] = Array.isArray(parts) ? parts.map((part) => isRecord(part) && part['etag']) : [];
	return [
		...(seen === undefined ? [] : seen.split(',')),
		...named.filter((etag) => typeof etag === 'string'),
	];
};

/**
 * Watches what no server can refuse (contract, section 10.2): the requests are well formed, and only their order or
 * their keys show that the client could publish twice, or that it works by luck.
 */
export class Watcher {
	private said: Finding[] = [];
	/** By what they ask for. */
	private readonly writes = new Map<string, WritesOfContent>();
	private unread: UnreadCreate[] = [];
	private readonly unused = new Map<string, UnusedParts>();

	/** Looks at a request that has come in; what it returns is told how the request has ended. */
	look(request: WatchedRequest): (end: RequestEnd) => void {
		if (request.headers['idempotency-key']?.trim() === '') {
			this.say('empty-key', 'an Idempotency-Key without a key protects from nothing', request);
		}
		if (etagsIn(request).some((etag) => !isQuoted(etag))) {
			this.say('etag-without-quotes', "an ETag's quotes belong to it", request);
		}
		const { method, path } = request;
		if (method === 'GET' && postReads.test(path)) return ({ status }) => this.read(request, status);
		if (method !== 'POST') return () => undefined;
		const endWrite = keyedWrites.test(path) ? this.lookAtWrite(request) : undefined;
		if (partsPath.test(path)) this.lookAtUrls(request);
		return (end) => {
			endWrite?.(end);
			this.rememberUrls(request, end);
		};
	}

	/** A part has begun to arrive at the storage. */
	sent(assetId: string, partNumber: number): void {
		this.unused.get(assetId)?.delete(partNumber);
	}

	/** Everything there is to say so far. */
	findings(): Finding[] {
		const openWrites = [...this.writes.values()].flatMap(({ open }) => open);
		const otherKeys = openWrites.flatMap(({ repeatedBy }): Finding[] => {
			if (repeatedBy === null) return [];
			const { method, path } = repeatedBy;
			const message = 'a write whose outcome was open was repeated under another key, or without one';
			return [{ rule: 'another-key', message, request: `${method} ${path}` }];
		});
		return [...this.said, ...otherKeys];
	}

	clear(): void {
		this.said = [];
		this.writes.clear();
		this.unread = [];
		this.unused.clear();
	}

	private say(rule: FindingRule, message: string, { method, path }: WatchedRequest): void {
		this.said.push({ rule, message, request: `${method} ${path}` });
	}

	private read(request: WatchedRequest, status: number): void {
		const owner = ownerOf(request);
		if (status >= 200 && status < 500) this.unread = this.unread.filter((each) => each.owner !== owner);
	}

	private lookAtUrls(request: WatchedRequest): void {
		const id = partsPath.exec(request.path)?.[1]?.toLowerCase() ?? '';
		if ((this.unused.get(id)?.size ?? 0) < tooManyUnused) return;
		this.say('urls-up-front', 'URLs expire: ask for those of the next parts when they are needed', request);
	}

	private rememberUrls({ path }: WatchedRequest, { body }: RequestEnd): void {
		if (!isRecord(body) || !Array.isArray(body['urls'])) return;
		const id = partsPath.exec(path)?.[1]?.toLowerCase() ?? String(body['mediaAssetId']);
		const unused = this.unused.get(id) ?? new Set();
		for (const url of body['urls'] as { partNumber: number }[]) unused.add(url.partNumber);
		this.unused.set(id, unused);
	}

	private lookAtWrite(request: WatchedRequest): (end: RequestEnd) => void {
		const [key, content, owner] = [keyOf(request), contentOf(request), ownerOf(request)];
		const same = this.writes.get(content) ?? { keys: new Set(), open: [] };
		this.writes.set(content, same);
		if (key !== '') same.open = same.open.filter((write) => write.key !== key);
		if (key === '' || !same.keys.has(key)) for (const write of same.open) write.repeatedBy ??= request;
		same.keys.add(key);
		this.lookAtCreate(request, key, content, owner);
		return ({ status }) => {
			if (status === 0 || status >= 500) same.open.push({ key, repeatedBy: null });
			if (status >= 500 && createPath.test(request.path) && hasDelivery(request)) {
				this.unread.push({ owner, key, content });
			}
		};
	}

	private lookAtCreate(request: WatchedRequest, key: string, content: string, owner: string): void {
		const isSame = (each: UnreadCreate): boolean =>
			each.owner === owner && (each.content === content || (key !== '' && each.key === key));
		if (!createPath.test(request.path) || !this.unread.some(isSame)) return;
		this.say(
			'create-without-read',
			'a create with a delivery was repeated after a 5xx without a GET',
			request,
		);
	}
}
