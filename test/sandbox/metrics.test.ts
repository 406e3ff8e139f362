import { seed, startSandbox } from '../../sandbox';

type Metrics = Record<string, number>;

/** The snapshots of every channel, one week apart, newest last. */
async function readWeeks(): Promise<[string, Metrics[]][]> {
	const sandbox = await startSandbox({ clock: 'manual', rateLimits: 'off' });
	const headers = { Authorization: `Bearer ${seed.keys.full}`, 'User-Agent': 'sandbox-tests/1.0' };
	const read = async (id: string): Promise<Metrics[]> => {
		const answer = await fetch(`${sandbox.url}/api/v1/analytics/accounts/${id}`, { headers });
		return ((await answer.json()) as { data: { metrics: Metrics }[] }).data.map(({ metrics }) => metrics);
	};
	const names = Object.entries(seed.channels).filter(([name]) => !name.startsWith('approval'));
	const weeks: [string, Metrics[]][] = names.map(([name]) => [name, []]);
	for (let week = 0; week < 6; week += 1) {
		for (const [index, [, { id }]] of names.entries()) weeks[index]?.[1].push(...(await read(id)).reverse());
		sandbox.clock.advance(7 * 24 * 3_600_000);
	}
	await sandbox.close();
	return weeks;
}

/** Counts that can't exceed the count they are part of. */
const parts: [part: string, whole: string][] = [
	['reach', 'impressions'],
	['likes', 'impressions'],
	['link_clicks', 'impressions'],
	['comments', 'likes'],
	['shares', 'likes'],
	['saves', 'likes'],
	['followers_delta_30d', 'followers'],
	['follows', 'followers'],
];

const interactions = ['likes', 'comments', 'shares', 'saves', 'link_clicks'];

describe("the sandbox's metrics", () => {
	let weeks: [string, Metrics[]][];
	beforeAll(async () => {
		weeks = await readWeeks();
	});

	test('never shows a part larger than the whole', () => {
		const wrong = weeks.flatMap(([name, all]) =>
			all.flatMap((metrics) =>
				parts
					.filter(([part, whole]) => (metrics[part] ?? 0) > (metrics[whole] ?? Infinity))
					.map(([part]) => `${name}: ${part} ${JSON.stringify(metrics)}`),
			),
		);
		expect(wrong).toEqual([]);
	});

	test('shows rates that fit the counts', () => {
		const rates = weeks.flatMap(([, all]) => all.filter(({ engagement_rate: rate }) => rate !== undefined));
		expect(rates.length).toBeGreaterThan(10);
		for (const metrics of rates) {
			const engaged = interactions.reduce((sum, name) => sum + (metrics[name] ?? 0), 0);
			expect(metrics['engagement_rate']).toBeCloseTo(engaged / (metrics['impressions'] ?? 0), 3);
		}
	});

	test('changes followers by a few percent a week, and in 30 days by the reported amount', () => {
		for (const [, all] of weeks.filter(([, [first]]) => first?.['followers'] !== undefined)) {
			const followers = all.map((metrics) => metrics['followers'] ?? 0);
			const steps = followers.slice(1).map((now, index) => now - (followers[index] ?? 0));
			for (const step of steps) {
				expect(step).toBeGreaterThanOrEqual(0);
				expect(step).toBeLessThan(0.03 * (followers[0] ?? 0));
			}
			const [first, last] = [all[0], all.at(-1)];
			if (last?.['followers_delta_30d'] === undefined) continue;
			const perWeek = ((last['followers'] ?? 0) - (first?.['followers'] ?? 0)) / 5;
			expect(last['followers_delta_30d'] / (30 / 7) / perWeek).toBeCloseTo(1, 0);
		}
	});
});
