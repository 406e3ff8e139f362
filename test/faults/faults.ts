import type { FaultSpec } from '../../sandbox';

/** One way a request can fail. */
export interface Fault {
	name: string;
	spec: Omit<FaultSpec, 'path'>;
	/** Whether the service does the work anyway. */
	isAfterWork: boolean;
	/** Affects only the write itself, never a read. */
	isOfWrites?: boolean;
}

const before = (name: string, spec: Fault['spec'], more: Partial<Fault> = {}): Fault => ({
	name,
	spec,
	isAfterWork: false,
	...more,
});
const after = (name: string, spec: Fault['spec']): Fault => ({ name, spec, isAfterWork: true });

const page = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>';

/** All faults in the matrix. */
export const faults: readonly Fault[] = [
	before('429, `Retry-After: 20`', { kind: 'status', status: 429, retryAfter: 20 }),
	before('429 without a time', { kind: 'status', status: 429 }),
	before('503', { kind: 'status', status: 503 }),
	before('500 before the work', { kind: 'status', status: 500 }),
	after('500 after the work', { kind: 'statusAfter', status: 500 }),
	before('Connection dropped before the work', { kind: 'drop' }),
	after('Connection dropped during the answer', { kind: 'dropMidAnswer' }),
	after('Connection dropped after the work', { kind: 'dropAfter' }),
	before('No answer within the time-out', { kind: 'stall' }),
	before(
		'409, the first request still runs',
		{
			kind: 'status',
			status: 409,
			body: { error: 'idempotency_in_flight', detail: 'Idempotency-Key: the first request is still running' },
		},
		{ isOfWrites: true },
	),
	before(
		'409 with an unknown code',
		{ kind: 'status', status: 409, body: { error: 'E1409', detail: 'Not now' } },
		{ isOfWrites: true },
	),
	before('403 of the proxy, `error code: 1010`', {
		kind: 'body',
		status: 403,
		body: 'error code: 1010',
		contentType: 'text/plain',
	}),
	before('HTML error page, 502', { kind: 'body', status: 502, body: page, contentType: 'text/html' }),
	before('HTML page, 200', { kind: 'body', status: 200, body: page, contentType: 'text/html' }),
	after('JSON cut off', { kind: 'cut' }),
	after('JSON labelled as HTML', { kind: 'relabel' }),
];
