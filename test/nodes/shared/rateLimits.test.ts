import type { FaultSpec } from '../../../sandbox';
import { seed } from '../../../sandbox';
import type { NodeRun } from '../../support/n8nContexts';
import { itemsOf, nodeFor, type NodeUnderTest } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { facebook } = seed.channels;
let node: NodeUnderTest;
beforeEach(() => {
	node = nodeFor(sandbox());
});

/** Creates posts one by one. */
const createPosts = async (run: NodeRun) =>
	await node.run('post:create', { channels: [facebook.id], caption: 'Hello' }, run);

const answer429 = (fault: Partial<FaultSpec>) =>
	sandbox().faults.add({ method: 'POST', path: '/posts', kind: 'status', status: 429, ...fault });

/** Creates two posts and returns the seconds that the node waited. */
async function secondsWaited(fault: Partial<FaultSpec>): Promise<number> {
	answer429(fault);
	expect(await createPosts({ items: itemsOf({}, {}) })).toHaveLength(2);
	return Math.ceil(node.waitedMs() / 1000);
}

const envelope = (more: object) => ({ error: 'rate_limited', detail: 'Too many requests', ...more });

test.each<[string, number, Partial<FaultSpec>]>([
	['the header', 7, { retryAfter: 7 }],
	['the body if there is no header', 5, { body: envelope({ retry_after: 5 }) }],
	[
		"the body if the header can't be read",
		5,
		{ body: envelope({ retry_after: 5 }), headers: { 'Retry-After': 'soon' } },
	],
	['the header if both are set', 3, { body: envelope({ retry_after: 50 }), headers: { 'Retry-After': '3' } }],
	['the default of a minute', 60, { body: envelope({}) }],
])('waits as long as set by %s (P103, N15)', async (_by, seconds, fault) => {
	expect(await secondsWaited(fault)).toBe(seconds);
});

describe('a wait far longer than a minute', () => {
	const twoItems = { items: itemsOf({}, {}), continueOnFail: true };
	const errorsOf = (items: Awaited<ReturnType<typeof createPosts>>) => items.map(({ json }) => json.error);

	test('delays the current item, and no later item waits again (P103, D5)', async () => {
		answer429({ retryAfter: 600 });
		expect(errorsOf(await createPosts(twoItems))).toEqual([undefined, undefined]);
		expect(node.waitedMs()).toBe(600_000);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('ends the run for the current and all later items if the total exceeds an hour (P103, D5)', async () => {
		answer429({ retryAfter: 1_800 });
		answer429({ retryAfter: 1_801 });
		const text = 'Waiting for the service would take more than an hour';
		expect(errorsOf(await createPosts(twoItems))).toEqual([text, text]);
		expect(node.waitedMs()).toBe(1_800_000);
		expect(sandbox().requests.filter(({ status }) => status === 429)).toHaveLength(2);
	});

	test('shows the reached limit in the details of the error if it exceeds an hour (P102, P103)', async () => {
		const body = envelope({ tier: 'credential_writes', limit: 120, remaining: 0 });
		answer429({ retryAfter: 3_601, body });
		const [failed, next] = await createPosts(twoItems);
		const details = {
			statusCode: 429,
			code: 'rate_limited',
			tier: 'credential_writes',
			limit: 120,
			remaining: 0,
			retryAfter: 3_601,
		};
		expect(failed?.json.details).toMatchObject(details);
		expect(next?.json.details).toMatchObject(details);
	});

	test('counts waits after a failure of the service as well (P54, P104, D5)', async () => {
		sandbox().faults.add({ method: 'POST', path: '/posts', kind: 'status', status: 503, retryAfter: 3_600 });
		const [failed] = await createPosts(twoItems);
		expect(failed?.json).toMatchObject({ error: expect.stringContaining('would take more than an hour') });
		expect(node.waitedMs()).toBe(60_000);
	});
});

test('waits for a first request that runs for a minute (P100, N16)', async () => {
	const body = { error: 'idempotency_in_flight', detail: 'still running' };
	answer429({ status: 409, body, times: 7 });
	await createPosts({ items: itemsOf({}) });
	expect(node.waitedMs()).toBeGreaterThan(60_000);
	expect(sandbox().posts()).toHaveLength(1);
});

test('lists the supported methods of the path in the details of a 405 (P59)', async () => {
	answer429({
		status: 405,
		headers: { Allow: 'GET, HEAD' },
		body: { error: 'method_not_allowed', detail: 'No' },
	});
	const [failed] = await createPosts({ items: itemsOf({}), continueOnFail: true });
	expect(failed?.json.details).toMatchObject({ statusCode: 405, allow: 'GET, HEAD' });
});
