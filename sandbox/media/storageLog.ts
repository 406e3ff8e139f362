import type { StorageRequest } from './mediaTypes';

const keptRequests = 10_000;

/** What came in at the storage. */
export class StorageLog {
	readonly requests: StorageRequest[] = [];
	/** Connections that are open now. */
	connections = 0;
	/** The most requests that were under way at once. */
	peak = 0;
	private underWay = 0;

	enter(request: StorageRequest): StorageRequest {
		this.requests.push(request);
		if (this.requests.length > keptRequests) this.requests.shift();
		this.underWay += 1;
		this.peak = Math.max(this.peak, this.underWay);
		return request;
	}

	leave(): void {
		this.underWay -= 1;
	}

	/** For the controls of other processes. */
	summary(): Pick<StorageLog, 'peak' | 'connections' | 'requests'> {
		const { peak, connections, requests } = this;
		return { peak, connections, requests };
	}

	clear(): void {
		this.requests.length = 0;
		this.peak = this.underWay;
	}
}
