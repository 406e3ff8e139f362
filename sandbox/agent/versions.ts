/** Versions of the protocol that the endpoint speaks, newest first. */
export const protocolVersions: readonly string[] = [
	'2025-11-25',
	'2025-06-18',
	'2025-03-26',
	'2024-11-05',
	'2024-10-07',
];

/** The version to speak with a client that asked for one: that one, else the newest. */
export const agreedVersion = (asked: string): string =>
	protocolVersions.find((version) => version === asked) ?? protocolVersions[0] ?? asked;
