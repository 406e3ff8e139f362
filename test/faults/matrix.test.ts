import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seed } from '../../sandbox';
import { useBinaryMode } from '../support/n8nBinary';
import { renderReport } from './report';
import { runAll, scenarios, titleOf, type Outcome, type Result, type Scenario } from './scenario';

const reportFile = join(__dirname, '..', '..', 'docs', 'faults.md');
/** Set by `npm run docs`. */
const isWriting = process.env.WRITE_DOCS === '1';

let results: ReadonlyMap<Scenario, Result> = new Map();

beforeAll(async () => {
	await useBinaryMode('default');
	results = await runAll();
}, 240_000);

type Rule = (outcome: Outcome, scenario: Scenario, result: Result) => boolean;

const saysWhatToDo = /\b(run|look|read|try|check|wait|correct|put|send|give)\b/i;
const unclear = /undefined|\[object|null|NaN|\bat \w+.*:\d+:\d+|^\s*$/;
const admitsDoubt = /may have been carried out/;
const textOf = ({ error }: Outcome): string => `${error?.message} ${error?.description}`;
const secrets = new RegExp([...Object.values(seed.keys), 'X-Amz', '/storage/'].join('|'));
const mostRequests = 16;

/** Titles of the scenarios that break a rule, with what they show. */
const breaking = (isKept: Rule): string[] =>
	[...results].flatMap(([scenario, result]) =>
		[result.first, result.retried]
			.filter((outcome) => !isKept(outcome, scenario, result))
			.map((outcome) => `${titleOf(scenario)}: ${outcome.timesDone} times, ${textOf(outcome)}`),
	);

test('every write meets every fault, with and without On Error: Continue (D4)', () => {
	expect(results.size).toBe(scenarios.length);
	expect(scenarios.filter(({ caller }) => !caller)).toHaveLength(11 * 15 * 2 * 2);
});

test('create, publish, duplicate and upload meet every fault as tools of agents and of an MCP server, and in n8n Agents (D4)', () => {
	expect(scenarios.filter(({ caller }) => caller)).toHaveLength(4 * 5 * 15 * 2);
});

describe('whatever goes wrong, and whether n8n retries or not', () => {
	test.each<[string, Rule]>([
		['no work is done twice (D4, P71, P86)', ({ timesDone }) => timesDone <= 1],
		[
			'what the user is told went well was done (D4, P54)',
			({ error, timesDone }) => Boolean(error) || timesDone === 1,
		],
		[
			'an error after the work says that it may be done (P54, D4)',
			(outcome) => !outcome.error || outcome.timesDone === 0 || admitsDoubt.test(textOf(outcome)),
		],
		[
			'an error has a title and says what to do (P97)',
			({ error }) => !error || (error.message.length > 10 && saysWhatToDo.test(error.description)),
		],
		[
			'no error has a text for machines in it (P97)',
			({ error }) => !error || ![error.message, error.description].some((text) => unclear.test(text)),
		],
		['no key and no signed URL shows anywhere (D1, P87)', ({ everything }) => !secrets.test(everything)],
		['the watcher of the sandbox has nothing to say (D4, P54, P71)', ({ findings }) => findings.length === 0],
		['the number of requests is bounded (D4)', ({ requests }) => requests <= mostRequests],
		['no run waits longer than five minutes (D5, P103)', ({ waited }) => waited <= 300],
	])('%s', (_title, isKept) => {
		expect(breaking(isKept)).toEqual([]);
	});

	test('On Error: Continue changes nothing but where the text is read (P97)', () => {
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
	test('Retry On Fail brings every write to its end (D4, P86)', () => {
		const isOver: Rule = ({ error }, { caller }, { retried }) =>
			!error || !retried.error || caller?.retries === false;
		expect(breaking(isOver)).toEqual([]);
	});
});

/** Only the user can mend these: a proxy that refuses the node, and a service that sees a key where none was sent. */
const isLeftToUser: (scenario: Scenario) => boolean = ({ fault, write }) =>
	fault.name.includes('1010') ||
	(fault.isOfWrites === true && ['Update', 'Delete', 'Withdraw'].includes(write.name));

test('a fault that meets one request leaves nothing to the user that the node can settle (D4, P54)', () => {
	const left = [...results].filter(
		([scenario, { first }]) => scenario.lasts === 'one request' && first.error && !isLeftToUser(scenario),
	);
	expect(left.map(([scenario]) => titleOf(scenario))).toEqual([]);
});

test('docs/faults.md is up to date; npm run docs writes it (D4)', () => {
	const report = renderReport(results);
	if (isWriting) writeFileSync(reportFile, report);
	expect(readFileSync(reportFile, 'utf8')).toBe(report);
});
