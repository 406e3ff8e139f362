/** The running poll of a node, or the result of its last one. */
interface Turn {
	startedAt: number;
	/** When the poll returned items, and the revision of the state that it started from. */
	handedOver?: { at: number; revision: number };
}

/**
 * n8n saves a state shortly after it received the items. If a poll starts from the old state after this time, n8n didn't save the
 * new one, and the items must be returned again.
 */
const savedWithinMs = 10_000;

const turns = new Map<string, Turn>();

/**
 * Starts the turn of a node whose polls n8n's scheduler starts. The scheduler can start two polls at the same time, for example
 * one that a crash interrupted and the one that is due. It can also start a poll with a state from before the last poll.
 * @param options `revision`: of the state that the poll starts from. `limitMs`: when n8n abandons a poll, in milliseconds
 * @returns a function that ends the turn and accepts whether the poll returned items. Undefined if the poll must not run
 */
export function takeTurn(
	node: string,
	{ revision, limitMs }: { revision: number; limitMs: number },
): ((hasItems: boolean) => void) | undefined {
	const last = turns.get(node);
	const now = Date.now();
	if (last?.handedOver === undefined) {
		if (last && now < last.startedAt + limitMs) return undefined;
	} else if (last.handedOver.revision === revision && now < last.handedOver.at + savedWithinMs) {
		return undefined;
	}
	const turn: Turn = { startedAt: now };
	turns.set(node, turn);
	return (hasItems) => {
		// After the limit, another poll can have taken the turn.
		if (turns.get(node) !== turn) return;
		if (hasItems) turn.handedOver = { at: Date.now(), revision };
		else turns.delete(node);
	};
}
