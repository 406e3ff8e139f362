import { faults, type Fault } from './faults';
import type { Caller } from '../support/callers';
import { lengths, otherCallers, writesOfTools, type Outcome, type Result, type Scenario } from './scenario';
import { writes, type Write } from './writes';

/** Results of one write and one fault, by how long the fault lasts. */
type ResultOf = (write: Write, fault: Fault, lasts: Scenario['lasts']) => Result;

/** The system's messages for a broken connection differ between Node versions. */
const withoutCause = (text: string): string => text.replace(/\. Cause: .*$/s, '');

const cells = (values: unknown[]): string => `| ${values.join(' | ')} |`;

const reads = ({ error }: Outcome): string => error?.message ?? 'the result';

const requestsIn = (outcome: Outcome, before = 0): string => {
	const count = outcome.requests - before;
	return `${count} request${count === 1 ? '' : 's'}`;
};

/** What the second run adds, or nothing if there is none. */
function afterRetry({ first, retried }: Result): string {
	if (!first.error) return '';
	return `${requestsIn(retried, first.requests)}, ${retried.store}, ${reads(retried)}`;
}

const rowOf = (fault: Fault, lasts: string, result: Result): string => {
	const { first } = result;
	return cells([
		fault.name,
		lasts,
		first.requests,
		first.waited,
		first.store,
		reads(first),
		afterRetry(result),
	]);
};

/** One row for each duration of a fault, or one for both if they end the same way. */
function rowsOf(fault: Fault, find: (lasts: Scenario['lasts']) => Result): string[] {
	const rows = lengths.map((lasts) => rowOf(fault, lasts, find(lasts)));
	const [short, long] = lengths.map((lasts) => rowOf(fault, 'either', find(lasts)));
	return short === long ? [short ?? ''] : rows;
}

const tableOf = (write: Write, find: ResultOf): string =>
	[
		`## ${write.name}\n`,
		cells([
			'Fault',
			'Lasts for',
			'Requests',
			'Waits (s)',
			'In the store',
			'The user reads',
			'With Retry On Fail, then',
		]),
		cells(Array.from({ length: 7 }, () => '---')),
		...faults.flatMap((fault) => rowsOf(fault, (lasts) => find(write, fault, lasts))),
	].join('\n');

/** The values to compare. Tools have other texts, because a model reads what to do in the message. */
const comparable = ({ error, timesDone, store }: Outcome): string =>
	JSON.stringify([error !== undefined, timesDone, store]);

/** How a write ends with one caller, compared with an execution. */
function rowOfCaller(
	caller: Caller,
	write: Write,
	results: Array<[Scenario, Result]>,
	find: ResultOf,
): string {
	const rows = results.filter(([scenario]) => scenario.caller === caller && scenario.write === write);
	const asInExecution = rows.filter(([{ fault, lasts }, { first }]) => {
		const { first: expected } = find(write, fault, lasts);
		return comparable(first) === comparable(expected);
	});
	const failed = rows.filter(([, { first }]) => first.error);
	const settled = failed.filter(([, { retried }]) => !retried.error && retried.timesDone === 1);
	const afterRetry = caller.retries
		? `${settled.length} of ${failed.length} done once`
		: 'n8n does not retry';
	const most = Math.max(...rows.flatMap(([, { first, retried }]) => [first.timesDone, retried.timesDone]));
	return cells([caller.name, write.name, `${asInExecution.length} of ${rows.length}`, afterRetry, most]);
}

/** The same writes if n8n runs the node in another way. */
const tableOfCallers = (results: Array<[Scenario, Result]>, find: ResultOf): string =>
	[
		'## As a tool, and in n8n Agents\n',
		'These callers have less information for recognizing a retry than an execution. The table covers the writes that a retry could duplicate.\n',
		cells([
			'n8n runs the node as',
			'Write',
			'Faults that end as in an execution',
			'After Retry On Fail, of those that failed',
			'Most times that the work was done',
		]),
		cells(Array.from({ length: 5 }, () => '---')),
		...otherCallers.flatMap((caller) =>
			writesOfTools.map((write) => rowOfCaller(caller, write, results, find)),
		),
	].join('\n');

/** Every title with its advice. */
function advice(outcomes: Outcome[]): string {
	const texts = outcomes.flatMap(({ error }) =>
		error ? [`- **${error.message}**: ${withoutCause(error.description)}`] : [],
	);
	return [...new Set(texts)].sort().join('\n');
}

const introduction = `Use these tables to see what happens to a write when a request fails. They are written by \`npm run docs -- faults\` from \`test/faults\`, which
runs every row in n8n's own contexts against the sandbox. Do not edit.

The tests combine each write of the node Social Publishing with each fault in two ways. "One request" means that only the request that
does the work fails. "The whole run" means that every request fails until the run ends, except that a 409 affects only the write. If a
run fails, n8n's Retry On Fail runs the node again after the fault is over. The last column shows what that run adds. With On
Error: Continue, the user reads the same text in an error item, and everything else is the same, too.

In no row is work done twice, and no row reports success for work that wasn't done. If the work was done but the user reads an
error, the error says that this is possible. "In the store" shows the posts after the first run. The last column shows them
after the second run.`;

/** The content of docs/project/faults.md. */
export function renderReport(results: ReadonlyMap<Scenario, Result>): string {
	const all = [...results];
	const entries = all.filter(([{ caller, continueOnFail }]) => !caller && !continueOnFail);
	const find: ResultOf = (write, fault, lasts) => {
		const found = entries.find(([one]) => one.write === write && one.fault === fault && one.lasts === lasts);
		if (!found) throw new Error(`${write.name}: ${fault.name} was not run`);
		return found[1];
	};
	const outcomes = entries.flatMap(([, { first, retried }]) => [first, retried]);
	return [
		'# What faults do to writes',
		introduction,
		...writes.map((write) => tableOf(write, find)),
		tableOfCallers(all, find),
		`## What the titles say to do\n\n${advice(outcomes)}\n`,
	].join('\n\n');
}
