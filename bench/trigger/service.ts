import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Answer, Command } from './serviceProcess';

/** The sandbox in a separate process, so that its work doesn't count as the trigger's. */
export interface Service {
	url: string;
	apiKey: string;
	/** Creates posts, as drafts or scheduled for a time. */
	create(count: number, scheduledAt?: string): Promise<void>;
	/** Edits the posts that were created last. */
	edit(): Promise<void>;
	/** Advances the service's clock, in milliseconds. */
	pass(ms: number): Promise<void>;
	/** Gives the API key so many channels. */
	setChannelCount(count: number): Promise<void>;
	/** Returns how many requests have arrived since the last call. */
	countRequests(): Promise<number>;
	end(): Promise<void>;
}

/** Starts the sandbox. */
export async function startService(): Promise<Service> {
	const child = fork(path.join(__dirname, 'serviceProcess.js'));
	const nextAnswer = async (): Promise<Answer> => ((await once(child, 'message')) as [Answer])[0];
	const ask = async (command: Command): Promise<Answer> => {
		child.send(command);
		return await nextAnswer();
	};
	const { url, apiKey } = await nextAnswer();
	return {
		url,
		apiKey,
		create: async (count, scheduledAt) => void (await ask({ create: count, scheduledAt })),
		edit: async () => void (await ask({ edit: true })),
		pass: async (ms) => void (await ask({ pass: ms })),
		setChannelCount: async (count) => void (await ask({ channels: count })),
		countRequests: async () => (await ask({})).requests,
		end: async () => {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}
