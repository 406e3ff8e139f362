import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { useBinaryMode } from '../support/n8nBinary';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { useSandbox } from '../support/useSandbox';
import { triggerOn } from '../trigger/triggerUnderTest';
import { incidentEventNames } from '../../nodes/SocialPublishingTrigger/incidents/findIncidents';
import { mapValues } from '../../client/http/json';
import { costs } from '../../client/scoring/values';
import { errorPage } from './errorPage';
import { fillIn } from './markdown';
import { publishingPages, scoringPage, triggerPage } from './nodePages';
import {
	runPublishingExamples,
	runScoringExamples,
	type PublishingRun,
	type ScoringRun,
} from '../operations/runExamples';
import { rowReasons } from '../../nodes/SocialPublishing/words/rowReasons';
import { pageParts } from './pageParts';
import { readmeParts } from './readmeParts';
import { simplifiedFields } from './values';
import { longTestMs } from '../support/longTest';

const root = join(__dirname, '..', '..');
/** Set by `npm run docs`. */
const isWriting = process.env.WRITE_DOCS === '1';

const sandbox = useSandbox({ seed: 'default' });
const scoringSandbox = useScoringSandbox();
let publishing: ReadonlyMap<string, PublishingRun> = new Map();
let scoring: ReadonlyMap<string, ScoringRun> = new Map();

beforeAll(async () => {
	await useBinaryMode('default');
	publishing = await runPublishingExamples(sandbox());
	scoring = await runScoringExamples(scoringSandbox());
}, longTestMs);

async function triggerExample(): Promise<string> {
	const trigger = triggerOn({ sandbox: sandbox() }, { events: ['anyChange'] });
	const incidents = triggerOn({ sandbox: sandbox() }, { events: [...incidentEventNames] });
	const marked = /^Sample: /;
	const happened = (await incidents.sample()).map(({ sample: _isSample, ...json }) => ({
		...json,
		message: String(json.message).replace(marked, ''),
	}));
	return triggerPage(await trigger.sample(), happened);
}

const filled = (file: string, parts: Record<string, string>): string =>
	Object.entries(parts).reduce(
		(text, [name, part]) => fillIn(text, name, part),
		readFileSync(join(root, file), 'utf8'),
	);

/** Every file that `npm run docs` writes. */
const files: Array<[file: string, render: () => Promise<string> | string]> = [
	['docs/nodes/social-publishing-trigger.md', triggerExample],
	['docs/nodes/content-scoring.md', () => scoringPage(scoring)],
	['docs/errors.md', () => errorPage()],
	['README.md', () => filled('README.md', readmeParts(scoring))],
	...Object.entries(pageParts).map(([file, parts]): [string, () => string] => [
		file,
		() =>
			filled(
				file,
				mapValues(parts, (part) => part()),
			),
	]),
];

function isUpToDate(file: string, page: string): void {
	const path = join(root, file);
	const text = `${page.trimEnd()}\n`;
	// What texts must not have is a table of one page.
	if (!Object.hasOwn(pageParts, file))
		expect(text).not.toMatch(/undefined|NaN|\[object|\bnull\b(?=[^",\n}]*\|)/);
	expect(text.match(/.*(?<!\.)\.\.(?![./]).*/g) ?? []).toEqual([]);
	if (isWriting) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
	expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(text);
}

test.each(files)('%s is up to date; npm run docs writes it', async (file, render) => {
	isUpToDate(file, await render());
});

test('the pages of Social Publishing are up to date, and there are no others; npm run docs writes them', () => {
	const pages = publishingPages(publishing);
	const folder = join(root, 'docs', 'nodes', 'social-publishing');
	for (const [file, page] of pages) isUpToDate(`docs/nodes/${file}`, page);
	const others = readdirSync(folder).filter((file) => !pages.has(`social-publishing/${file}`));
	if (isWriting) for (const file of others) rmSync(join(folder, file));
	expect(isWriting ? [] : others).toEqual([]);
});

test('a page about Social Publishing has at most 2,500 words', () => {
	const long = [...publishingPages(publishing)].filter(([, page]) => page.split(/\s+/).length > 2500);
	expect(long.map(([file]) => file)).toEqual([]);
});

test('the prices match the client (S8, S9, S10, S11, S12, S13, S14)', () => {
	const prices = [...scoring.values()].flatMap(({ credits }) => credits);
	expect(new Set(prices)).toEqual(new Set(Object.values(costs)));
});

test('the page about calendars explains every word that `reason` can have', () => {
	const page = readFileSync(join(root, 'docs/calendar.md'), 'utf8');
	const [, table = ''] = /\n(\| `reason` [^]*?)\n\n/.exec(page) ?? [];
	const words = table.split('\n').flatMap((line) => /^\| `(\w+)`/.exec(line)?.[1] ?? []);
	expect(words.slice(1).sort()).toEqual([...rowReasons].sort());
});

test('a field states its price once', () => {
	const rows = scoringPage(scoring)
		.split('\n')
		.filter((line) => line.startsWith('| Niche |'));
	expect(rows).toHaveLength(1);
	expect(rows[0]?.match(/1 credit/g)).toHaveLength(1);
});

test.each(['post:create', 'post:duplicate', 'post:get', 'post:getAll'])(
	'the table of simplified fields has each field that %s returns',
	(operation) => {
		const { output = [] } = publishing.get(operation) ?? {};
		const channels = output.flatMap(({ channels }) => channels as IDataObject[]);
		expect(channels.length).toBeGreaterThan(0);
		expect(Object.keys(simplifiedFields.post)).toEqual(expect.arrayContaining(output.flatMap(Object.keys)));
		expect(Object.keys(simplifiedFields.channel)).toEqual(
			expect.arrayContaining(channels.flatMap(Object.keys)),
		);
	},
);

test('an example names each field once', () => {
	const examples = [...publishingPages(publishing).values(), scoringPage(scoring)].flatMap(
		(page) => page.match(/^Example with .*/gm) ?? [],
	);
	const repeated = examples.flatMap((example) => {
		const names = [...example.matchAll(/(?:with|,) ((?:[\w ]+ > )*\*\*[^*]+\*\*): /g)].map(
			([, name]) => name,
		);
		return names.filter((name, index) => names.indexOf(name) !== index);
	});
	expect(examples.length).toBeGreaterThan(20);
	expect(repeated).toEqual([]);
});

test('fields of a shared group are described once', () => {
	const pages = publishingPages(publishing);
	const all = [...pages.values()].join('\n');
	expect(all.match(/^## Texts and Boards$/gm)).toHaveLength(1);
	expect(pages.get('social-publishing/post-create.md')).toContain(
		'See [Texts and Boards](post.md#texts-and-boards)',
	);
	expect(all.match(/Made for Kids \|/g)).toHaveLength(1);
	expect(all.match(/Channel > Fields > Title \|/g)).toHaveLength(1);
});
