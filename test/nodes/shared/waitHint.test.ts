import type { FaultSpec } from '../../../sandbox';
import { seed } from '../../../sandbox';
import { startScoringSandbox } from '../../../sandbox/scoring';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { executeWith, SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode } from '../../support/n8nContexts';
import { itemsOf } from '../../support/publishingNode';
import { scoringRunOf } from '../../support/scoringNode';
import { useSandbox } from '../../support/useSandbox';
import { waitsOn } from '../../support/waitsOn';

const sandbox = useSandbox({ clock: 'manual' });
const { channels, keys } = seed;

/** Creates twenty posts and returns the hints about waits. */
async function hintsOf(faults: Array<Partial<FaultSpec>>): Promise<string[]> {
	for (const fault of faults) {
		sandbox().faults.add({ method: 'POST', path: '/posts', kind: 'status', status: 429, ...fault });
	}
	const nodeType = new SocialPublishing();
	nodeType.execute = executeWith(waitsOn(sandbox().clock));
	const { hints, outputs } = await runNode(nodeType, {
		credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: keys.full } }],
		parameters: {
			resource: 'post',
			operation: 'create',
			channels: [channels.facebook.id],
			caption: 'Hello',
		},
		items: itemsOf(...Array.from({ length: 20 }, () => ({}))),
	});
	expect(outputs[0]).toHaveLength(20);
	return hints.map(({ message }) => message).filter((message) => message.startsWith('Waited'));
}

const waited = (time: string): string[] => [`Waited ${time} for the service's rate limit.`];

test.each<[string, string[], Array<Partial<FaultSpec>>]>([
	['shows how long the run waited', waited('96 seconds'), [{ retryAfter: 96 }]],
	['adds up the waits of a run', waited('110 seconds'), [{ retryAfter: 60 }, { retryAfter: 50 }]],
	['shows long waits in minutes', waited('10 minutes'), [{ retryAfter: 600 }]],
	['omits a short wait', [], [{ retryAfter: 9 }]],
	['omits a wait after a failure of the service', [], [{ status: 503, retryAfter: 40 }]],
	['shows nothing if no request waited', [], []],
])('%s (P103)', async (_title, expected, faults) => {
	expect(await hintsOf(faults)).toEqual(expected);
});

test('shows how long Content Scoring waited for the limit of the plan (S-N21)', async () => {
	const scoring = await startScoringSandbox({
		clock: 'manual',
		rateLimits: { pro: { perMinute: 3, perDay: 1000, inFlight: 100 } },
	});
	const titles = itemsOf(...['a', 'b', 'c', 'd', 'e'].map((title) => ({ title })));
	const run = scoringRunOf(scoring);
	const { hints } = await run('score:packaging', { title: '={{ $json.title }}' }, { items: titles });
	await scoring.close();
	expect(hints.map(({ message }) => message)).toEqual(expect.arrayContaining(waited('60 seconds')));
});
