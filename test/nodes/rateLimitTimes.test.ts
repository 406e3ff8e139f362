import type { FaultSpec } from '../../sandbox';
import { seed } from '../../sandbox';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { unhurriedNode } from '../faults/unhurriedNode';
import { executeNode } from '../support/n8nContexts';
import { itemsOf } from '../support/publishingNode';
import { useSandbox } from '../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys } = seed;
const node = unhurriedNode(() => false);
beforeEach(() => node.reset());

/** Creates two posts and gives the seconds that the node waited. */
async function secondsWaited(fault: Partial<FaultSpec>): Promise<number> {
	sandbox().faults.add({ method: 'POST', path: '/posts', kind: 'status', status: 429, ...fault });
	const created = await executeNode(node.nodeType, {
		credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: keys.full } }],
		parameters: { resource: 'post', operation: 'create', channels: [channels.facebook.id], caption: 'Hello' },
		items: itemsOf({}, {}),
		executionId: 'rate limit',
	});
	expect(created).toHaveLength(2);
	return Math.ceil(node.waitedMs() / 1000);
}

const envelope = (more: object) => ({ error: 'rate_limited', detail: 'Too many requests', ...more });

test.each<[string, number, Partial<FaultSpec>]>([
	['the header', 7, { retryAfter: 7 }],
	['the body where there is no header', 5, { body: envelope({ retry_after: 5 }) }],
	[
		'the body where the header cannot be read',
		5,
		{ body: envelope({ retry_after: 5 }), headers: { 'Retry-After': 'soon' } },
	],
	[
		'the header where both say something',
		3,
		{ body: envelope({ retry_after: 50 }), headers: { 'Retry-After': '3' } },
	],
	['nobody: a minute', 60, { body: envelope({}) }],
])('P103 N15 how long to wait is said by %s', async (_by, seconds, fault) => {
	expect(await secondsWaited(fault)).toBe(seconds);
});
