/** A seed with the API keys of a sandbox, by name. */
interface WithKeys {
	keys: Record<string, string>;
}

/** The length of the fixed end of a key. */
const endLength = 16;

/** Returns a seed whose keys end with a secret. Without one, their ends are fixed, so that tests know them. */
export const withSecret = <Seed extends WithKeys>(seed: Seed, secret: string | undefined): Seed => ({
	...seed,
	keys: Object.fromEntries(
		Object.entries(seed.keys).map(([name, key]) => [
			name,
			secret === undefined ? key : `${key.slice(0, -endLength)}${secret}`,
		]),
	),
});
