/** The parts of package.json that n8n's verification looks at; any of them may be missing or wrong. */
export interface Manifest {
	name?: string;
	version?: string;
	license?: string;
	author?: { name?: string; email?: string };
	homepage?: string;
	repository?: { url?: string };
	keywords?: string[];
	files?: string[];
	scripts?: Record<string, string>;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	bundleDependencies?: string[] | boolean;
	bundledDependencies?: string[] | boolean;
	peerDependencies?: Record<string, string>;
	overrides?: unknown;
	n8n?: { n8nNodesApiVersion?: number; nodes?: string[]; credentials?: string[] };
}

/** A package to look at. */
export interface Package {
	folder: string;
	manifest: Manifest;
	/** The text of a file; empty when it is not there. */
	read(file: string): string;
	/** Files below a folder, relative to the package; empty when it is not there. */
	list(folder: string): string[];
}

/** One thing that n8n's verification asks for. */
export interface Point {
	title: string;
	/** What is wrong, in words; empty when nothing is. */
	find(subject: Package): string[] | Promise<string[]>;
}
