import type { OutcomeSpec } from '../controls';
import type { Channel } from './records';

interface Planned extends OutcomeSpec {
	left: number;
}

/** What the next publishings are to end in; without a plan a connected channel publishes. */
export class Outcomes {
	private planned: Planned[] = [];

	add(outcome: OutcomeSpec): void {
		this.planned.push({ ...outcome, left: outcome.times ?? 1 });
	}

	clear(): void {
		this.planned = [];
	}

	/** Uses up the first plan that fits a channel. */
	take(channel: Channel): OutcomeSpec | undefined {
		const fitting = this.planned.find(
			({ channelId = channel.id, platform = channel.platform }) =>
				channelId === channel.id && platform === channel.platform,
		);
		if (fitting === undefined) return undefined;
		fitting.left -= 1;
		this.planned = this.planned.filter(({ left }) => left > 0);
		return fitting;
	}
}
