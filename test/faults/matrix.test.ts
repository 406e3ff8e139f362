import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seed } from '../../sandbox';
import { useBinaryMode } from '../support/n8nBinary';
import { faults } from './faults';
import { renderReport } from './report';
import { lengths, runAll, scenarios, titleOf, type Outcome, type Result, type Scenario } from './scenario';
import { longTestMs } from '../support/longTest';
import { onlyIn } from '../support/profile';
import { writes } from './writes';

const reportFile = join(__dirname, '..', '..', 'docs', 'project', 'faults.md');
/** Set by `npm run docs`. */
const isWriting = process.env.WRITE_DOCS === '1';

let results: ReadonlyMap<Scenario, Result> = new Map();

beforeAll(async () => {
	await useBinaryMode('default');
	results = await runAll();
}, longTestMs);

type Rule = (outcome: Outcome, scenario: Scenario, result: Result) => boolean;

const saysWhatToDo = /\b(run|look|read|try|check|wait|correct|put|send|give)\b/i;
const unclear = /undefined|\[object|null|NaN|\bat \w+.*:\d+:\d+|^\s*$/;
const admitsDoubt = /may have been carried out/;
const textOf = ({ error }: Outcome): string => `${error?.message} ${error?.description}`;
const secrets = new RegExp([...Object.values(seed.keys), 'X-Amz', '/storage/'].join('|'));
const mostRequests = 16;

/** Titles of the scenarios that break a rule, with their outcomes. */
const breaking = (isKept: Rule): string[] =>
	[...results].flatMap(([scenario, result]) =>
		[result.first, result.retried]
			.filter((outcome) => !isKept(outcome, scenario, result))
			.map((outcome) => `${titleOf(scenario)}: ${outcome.timesDone} times, ${textOf(outcome)}`),
	);

test('runs every write with every fault, with and without On Error: Continue (D4)', () => {
	expect(results.size).toBe(scenarios.length);
	expect(scenarios.filter(({ caller }) => !caller)).toHaveLength(
		writes.length * faults.length * lengths.length * 2,
	);
});

test('runs create, publish, duplicate and upload with every fault as agent and MCP tools and in n8n Agents (D4)', () => {
	expect(scenarios.filter(({ caller }) => caller)).toHaveLength(4 * 5 * faults.length * lengths.length);
});

describe('any fault, with or without a retry by n8n', () => {
	test.each<[string, Rule]>([
		['never does the work twice (D4, P71)', ({ timesDone }) => timesDone <= 1],
		[
			'reports success only if the work was done (D4, P54)',
			({ error, timesDone }) => Boolean(error) || timesDone === 1,
		],
		[
			'says in an error after the work that it may have been done (P54, D4)',
			(outcome) => !outcome.error || outcome.timesDone === 0 || admitsDoubt.test(textOf(outcome)),
		],
		[
			'shows a title and says what to do in every error (P97)',
			({ error }) => !error || (error.message.length > 10 && saysWhatToDo.test(error.description)),
		],
		[
			'shows no machine-readable text in an error (P97)',
			({ error }) => !error || ![error.message, error.description].some((text) => unclear.test(text)),
		],
		['never shows a key or a signed URL (D1, P87)', ({ everything }) => !secrets.test(everything)],
		['causes no findings by the sandbox watcher (D4, P54, P71)', ({ findings }) => findings.length === 0],
		['limits the number of requests (D4)', ({ requests }) => requests <= mostRequests],
		['never waits longer than five minutes (D5, P103)', ({ waited }) => waited <= 300],
	])('%s', (_title, isKept) => {
		expect(breaking(isKept)).toEqual([]);
	});

	test('changes only where the text appears with On Error: Continue (P97)', () => {
		const without = [...results].filter(([{ caller, continueOnFail }]) => !caller && !continueOnFail);
		const visible = ({ first, retried }: Result) =>
			[first, retried].map(({ everything: _, ...seen }) => seen);
		for (const [scenario, result] of without) {
			const twin = scenarios.find(
				(one) => one.continueOnFail && titleOf(one) === titleOf(scenario),
			) as Scenario;
			expect([titleOf(twin), visible(results.get(twin) as Result)]).toEqual([
				titleOf(scenario),
				visible(result),
			]);
		}
	});
});

describe('when the fault is over', () => {
	test('completes every write with Retry On Fail (D4)', () => {
		const isOver: Rule = ({ error }, { caller }, { retried }) =>
			!error || !retried.error || caller?.retries === false;
		expect(breaking(isOver)).toEqual([]);
	});
});

/** Only the user can fix these: a proxy that refuses the node, and a service that sees a key although none was sent. */
const isLeftToUser: (scenario: Scenario) => boolean = ({ fault, write }) =>
	fault.name.includes('1010') ||
	(fault.isOfWrites === true && ['Update', 'Delete', 'Withdraw'].includes(write.name));

test('recovers from a fault of one request whenever the node can (D4, P54)', () => {
	const left = [...results].filter(
		([scenario, { first }]) => scenario.lasts === 'one request' && first.error && !isLeftToUser(scenario),
	);
	expect(left.map(([scenario]) => titleOf(scenario))).toEqual([]);
});

onlyIn('observed', 'the page describes the service as it was seen to be', () => {
	test('keeps docs/project/faults.md up to date, which npm run docs -- faults writes (D4)', () => {
		const report = renderReport(results);
		if (isWriting) writeFileSync(reportFile, report);
		expect(readFileSync(reportFile, 'utf8')).toBe(report);
	});
});
