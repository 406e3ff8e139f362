import { startSandbox, type SandboxOptions } from '../../sandbox';

/** What the service reports after its start and on request. */
export interface ServiceState {
	url: string;
	apiKey: string;
	/** Posts that the benchmark can read. */
	postIds: string[];
	/** How many requests were answered with each status since the last report. */
	statuses: Record<number, number>;
	/** How many of those requests were writes. */
	writes: number;
}

/** Runs the sandbox in this process. Its options are JSON in the first argument. */
async function serve(): Promise<void> {
	const options = JSON.parse(process.argv[2] ?? '{}') as SandboxOptions;
	const sandbox = await startSandbox({ seed: 'default', ...options });
	const { url, seed, requests } = sandbox;
	const tell = (): void => {
		const statuses: Record<number, number> = {};
		const answered = requests.splice(0);
		for (const { status } of answered) statuses[status] = (statuses[status] ?? 0) + 1;
		const writes = answered.filter(({ method }) => method !== 'GET').length;
		const postIds = Object.values(seed.posts);
		const state: ServiceState = { url, apiKey: seed.keys.full, postIds, statuses, writes };
		process.send?.(state);
	};
	process.on('message', tell);
	process.on('disconnect', () => void sandbox.close().then(() => process.exit()));
	tell();
}

void serve();
