import { parseArgs } from 'node:util';
import { measure } from './meter';
import { goalsOf, toTable, type Result } from './report';
import { startService, type Service } from './service';
import { createNaive, createTrigger, type Subject } from './subjects';

const help = `npm run bench -- trigger [--json] [--this-node]

Measures what a poll of the trigger costs, and compares it with a poll that lists all posts. Both use the sandbox, idle with
1,000 posts and after 10,000 changes. Prints a table, or one JSON document with --json. Runs on the Node.js that
n8n needs, or with --this-node on that of npm.
`;

const minuteMs = 60_000;
const idlePosts = 1_000;
const changes = 10_000;
const idlePolls = { trigger: 200, naive: 20 };

type Subjects = Record<Result['subject'], Subject>;
const names = ['trigger', 'naive'] as const;

/** Polls every minute until the overlap with the previous polls is over. This also warms up the code. */
async function settle(service: Service, subjects: Subjects): Promise<void> {
	for (let count = 0; count < 20; count++) {
		await service.pass(minuteMs);
		for (const name of names) await subjects[name].poll();
	}
}

async function measureIdle(service: Service, subjects: Subjects): Promise<Result[]> {
	const results: Result[] = [];
	for (const subject of names) {
		const pass = async (): Promise<void> => await service.pass(minuteMs);
		const cost = await measure(service, idlePolls[subject], subjects[subject].poll, pass);
		results.push({ subject, situation: 'idle', posts: idlePosts, changes: 0, ...cost });
	}
	return results;
}

async function measureBurst(service: Service, subjects: Subjects): Promise<Result[]> {
	const results: Result[] = [];
	// Run once without measuring, to warm up the code of both.
	await service.create(changes);
	for (const subject of names) await subjects[subject].poll();
	await service.pass(minuteMs);
	await service.edit();
	for (const subject of names) {
		let found = 0;
		const cost = await measure(service, 1, async () => (found = await subjects[subject].poll()));
		if (found !== changes) throw new Error(`${subject} found ${found} of ${changes} changes`);
		results.push({ subject, situation: 'burst', posts: idlePosts + changes, changes, ...cost });
	}
	return results;
}

async function measureAll(): Promise<Result[]> {
	const service = await startService();
	try {
		await service.create(idlePosts);
		const subjects: Subjects = { trigger: createTrigger(service), naive: await createNaive(service) };
		await settle(service, subjects);
		const idle = await measureIdle(service, subjects);
		return [...idle, ...(await measureBurst(service, subjects))];
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
