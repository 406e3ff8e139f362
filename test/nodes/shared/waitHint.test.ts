import type { FaultSpec } from '../../../sandbox';
import { seed } from '../../../sandbox';
import { startScoringSandbox } from '../../../sandbox/scoring';
import { itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ clock: 'manual' });
const { channels } = seed;

/** Creates twenty posts and returns the hints about waits. */
async function hintsOf(faults: Array<Partial<FaultSpec>>): Promise<string[]> {
	for (const fault of faults) {
		sandbox().faults.add({ method: 'POST', path: '/posts', kind: 'status', status: 429, ...fault });
	}
	const { hints, outputs } = await nodeFor(sandbox()).result(
		'post:create',
		{ channels: [channels.facebook.id], caption: 'Hello' },
		{ items: itemsOf(...Array.from({ length: 20 }, () => ({}))) },
	);
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
	const { result: run } = nodeFor(scoring);
	const { hints } = await run('score:packaging', { title: '={{ $json.title }}' }, { items: titles });
	await scoring.close();
	expect(hints.map(({ message }) => message)).toEqual(expect.arrayContaining(waited('60 seconds')));
});
