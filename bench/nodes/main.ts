import { parseArgs } from 'node:util';
import { measureBuilder } from './parts/builder';
import { measureCalendar } from './parts/calendar';
import { measureItems } from './parts/items';
import { measureLoading } from './parts/loading';
import { measureMemory } from './parts/memory';
import { measureOverhead } from './parts/overhead';
import { measureReads } from './parts/reads';
import { measureWrites } from './parts/writes';
import { toTable } from './report';
import { isReached, type Part } from './results';

const parts: Record<string, () => Promise<Part>> = {
	builder: measureBuilder,
	calendar: measureCalendar,
	items: measureItems,
	loading: measureLoading,
	memory: measureMemory,
	reads: measureReads,
	overhead: measureOverhead,
	writes: measureWrites,
};

const help = `npm run bench -- [--only <part>] [--json] [--this-node]

Measures the nodes with the sandbox, together with what they are compared with, and how well n8n's AI builder finds
them. Parts: ${Object.keys(parts).join(', ')}.
Prints tables, or one JSON document with --json. Runs on the Node.js that n8n needs, or with --this-node on that of npm.
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { json: { type: 'boolean' }, help: { type: 'boolean' }, only: { type: 'string' } },
	});
	if (values.help) return void process.stdout.write(help);
	const chosen = Object.entries(parts).filter(([name]) => values.only === undefined || values.only === name);
	const measured: Part[] = [];
	for (const [, measure] of chosen) measured.push(await measure());
	const figures = measured.flatMap((part) => part.figures);
	const goals = measured
		.flatMap((part) => part.goals)
		.map((goal) => ({ ...goal, isReached: isReached(goal) }));
	process.stdout.write(
		values.json ? `${JSON.stringify({ figures, goals })}\n` : `${toTable(figures, goals)}\n`,
	);
	if (goals.some((goal) => !goal.isReached)) process.exitCode = 1;
}

main().catch(({ message }: Error) => {
	process.stderr.write(`${message}\n`);
	process.exitCode = 1;
});
