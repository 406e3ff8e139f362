import { startSandbox, type Sandbox } from '../../sandbox';
import { createMany, editMany } from '../../test/support/manyRequests';

/** What the benchmark asks of the service. */
export interface Command {
	create?: number;
	/** Of the posts created last. */
	edit?: boolean;
	pass?: number;
}

/** What the service answers, after its start and after every command. */
export interface Answer {
	url: string;
	apiKey: string;
	/** Requests since the last answer, without those of the command. */
	requests: number;
}

function takeRequests({ requests }: Sandbox): number {
	const count = requests.length;
	requests.length = 0;
	return count;
}

async function serve(): Promise<void> {
	const sandbox = await startSandbox({ clock: 'manual', rateLimits: 'off', seed: 'empty' });
	const { url, seed } = sandbox;
	const answer = (requests: number): void => {
		const message: Answer = { url, apiKey: seed.keys.full, requests };
		process.send?.(message);
	};
	let ids: string[] = [];
	const change = async ({ create = 0, edit = false, pass = 0 }: Command): Promise<void> => {
		const requests = takeRequests(sandbox);
		sandbox.clock.advance(pass);
		if (create > 0) ids = await createMany(url, create);
		if (edit) await editMany(url, ids);
		takeRequests(sandbox);
		answer(requests);
	};
	process.on('message', (command: Command) => void change(command));
	process.on('disconnect', () => void sandbox.close().then(() => process.exit()));
	answer(0);
}

void serve();
