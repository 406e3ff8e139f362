import type { RecordedRequest } from '../controls';

const keptRequests = 10_000;
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

/** Adds to a list that keeps only its newest items; cut in blocks, so that adding stays cheap. */
export const addBounded = <T>(items: T[], item: T, kept: number): void => {
	items.push(item);
	if (items.length > kept) items.splice(0, items.length - kept);
};

/** What came in: everything for tests, and what reached a key for the page. */
export class RequestLog {
	readonly requests: RecordedRequest[] = [];
	readonly activities: Activity[] = [];
	/** The most requests that were under way at once. */
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

	record(request: RecordedRequest): RecordedRequest {
		addBounded(this.requests, request, keptRequests);
		return request;
	}

	logActivity(activity: Activity): void {
		addBounded(this.activities, activity, keptActivities);
	}

	clear(): void {
		this.requests.length = 0;
		this.activities.length = 0;
		this.peak = this.underWay;
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
