/** What the registry of the installation test has to offer. */
export interface Releases {
	/** Name of the package. */
	packageName: string;
	/** Version of the release before this one. */
	previous: string;
	/** Version of the package as it is now. */
	current: string;
	/** Publishes what would be published now under a version, which is then the latest. */
	publish(version: string): Promise<void>;
	/** Restarts n8n with only these packages named in its environment. The testbed then uses the new n8n. */
	declare(packages: Array<{ name: string; version: string }>): Promise<void>;
}

declare global {
	/** Put there by the installation environment. */
	var releases: Releases;
}
