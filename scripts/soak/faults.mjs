/** The share of all requests that get a fault. */
export const FAULT_SHARE = 0.05;

/** Matches every request. */
const ANY = '.';

/** The possible faults. All are equally likely. */
const FAULTS = [
	{ name: '429, `Retry-After: 1`', fault: { kind: 'status', status: 429, retryAfter: 1 } },
	{ name: '503', fault: { kind: 'status', status: 503 } },
	{ name: '500 before the work', fault: { kind: 'status', status: 500 } },
	{ name: '500 after the work', fault: { kind: 'statusAfter', status: 500 } },
	{ name: '504 after the work', fault: { kind: 'statusAfter', status: 504 } },
	{ name: 'dropped before the work', fault: { kind: 'drop' } },
	{ name: 'dropped while a part of a file arrives', fault: { kind: 'dropMidBody' } },
	{ name: 'dropped during the answer', fault: { kind: 'dropMidAnswer' } },
	{ name: 'dropped after the work', fault: { kind: 'dropAfter' } },
];

/**
 * Turns on random faults in a sandbox.
 *
 * @param {string} sandboxUrl
 * @param {number} seed the same seed creates the same faults in the same order
 */
export async function leaveToChance(sandboxUrl, seed) {
	const faults = FAULTS.map(({ fault }) => ({ ...fault, pathPattern: ANY }));
	const body = JSON.stringify({ share: FAULT_SHARE, seed, faults });
	const response = await fetch(`${sandboxUrl}/sandbox/api/chance`, { method: 'POST', body });
	if (!response.ok) throw new Error(`The sandbox takes no faults: ${await response.text()}`);
}

/**
 * Reads how often each fault has happened.
 *
 * @param {string} sandboxUrl
 * @returns {Promise<{ name: string, times: number }[]>}
 */
export async function faultsMet(sandboxUrl) {
	const response = await fetch(`${sandboxUrl}/sandbox/api/chance`);
	const { met } = /** @type {{ met: number[] }} */ (await response.json());
	return FAULTS.map(({ name }, index) => ({ name, times: met[index] ?? 0 }));
}
