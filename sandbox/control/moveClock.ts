import type { Clock } from '../controls';
import { read } from '../http/schema';
import { clockBody } from './bodies';

/** Moves a clock by what a control asks for; gives its time then. */
export const moveClock = ({ controls: { clock }, body }: { controls: { clock: Clock }; body: unknown }) => {
	const { advanceMs, set } = read(clockBody, body);
	if (set !== undefined) clock.set(set);
	if (advanceMs !== undefined) clock.advance(advanceMs);
	return { now: clock.now().toISOString() };
};
