const keptRequests = 10_000;

/** Adds an item to a list and keeps only the newest items. */
export const addBounded = <T>(items: T[], item: T, kept: number): void => {
	items.push(item);
	if (items.length > kept) items.splice(0, items.length - kept);
};

/** The newest requests to a server, oldest first, and the maximum number of parallel requests. */
export class RequestLog<Request = RecordedRequest> {
	readonly requests: Request[] = [];
	/** The maximum number of parallel requests. */
	peak = 0;

	private underWay = 0;

	/** Counts a request as running. Call the function that it returns when the request has ended. */
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

/** One line of a workspace's Activity. It has no bodies (P9). */
export interface Activity {
	at: string;
	workspaceId: string;
	key: string;
	method: string;
	path: string;
	status: number;
}

/** The Activity that the page shows. */
export class ActivityLog {
	readonly activities: Activity[] = [];

	add(activity: Activity): void {
		addBounded(this.activities, activity, keptActivities);
	}
}

const maskedHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie']);

/**
 * Headers for the log, with names in lower case and the API key hidden. `keyHeader` is another header that can contain the key.
 */
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

/** A body for the log, parsed if it's JSON. */
export const recordedBody = (text: string | null): unknown => {
	if (text === null || text === '') return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
};

/** A request in the log. Requests to the controls and the page aren't logged. */
export interface RecordedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	/** The names are in lower case, and the API key is hidden. */
	headers: Record<string, string>;
	/** Parsed if it's JSON, otherwise the text. Undefined if there was no body. */
	body: unknown;
	/** 0 while the request runs, and if the connection was dropped. */
	status: number;
	/** ISO 8601, from the sandbox's clock. */
	at: string;
}
