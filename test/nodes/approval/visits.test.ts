import { createVisits, viewsFor } from '../../../nodes/SocialPublishing/approval/visits';

/** Visits on a clock that the test moves. */
function visitsAt() {
	const clock = { time: 0 };
	return { clock, visits: createVisits<typeof saved>(() => clock.time) };
}

const saved = { is: 'decided', comment: 'Saved' };
const decided = async () => saved;
const open = { is: 'open', comment: '' };
const undecided = async () => open;

const byThis = (state: typeof saved) => ({ state, is: 'first' });
const byOther = { state: saved, is: 'repeated' };

test('lets one decision through and returns it to every later request', async () => {
	const { visits } = visitsAt();
	const states = await Promise.all([
		visits.decideOnce('a', '{}', decided),
		visits.decideOnce('a', '{}', async () => await Promise.reject(new Error('decided twice'))),
	]);
	expect(states).toEqual([byThis(saved), byOther]);
});

test('tells who sends the same form again from who comes too late with another one', async () => {
	const { visits } = visitsAt();
	await visits.decideOnce('a', 'approved', decided);
	expect(await visits.decideOnce('a', 'approved', undecided)).toEqual(byOther);
	expect(await visits.decideOnce('a', 'rejected', undecided)).toEqual({ state: saved, is: 'late' });
});

test('lets the next one decide if the first one decided nothing or failed', async () => {
	const { visits } = visitsAt();
	const failing = visits.decideOnce('a', '{}', async () => await Promise.reject(new Error('no service')));
	const waiting = visits.decideOnce('a', '{}', undecided);
	await expect(failing).rejects.toThrow('no service');
	expect([await waiting, await visits.decideOnce('a', '{}', decided)]).toEqual([byThis(open), byThis(saved)]);
});

test('keeps a decision for a minute, and nothing for requests without one', async () => {
	const { clock, visits } = visitsAt();
	for (let count = 0; count < 100; count += 1) {
		await visits.decideOnce(`undecided ${count}`, '{}', undecided);
		await visits
			.decideOnce(`failed ${count}`, '{}', async () => await Promise.reject(new Error('no')))
			.catch(() => 0);
	}
	expect(visits.size()).toBe(0);
	await visits.decideOnce('a', '{}', decided);
	expect([visits.size(), await visits.decideOnce('a', '{}', undecided)]).toEqual([1, byOther]);
	clock.time = 60_000;
	expect(await visits.decideOnce('a', '{}', undecided)).toEqual(byThis(open));
	expect(visits.size()).toBe(0);
});

test('waits for a decision, however long it takes', async () => {
	const { clock, visits } = visitsAt();
	let finish = (_state: typeof saved): void => undefined;
	const slow = visits.decideOnce('a', '{}', async () => await new Promise((resolve) => (finish = resolve)));
	clock.time = 600_000;
	const other = visits.decideOnce('a', '{}', async () => await Promise.reject(new Error('decided twice')));
	finish(saved);
	expect([await slow, await other]).toEqual([byThis(saved), byOther]);
});

test('shows a page some times a minute and counts each link separately', () => {
	const { clock, visits } = visitsAt();
	const shown = (nonce: string) =>
		Array.from({ length: 40 }, () => visits.mayShow(nonce, 30)).filter(Boolean).length;
	expect([shown('a'), shown('a'), shown('b')]).toEqual([30, 0, 30]);
	clock.time = 60_000;
	expect([shown('a'), visits.size()]).toEqual([30, 1]);
});

test.each([0, 1, 5, 24, 25])('leaves half of the reads of an API key to others with %d posts', (posts) => {
	expect(viewsFor(posts)).toBeGreaterThan(4);
	expect(viewsFor(posts) * (posts + 3)).toBeLessThan(150);
});
