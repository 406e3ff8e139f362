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
	/** Starts n8n anew with these packages, and no others, named by its environment; the testbed is then that of the new one. */
	declare(packages: Array<{ name: string; version: string }>): Promise<void>;
}

declare global {
	/** Put there by the installation environment. */
	var releases: Releases;
}
