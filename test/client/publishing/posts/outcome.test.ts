import { seed } from '../../../../sandbox';
import { clientOf, wishOf } from '../../../support/publishingClient';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const { keys, channels } = seed;
const dayMs = 86_400_000;
/** The longest delay of Node's timers. A longer one ends immediately. */
const timerMaxMs = 2 ** 31 - 1;

/** A client whose waits advance the sandbox's clock. */
const client = () =>
	clientOf({
		baseUrl: sandbox().url,
		key: keys.full,
		now: () => sandbox().clock.now().getTime(),
		onWait: (durationMs) => sandbox().clock.advance(durationMs),
	});

const scheduleIn = async (days: number) => {
	const at = new Date(sandbox().clock.now().getTime() + days * dayMs).toISOString();
	const post = await client().posts.create(
		wishOf({ accounts: [channels.facebook.id], caption: 'Hi', delivery: { mode: 'at', at } }),
		{ idempotencyKey: 'k' },
	);
	return post.id;
};

test('waits longer than a timer allows, in shorter steps (N18)', async () => {
	const waiting = client();
	const outcome = await waiting.posts.waitForOutcome(await scheduleIn(25), { limitMs: 60 * dayMs });
	expect(outcome).toMatchObject({ reason: 'reached', post: { status: 'published' } });
	expect(Math.max(...waiting.waits)).toBeLessThan(timerMaxMs);
	const waited = waiting.waits.reduce((sum, durationMs) => sum + durationMs, 0);
	expect(waited).toBeGreaterThanOrEqual(25 * dayMs);
	expect(waited).toBeLessThan(25 * dayMs + 60_000);
});
