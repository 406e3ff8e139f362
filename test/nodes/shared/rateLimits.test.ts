import { seed, type FaultSpec } from '../../../sandbox';
import { startScoringSandbox } from '../../../sandbox/scoring';
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
	['the body if there is no header', 5, { body: envelope({ retry_after: 5 }) }],
	[
		"the body if the header can't be read",
		5,
		{ body: envelope({ retry_after: 5 }), headers: { 'Retry-After': 'soon' } },
	],
	['the header if both are set', 3, { body: envelope({ retry_after: 50 }), headers: { 'Retry-After': '3' } }],
])('waits as long as set by %s (P103, N15)', async (_by, seconds, fault) => {
	expect(await secondsWaited(fault)).toBe(seconds);
});

describe('a wait far longer than a minute', () => {
	const twoItems = { items: itemsOf({}, {}), continueOnFail: true };
	const errorsOf = (items: Awaited<ReturnType<typeof createPosts>>) => items.map(({ json }) => json.error);

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

test('lists the supported methods of the path in the details of a 405 (P59)', async () => {
	answer429({
		status: 405,
		headers: { Allow: 'GET, HEAD' },
		body: { error: 'method_not_allowed', detail: 'No' },
	});
	const [failed] = await createPosts({ items: itemsOf({}), continueOnFail: true });
	expect(failed?.json.details).toMatchObject({ statusCode: 405, allow: 'GET, HEAD' });
});

describe('a hint', () => {
	const waited = (time: string): string[] => [`Waited ${time} for the service's rate limit.`];

	test.each<[string, string[], number]>([
		['shows how long the run waited', waited('96 seconds'), 96],
		['shows long waits in minutes', waited('10 minutes'), 600],
		['omits a short wait', [], 9],
	])('%s (P103)', async (_title, expected, retryAfter) => {
		answer429({ retryAfter });
		const { hints } = await node.result('post:create', { channels: [facebook.id], caption: 'Hello' });
		expect(hints.map(({ message }) => message).filter((message) => message.startsWith('Waited'))).toEqual(
			expected,
		);
	});

	test('shows how long Content Scoring waited for the limit of the plan (S-N21)', async () => {
		const scoring = await startScoringSandbox({
			clock: 'manual',
			rateLimits: { pro: { perMinute: 3, perDay: 1000, inFlight: 100 } },
		});
		const titles = itemsOf(...['a', 'b', 'c', 'd', 'e'].map((title) => ({ title })));
		const { hints } = await nodeFor(scoring).result(
			'score:packaging',
			{ title: '={{ $json.title }}' },
			{ items: titles },
		);
		await scoring.close();
		expect(hints.map(({ message }) => message)).toEqual(expect.arrayContaining(waited('60 seconds')));
	});
});
