const keptRequests = 10_000;

/** Adds to a list that keeps only its newest items. */
export const addBounded = <T>(items: T[], item: T, kept: number): void => {
	items.push(item);
	if (items.length > kept) items.splice(0, items.length - kept);
};

/** The newest requests to a server, oldest first, and how many were under way at the same time. */
export class RequestLog<Request = RecordedRequest> {
	readonly requests: Request[] = [];
	/** The most requests that were under way at the same time. */
	peak = 0;

	private underWay = 0;

	/** Counts a request that has come in; what it returns is called when it has ended. */
	begin(): () => void {
		this.underWay += 1;
		this.peak = Math.max(this.peak, this.underWay);
		return () => {
			this.underWay -= 1;
		};
	}

	record(request: Request): Request {
		addBounded(this.requests, request, keptRequests);
		return request;
	}

	clear(): void {
		this.requests.length = 0;
		this.peak = this.underWay;
	}
}

const keptActivities = 1000;

/** One line of a workspace's Activity: no bodies, as the contract has it (P9). */
export interface Activity {
	at: string;
	workspaceId: string;
	key: string;
	method: string;
	path: string;
	status: number;
}

/** What reached a key, for the page. */
export class ActivityLog {
	readonly activities: Activity[] = [];

	add(activity: Activity): void {
		addBounded(this.activities, activity, keptActivities);
	}
}

const maskedHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie']);

/** Headers as a record keeps them: by lower-case name, the key masked; `keyHeader` is where else one may travel. */
export const recordedHeaders = (
	headers: Readonly<Record<string, string | string[] | undefined>>,
	keyHeader?: string,
): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) => {
			if (value === undefined) return [];
			const isMasked = maskedHeaders.has(name) || name === keyHeader;
			return [[name, isMasked ? '***' : String(value)]];
		}),
	);

/** A body as a record keeps it: parsed where it is JSON. */
export const recordedBody = (text: string | null): unknown => {
	if (text === null || text === '') return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
};

/** One request as it came in; controls and page are not recorded. */
export interface RecordedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	/** Lower-case names; the key is masked. */
	headers: Record<string, string>;
	/** Parsed when it is JSON, else the text; undefined when there was none. */
	body: unknown;
	/** 0 while it runs, and when the connection was dropped. */
	status: number;
	/** ISO 8601, by the sandbox's clock. */
	at: string;
}
