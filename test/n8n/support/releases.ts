/** The releases in the registry of the installation test. */
export interface Releases {
	/** Name of the package. */
	packageName: string;
	/** Version of the release before this one, in which some modules were elsewhere. */
	previous: string;
	/** Current version of the package. */
	current: string;
	/** Publishes the package under a version, which becomes the latest. */
	publish(version: string): Promise<void>;
	/** Restarts n8n with only these packages named in its environment. The testbed then uses the new n8n. */
	declare(packages: Array<{ name: string; version: string }>): Promise<void>;
}

declare global {
	/** Set by the installation environment. */
	var releases: Releases;
}
