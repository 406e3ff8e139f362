import { parseArgs } from 'node:util';
import { eventNames } from '../../nodes/SocialPublishingTrigger/events';
import { average, measure, type Cost } from './meter';
import { goalsOf, toTable, type Result } from './report';
import { startService, type Service } from './service';
import { createNaive, createTrigger, type Subject } from './subjects';

const help = `npm run bench -- trigger [--json] [--this-node]

Measures what a poll of the trigger costs, and compares it with a poll that lists all posts. Both use the sandbox, idle with
1,000 posts and after 10,000 changes. Prints a table, or one JSON document with --json. Runs on the Node.js that
n8n needs, or with --this-node on that of npm.
`;

const minuteMs = 60_000;
/** How often the trigger reads the channels. */
const readingMs = 15 * minuteMs;
const idlePosts = 1_000;
const changes = 10_000;
const idlePolls = { trigger: 200, allEvents: 200, naive: 20 };
/** How many channels the sandbox's seed has, and how many a large workspace has. */
const [usualChannels, manyChannels] = [13, 100];
const scheduledAt = '2030-01-01T12:00:00Z';

type Subjects = Record<'trigger' | 'allEvents' | 'naive', Subject>;
const names = ['trigger', 'allEvents', 'naive'] as const;

/** Polls every minute until the overlap with the previous polls is over. This also warms up the code. */
async function settle(service: Service, subjects: Subjects): Promise<void> {
	for (let count = 0; count < 20; count++) {
		await service.pass(minuteMs);
		for (const name of names) await subjects[name].poll();
	}
}

const isReading = ({ requests }: Cost): boolean => requests > 1;

async function measureIdle(service: Service, subjects: Subjects): Promise<Result[]> {
	const results: Result[] = [];
	for (const subject of names) {
		const pass = async (): Promise<void> => await service.pass(minuteMs);
		const costs = await measure(service, idlePolls[subject], subjects[subject].poll, pass);
		const idle = { situation: 'idle', posts: idlePosts, changes: 0 } as const;
		// Every 15 minutes, a poll also reads the channels.
		const [withChannels, others] = [costs.filter(isReading), costs.filter((cost) => !isReading(cost))];
		if (subject !== 'allEvents') results.push({ subject, ...idle, ...average(costs) });
		else {
			results.push({ subject, ...idle, ...average(others) });
			results.push({ subject: 'withChannels', ...idle, ...average(withChannels) });
		}
	}
	return results;
}

/** Measures the polls that read the channels, with many of them. */
async function measureManyChannels(service: Service, { allEvents }: Subjects): Promise<Result> {
	await service.setChannelCount(manyChannels);
	const pass = async (): Promise<void> => await service.pass(minuteMs);
	const polls = idlePolls.allEvents;
	// The first readings find the new channels.
	await measure(service, polls / 10, allEvents.poll, pass);
	const costs = await measure(service, polls, allEvents.poll, pass);
	await service.setChannelCount(usualChannels);
	await measure(service, polls / 10, allEvents.poll, pass);
	const idle = { situation: 'idle', posts: idlePosts, changes: 0 } as const;
	return { subject: 'withManyChannels', ...idle, ...average(costs.filter(isReading)) };
}

async function measureBurst(service: Service, subjects: Subjects): Promise<Result[]> {
	const results: Result[] = [];
	// Run once without measuring, to warm up the code of both.
	await service.create(changes);
	// The channels are read now, and not while it measures.
	await service.pass(readingMs);
	for (const subject of names) await subjects[subject].poll();
	await service.pass(minuteMs);
	await service.edit();
	for (const subject of names) {
		let found = 0;
		const costs = await measure(service, 1, async () => (found = await subjects[subject].poll()));
		if (found !== changes) throw new Error(`${subject} found ${found} of ${changes} changes`);
		results.push({ subject, situation: 'burst', posts: idlePosts + changes, changes, ...average(costs) });
	}
	return results;
}

async function measureAll(): Promise<Result[]> {
	const service = await startService();
	try {
		await service.create(idlePosts, scheduledAt);
		const subjects: Subjects = {
			trigger: createTrigger(service, ['anyChange']),
			allEvents: createTrigger(service, Object.keys(eventNames)),
			naive: await createNaive(service),
		};
		await settle(service, subjects);
		const idle = await measureIdle(service, subjects);
		const many = await measureManyChannels(service, subjects);
		return [...idle, many, ...(await measureBurst(service, subjects))];
	} finally {
		await service.end();
	}
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
	if (values.help) return void process.stdout.write(help);
	const results = await measureAll();
	const goals = goalsOf(results);
	process.stdout.write(values.json ? `${JSON.stringify({ results, goals })}\n` : `${toTable(results)}\n`);
	if (!goals.areReached) process.exitCode = 1;
}

main().catch(({ message }: Error) => {
	process.stderr.write(`${message}\n`);
	process.exitCode = 1;
});
