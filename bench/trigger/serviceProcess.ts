import { startSandbox, type Sandbox } from '../../sandbox';
import { createMany, editMany } from '../../test/support/manyRequests';

/** A command to the service's process. */
export interface Command {
	create?: number;
	/** When the created posts are published. Otherwise they are drafts. */
	scheduledAt?: string;
	/** Whether to edit the posts that were created last. */
	edit?: boolean;
	pass?: number;
	/** How many channels the key can use from now on. */
	channels?: number;
}

/** What the service's process sends after its start and after each command. */
export interface Answer {
	url: string;
	apiKey: string;
	/** Requests since the last answer, without those of the command itself. */
	requests: number;
}

function takeRequests({ requests }: Sandbox): number {
	const count = requests.length;
	requests.length = 0;
	return count;
}

/** Adds channels to those of the key, or takes the last ones from it, until it has as many as wanted. */
async function setChannelCount({ url, seed, channels, keys }: Sandbox, wanted: number): Promise<void> {
	const key = seed.keys.full;
	const headers = { Authorization: `Bearer ${key}`, 'User-Agent': 'benchmark/1.0' };
	const response = await fetch(`${url}/api/v1/accounts/`, { headers });
	const { data } = (await response.json()) as { data: Array<{ id: string }> };
	const ids = data.map(({ id }) => id).slice(0, wanted);
	keys.setChannels(key, [...ids, ...channels.copy(seed.channels.linkedin.id, wanted - ids.length)]);
}

async function serve(): Promise<void> {
	const sandbox = await startSandbox({ clock: 'manual', rateLimits: 'off', seed: 'empty' });
	const { url, seed } = sandbox;
	const answer = (requests: number): void => {
		const message: Answer = { url, apiKey: seed.keys.full, requests };
		process.send?.(message);
	};
	let ids: string[] = [];
	const change = async ({
		create = 0,
		scheduledAt,
		edit = false,
		pass = 0,
		channels = 0,
	}: Command): Promise<void> => {
		const requests = takeRequests(sandbox);
		sandbox.clock.advance(pass);
		const delivery = scheduledAt === undefined ? {} : { delivery: { mode: 'at', at: scheduledAt } };
		if (create > 0) ids = await createMany(url, create, delivery);
		if (edit) await editMany(url, ids);
		if (channels > 0) await setChannelCount(sandbox, channels);
		takeRequests(sandbox);
		answer(requests);
	};
	process.on('message', (command: Command) => void change(command));
	process.on('disconnect', () => void sandbox.close().then(() => process.exit()));
	answer(0);
}

void serve();
