import { hashOf, isRecord, omit } from './http/json';

/** What a client can do wrong without any server being able to refuse it. */
export type FindingRule =
	| 'create-without-read'
	| 'another-key'
	| 'empty-key'
	| 'etag-without-quotes'
	| 'urls-up-front';

/** Something that a client has done wrong. */
export interface Finding {
	rule: FindingRule;
	message: string;
	/** Method and path of the request that shows it. */
	request: string;
}

/** The part of a request that the watcher checks. */
interface WatchedRequest {
	method: string;
	path: string;
	/** The names are in lower case. */
	headers: Readonly<Record<string, string | undefined>>;
	/** Parsed if it's JSON. */
	body: unknown;
}

/** How a request ended. */
interface RequestEnd {
	/** 0 if there was no answer. */
	status: number;
	body?: unknown;
}

/** A write with an unknown outcome, whose key hasn't been sent again since. */
interface OpenWrite {
	/** Empty if there is no key. */
	key: string;
	/** A later write with the same content but another key. */
	repeatedBy: WatchedRequest | null;
}

/** All writes with the same content. */
interface WritesOfContent {
	keys: Set<string>;
	open: OpenWrite[];
}

/** A failed create with a delivery, after which no post has been read. */
interface UnreadCreate {
	owner: string;
	key: string;
	content: string;
}

/** URLs of an upload's parts that were returned but not used yet. */
type UnusedParts = Set<number>;

/** An upload starts with 8 URLs. A client that still has so many and asks for more asks for URLs that it can't use yet. */
const tooManyUnused = 8;

const keyedWrites =
	/\/posts\/?$|\/posts\/[^/]+\/(duplicate|submit|schedule|publish|cancel)$|\/media\/uploads$/;
const postReads = /\/posts\/?([^/]+)?$/;
const createPath = /\/posts\/?$/;
const partsPath = /\/media\/uploads\/([^/]+)\/parts$/;
/** Asset and number of each part's URL, wherever an answer has it. */
const partUrls = /\/storage\/media\/[^/"]+\/([^?"]+)\?partNumber=(\d+)/g;
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
 * Watches for mistakes that no server can refuse (contract, section 10.2). Each request is well-formed. Only their order or
 * their keys show that the client could publish something twice, or works only by luck.
 */
export class Watcher {
	private said: Finding[] = [];
	/** By content. */
	private readonly writes = new Map<string, WritesOfContent>();
	private unread: UnreadCreate[] = [];
	private readonly unused = new Map<string, UnusedParts>();

	/** Checks a request that has arrived. Call the function that it returns with the request's result. */
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
			this.rememberUrls(end);
		};
	}

	/** Records that a part has begun to arrive at the storage. */
	sent(assetId: string, partNumber: number): void {
		this.unused.get(assetId)?.delete(partNumber);
	}

	/** Everything that clients have done wrong so far. */
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

	private rememberUrls({ body }: RequestEnd): void {
		for (const [, id = '', partNumber] of (JSON.stringify(body) ?? '').matchAll(partUrls)) {
			const unused = this.unused.get(id) ?? new Set();
			this.unused.set(id, unused.add(Number(partNumber)));
		}
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
