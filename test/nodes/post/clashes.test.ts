import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { readComparison } from '../../../nodes/SocialPublishing/form/compareOption';
import type { ParameterReader } from '../../../nodes/shared/parameters';
import { seed, type FaultSpec } from '../../../sandbox';
import { createMany } from '../../support/manyRequests';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels } = seed;
const { bluesky, facebook, linkedin, youtube } = channels;

const node = () => nodeFor(sandbox());
const comparing = (settings: IDataObject = {}, more: IDataObject = {}): IDataObject => ({
	options: { comparePosts: { settings }, ...more },
});
const day = (number: number, time = '09:00'): string =>
	`2026-01-${String(number).padStart(2, '0')}T${time}:00+00:00`;
const news = 'Our new showroom opens tomorrow, and everyone is invited';
const at = (publishAt: string): IDataObject => ({ delivery: 'at', publishAt });
const base = { channels: [linkedin.id, bluesky.id], caption: news, ...at(day(10)) };

const create = async (parameters: IDataObject = {}, run = {}): Promise<IDataObject> => {
	const [created = {}] = await node().json('post:create', { ...base, ...parameters }, run);
	return created;
};
const clashesIn = ({ clashes }: IDataObject = {}) => clashes as IDataObject[];
const reasonsIn = (output: IDataObject | undefined): unknown[] =>
	clashesIn(output).map(({ reason }) => reason);
const lists = () =>
	sandbox().requests.filter(({ method, path }) => method === 'GET' && path === '/api/v1/posts/');
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

/** Runs a node and returns its output with its hints. */
async function runWithHints(parameters: IDataObject, items?: INodeExecutionData[]) {
	const { outputs, hints } = await node().result('post:create', { ...base, ...parameters }, { items });
	return { json: (outputs[0] ?? []).map(({ json }) => json), hints };
}

describe('Compare With Other Posts', () => {
	test('is off unless someone adds it', async () => {
		await create();
		expect(await create({ options: { comparePosts: {} } })).not.toHaveProperty('clashes');
		expect(lists()).toEqual([]);
	});

	test('names a post with the same text by channel, time, caption and ID, and sends the new one', async () => {
		const first = await create({ channels: [linkedin.id] });
		const second = await create(comparing());
		expect(second).toMatchObject({
			status: 'scheduled',
			comparedWith: { posts: 1, hasMore: false },
			clashes: [
				{
					reason: 'sameText',
					accountId: linkedin.id,
					channel: expect.stringContaining('LinkedIn'),
					postId: first.id,
					item: null,
					status: 'scheduled',
					time: '2026-01-10T09:00:00.000+00:00',
					minutesLater: 0,
					caption: news,
					url: null,
					message: `LinkedIn (${linkedin.handle}) has the same text on Sat, Jan 10, 2026, 9:00 AM (UTC): '${news}'`,
				},
			],
		});
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('has an empty list if nothing clashes, in the raw output, too', async () => {
		expect(await create({ ...comparing(), simplify: false })).toMatchObject({ clashes: [] });
	});

	test.each<[string, IDataObject, unknown[]]>([
		['a text with a small change', { caption: `${news}! 🎉` }, ['sameText']],
		['another link', { caption: `${news} https://example.com/x` }, ['similarText']],
		['another text', { caption: 'We are closed on Monday' }, []],
		['the same text on another channel', { channels: [facebook.id] }, []],
		['the same text three days later', at(day(13)), ['sameText']],
		['the same text four days later', at(day(14)), []],
		['the same text three days earlier', at(day(7)), ['sameText']],
		['a draft, which counts as now', { delivery: 'draft' }, []],
		[
			'a draft with a time',
			{ delivery: 'draft', additionalFields: { proposedPublishAt: day(11) } },
			['sameText'],
		],
	])('compares with %s', async (_title, parameters, reasons) => {
		await create({ channels: [linkedin.id] });
		expect(reasonsIn(await create({ ...parameters, ...comparing() }))).toEqual(reasons);
	});

	test.each<[string, IDataObject, IDataObject, unknown[]]>([
		['29 minutes later', at(day(10, '09:29')), { spacingMinutes: 30 }, ['closeInTime']],
		['29 minutes earlier', at(day(10, '08:31')), { spacingMinutes: 30 }, ['closeInTime']],
		['30 minutes later', at(day(10, '09:30')), { spacingMinutes: 30 }, []],
		['without a limit', at(day(10, '09:29')), {}, []],
		['with the limit as text', at(day(10, '09:29')), { spacingMinutes: '30' }, ['closeInTime']],
		['in a queue', { delivery: 'queue' }, { spacingMinutes: 10_080 }, []],
	])('keeps posts apart: %s', async (_title, parameters, settings, reasons) => {
		await create({ channels: [linkedin.id], caption: 'Another text' });
		const output = await create({ ...parameters, ...comparing(settings) });
		expect(reasonsIn(output)).toEqual(reasons);
	});

	test('compares what each channel shows, after Adapt Text and overrides', async () => {
		await create({ channels: [linkedin.id] });
		const overrides = { channelOverridesJson: { [linkedin.id]: { caption: 'Something else' } } };
		expect(reasonsIn(await create({ ...comparing({}, overrides) }))).toEqual([]);
		const adapted = { adaptText: { settings: { convertMarkdown: true } } };
		const caption = `## ${news}`;
		expect(reasonsIn(await create({ ...comparing({}, adapted), caption, channels: [linkedin.id] }))).toEqual([
			'sameText',
		]);
	});

	test('tells videos with different titles apart, although their captions are the same', async () => {
		const video = { channels: [youtube.id], delivery: 'draft' };
		const titled = (title: string) => ({ title, additionalFields: { proposedPublishAt: day(6) } });
		await create({ ...video, ...titled('How to oil a table') });
		expect(
			reasonsIn(await create({ ...video, ...titled('A tour of our workshop'), ...comparing() })),
		).toEqual([]);
		expect(reasonsIn(await create({ ...video, ...titled('How to oil a table!'), ...comparing() }))).toEqual([
			'sameText',
		]);
	});

	test('ignores drafts without a time', async () => {
		await create({ delivery: 'draft' });
		expect(reasonsIn(await create(comparing()))).toEqual([]);
	});

	test('returns only the clashes of its channel with One Item per Channel', async () => {
		await create({ channels: [linkedin.id] });
		const outputs = await node().json('post:create', {
			...base,
			...comparing({}, { outputPerChannel: true }),
		});
		expect(outputs.map((output) => [output.platform, reasonsIn(output)])).toEqual([
			['linkedin', ['sameText']],
			['bluesky', []],
		]);
	});

	test('shows the first clash as a warning, and escapes what other people wrote', async () => {
		const caption = '<b>Big</b> news & more';
		await create({ channels: [linkedin.id], caption });
		const { hints } = await runWithHints({ ...comparing(), caption });
		expect(hints).toContainEqual(
			expect.objectContaining({
				type: 'warning',
				message: `LinkedIn (${linkedin.handle}) has the same text on Sat, Jan 10, 2026, 9:00 AM (UTC): '&#60;b&#62;Big&#60;/b&#62; news &#38; more'.`,
			}),
		);
	});
});

describe('If a Post Clashes', () => {
	test('skips the item, and says why', async () => {
		await create();
		sandbox().requests.length = 0;
		const { json, hints } = await runWithHints(comparing({ ifClash: 'skip' }));
		expect(json).toEqual([
			expect.objectContaining({
				caption: news,
				action: 'skipped',
				reason: 'clash',
				message: expect.stringMatching(
					/was skipped\. LinkedIn \(.*\) and Bluesky \(.*\) have the same text on Sat, Jan 10, 2026, 9:00 AM/,
				),
				clashes: [expect.anything(), expect.anything()],
			}),
		]);
		expect(hints.map(({ message }) => message)).toContain(
			'1 item was skipped because it clashes with other posts.',
		);
		expect(writes()).toEqual([]);
	});

	test('skips a post that Schedule names, with its caption', async () => {
		await create();
		const [draft] = await node().json('post:create', { ...base, delivery: 'draft' });
		const [output] = await node().json('post:schedule', {
			postId: byId(String(draft?.id)),
			...at(day(10)),
			...comparing({ ifClash: 'skip' }),
		});
		expect(output).toMatchObject({ id: draft?.id, caption: news, action: 'skipped' });
	});

	test('stops with an error that names the other post', async () => {
		await create();
		sandbox().requests.length = 0;
		const error = await node().error('post:create', { ...base, ...comparing({ ifClash: 'stop' }) });
		expect(error.message).toMatch(
			/^LinkedIn \(.*\) and Bluesky \(.*\) have the same text on Sat, Jan 10, 2026, 9:00 AM/,
		);
		expect(error.description).toMatch(
			/^Nothing was sent for this item\. The post [0-9a-f-]{36} was created on Mon, Jan 5, 2026, 9:00 AM \(UTC\)\. Change/,
		);
		expect(writes()).toEqual([]);
	});

	test('sends items that have no clash after one that was skipped', async () => {
		await create({ caption: 'Text 1' });
		const items = itemsOf({ text: 'Text 1' }, { text: 'Something quite different' });
		const outputs = await node().json(
			'post:create',
			{ ...base, caption: '={{ $json.text }}', ...comparing({ ifClash: 'skip' }) },
			{ items },
		);
		expect(outputs.map(({ action, status }) => action ?? status)).toEqual(['skipped', 'scheduled']);
	});
});

describe('the items of a run', () => {
	const caption = '={{ $json.text }}';
	const twice = itemsOf({ text: news }, { text: 'Another one' }, { text: news });

	test.each([1, 5, 20])('are compared in their order with %i parallel requests', async (parallelRequests) => {
		const outputs = await node().json(
			'post:create',
			{ ...base, caption, ...comparing({ ifClash: 'skip' }, { parallelRequests }) },
			{ items: twice },
		);
		expect(outputs.map(({ action }) => action)).toEqual([undefined, undefined, 'skipped']);
		expect(clashesIn(outputs[2])).toMatchObject([
			{ reason: 'sameText', item: 0, postId: null, message: expect.stringContaining(' in item 0: ') },
			{ reason: 'sameText', item: 0 },
		]);
		expect(lists()).toHaveLength(1);
	});

	test('ignore an item that is left out', async () => {
		const items = itemsOf(
			...['09:00', '09:20', '09:40'].map((time, index) => ({ text: `Text ${index}`, time: day(12, time) })),
		);
		const outputs = await node().json(
			'post:create',
			{
				...base,
				caption,
				...at('={{ $json.time }}'),
				...comparing({ ifClash: 'skip', spacingMinutes: 30, textDays: 0 }),
			},
			{ items },
		);
		expect(outputs.map(({ action }) => action)).toEqual([undefined, 'skipped', undefined]);
	});

	test('ignore an item that can’t be read, which fails by itself', async () => {
		const items = itemsOf({ text: null }, { text: news });
		const outputs = await node().json(
			'post:create',
			{ ...base, caption, ...comparing({ ifClash: 'skip' }) },
			{ items, continueOnFail: true },
		);
		expect(outputs).toMatchObject([{ error: expect.anything() }, { status: 'scheduled', clashes: [] }]);
	});

	test('need one list of posts for any number of items', async () => {
		const items = itemsOf(...Array.from({ length: 30 }, (_, index) => ({ text: `Item number ${index}` })));
		await node().json('post:create', { ...base, caption, ...comparing() }, { items });
		expect(lists()).toHaveLength(1);
	});
});

describe('the rounds of a loop', () => {
	const lagging = useSandbox({ visibilityLagMs: 60_000 });
	const longText = `${news} and enjoys what we have prepared. `.repeat(13);
	const many = Object.values(channels).slice(0, 9);

	test.each([
		['posts', [linkedin], news],
		['posts with long texts on many channels', many, longText],
	])(
		'are compared with %s of earlier rounds that lists don’t show yet',
		async (_title, networks, caption) => {
			const runData = createRunData(itemsOf({}));
			const { url, clock } = lagging();
			const round = async (runIndex: number): Promise<IDataObject | undefined> => {
				const [output] = await nodeFor({ url, clock }).json(
					'post:create',
					{
						...comparing(),
						caption,
						channels: networks.map(({ id }) => id),
						additionalFields: { proposedPublishAt: day(10 + runIndex) },
					},
					{ executionId: 'loop', runIndex, runData },
				);
				return output;
			};
			expect(reasonsIn(await round(0))).toEqual([]);
			expect(reasonsIn(await round(1))).toEqual(networks.map(() => 'sameText'));
		},
	);
});

describe('the list of other posts', () => {
	test('sends the post with a hint if it can’t be read, and still compares the items', async () => {
		const fault: FaultSpec = {
			path: '/api/v1/posts/',
			method: 'GET',
			kind: 'status',
			status: 500,
			times: 50,
		};
		sandbox().faults.add(fault);
		const { json, hints } = await runWithHints(comparing(), itemsOf({}, {}));
		expect(json).toMatchObject([
			{ status: 'scheduled', clashes: [], comparedWith: { posts: 0, error: expect.any(String) } },
			{ status: 'scheduled', clashes: [{ item: 0 }, { item: 0 }] },
		]);
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(
				/^Couldn't compare with other posts: .*\. The items were compared only with each other\.$/,
			),
		);
		sandbox().faults.clear();
	});

	test('has up to 1,000 posts, the newest first, and says if there are more', async () => {
		await create({ caption: 'The oldest post of all' });
		await createMany(sandbox().url, 1_000, { delivery: { mode: 'at', at: day(20) } });
		sandbox().requests.length = 0;
		const { json, hints } = await runWithHints({ ...comparing(), caption: 'The oldest post of all' });
		expect(json).toMatchObject([{ clashes: [], comparedWith: { posts: 1_000, hasMore: true } }]);
		expect(hints.map(({ message }) => message)).toContain(
			'Compared with the newest 1000 posts. There are more.',
		);
		expect(lists()).toHaveLength(10);
	});
});

describe('an item never clashes with its own post', () => {
	const stopping = comparing({ ifClash: 'stop' });

	test.each<[string, IDataObject]>([
		['update', { updateFields: { caption: `${news}!` } }],
		['upsert', { ...base, caption: `${news}!` }],
		['syncCalendar', { ...base, caption: `${news}!` }],
		['schedule', { delivery: 'at', publishAt: day(10, '10:00') }],
	])('with %s', async (operation, parameters) => {
		const { id } = await create();
		const [output] = await node().json(`post:${operation}`, {
			postId: byId(String(id)),
			...parameters,
			options: { ...(stopping.options as IDataObject), ifScheduled: 'reschedule' },
		});
		expect(output).toMatchObject({ id, status: 'scheduled', clashes: [] });
	});

	const post = { path: '/api/v1/posts/', method: 'POST' };
	const lost: FaultSpec = { ...post, kind: 'dropAfter' };
	const refusedRepeat: FaultSpec = { ...post, kind: 'status', status: 401, times: 100 };
	const unreadable: FaultSpec = {
		path: /\/api\/v1\/(me|posts)\/$/,
		method: 'GET',
		kind: 'status',
		status: 403,
		times: 100,
	};

	/** Runs a create whose post is made, but that fails because the node can't find that out. Then runs it again. */
	async function retryAfter(faults: FaultSpec[], parameters: IDataObject): Promise<IDataObject> {
		const run = { executionId: 'the same', runIndex: 0, runData: createRunData(itemsOf({})) };
		for (const fault of faults) sandbox().faults.add(fault);
		await expect(create(parameters, run)).rejects.toThrow();
		sandbox().faults.clear();
		return await create(parameters, run);
	}

	test.each<[string, FaultSpec[]]>([
		['whose answer got lost', [lost, refusedRepeat, unreadable]],
		['after which the service failed', [{ ...post, kind: 'statusAfter', status: 500 }, unreadable]],
	])('in a retry of a create %s', async (_title, faults) => {
		expect(await retryAfter(faults, stopping)).toMatchObject({ status: 'scheduled', clashes: [] });
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('in a retry of an article whose answer got lost', async () => {
		const caption = `${news}. `.repeat(400);
		const article = { channels: [channels.devto.id], caption, title: 'News' };
		const output = await retryAfter([lost, refusedRepeat, unreadable], {
			...comparing({ ifClash: 'skip' }),
			...article,
		});
		expect(output).toMatchObject({ status: 'scheduled', clashes: [] });
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('in a retry, which names the post with which the first try has clashed', async () => {
		const { id } = await create();
		const output = await retryAfter([lost, refusedRepeat], comparing());
		expect(clashesIn(output).map(({ postId }) => postId)).toEqual([id, id]);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('but Create clashes with the same text of another execution of the same key', async () => {
		const { id } = await create();
		const output = await create(
			comparing({ ifClash: 'skip' }, { ifRunAgain: { settings: { send: 'content' } } }),
		);
		expect(output).toMatchObject({ action: 'skipped' });
		expect(clashesIn(output)).toMatchObject([{ postId: id }, { postId: id }]);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test.each(['upsert', 'syncCalendar'])('in %s, whose row has lost its ID', async (operation) => {
		const { id } = await create();
		const [output] = await node().json(`post:${operation}`, { ...base, ...comparing({ ifClash: 'skip' }) });
		expect(output).toMatchObject({ id, action: 'unchanged', clashes: [] });
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('in the editor, which continues with the draft that the last run left', async () => {
		const manual = { mode: 'manual' };
		const more = { channels: [bluesky.id], delivery: 'now', additionalFields: { proposedPublishAt: day(6) } };
		const unchecked = { ...more, ...comparing({ ifClash: 'stop' }, { checkFirst: false }) };
		const caption = `${news}.`.repeat(6);
		await expect(create({ ...unchecked, caption }, manual)).rejects.toThrow('The post was saved as a draft');
		const [draft] = sandbox().posts();
		const output = await create({ ...unchecked, caption: `${news}.`.repeat(5) }, manual);
		expect(output).toMatchObject({ id: draft?.id, status: 'publishing', clashes: [] });
	});
});

describe('the other operations', () => {
	test('Validate adds clashes to its warnings or its errors', async () => {
		await create({ channels: [linkedin.id] });
		const validate = async (ifClash: string) =>
			(await node().json('post:validate', { ...base, ...comparing({ ifClash }) }))[0];
		const message = expect.stringMatching(/^LinkedIn \(.*\) has the same text/);
		expect(await validate('warn')).toMatchObject({ valid: true, errors: [], warnings: [{ message }] });
		expect(await validate('stop')).toMatchObject({ valid: false, errors: [{ message }], warnings: [] });
		expect(await validate('skip')).toMatchObject({
			valid: true,
			warnings: [{ message }],
		});
	});

	test('Validate compares an existing post at its own time, and not with itself', async () => {
		const { id } = await create({ channels: [linkedin.id] });
		const other = await create({ channels: [linkedin.id], caption: `${news}!` });
		const [verdict] = await node().json('post:validate', {
			source: 'existing',
			postId: byId(String(id)),
			delivery: 'draft',
			...comparing(),
		});
		expect(clashesIn(verdict).map(({ postId }) => postId)).toEqual([other.id]);
	});

	test.each(['submit', 'schedule', 'publish'])(
		'%s compares the draft before it is delivered',
		async (operation) => {
			const scheduled = await create(at(day(6)));
			const draft = await create({ delivery: 'draft' });
			sandbox().requests.length = 0;
			const [output] = await node().json(`post:${operation}`, {
				postId: byId(String(draft.id)),
				...at(day(7)),
				...comparing({ ifClash: 'skip' }),
			});
			expect(output).toMatchObject({
				id: draft.id,
				action: 'skipped',
				clashes: [{ postId: scheduled.id }, {}],
			});
			expect(writes()).toEqual([]);
		},
	);

	test.each<[string, IDataObject]>([
		['update', { updateFields: { caption: 'Other words' }, options: { ifScheduled: 'reschedule' } }],
		['schedule', at(day(12))],
		['upsert', { ...base, caption: 'Other words' }],
		['syncCalendar', { ...base, caption: 'Other words' }],
	])('%s reads its post once, to check, compare and change it', async (operation, parameters) => {
		const { id } = await create();
		sandbox().requests.length = 0;
		await node().json(`post:${operation}`, {
			postId: byId(String(id)),
			...parameters,
			...comparing({}, { ...(parameters.options as IDataObject), checkFirst: true }),
		});
		const reads = sandbox().requests.filter(
			({ method, path }) => method === 'GET' && path === `/api/v1/posts/${String(id)}`,
		);
		expect(reads).toHaveLength(1);
	});

	test('Create or Update skips a change, returns the post as it is, and shows it in a dry run', async () => {
		const other = await create();
		const mine = await create({ caption: 'Another text' });
		const row = { ...base, postId: byId(String(mine.id)) };
		sandbox().requests.length = 0;
		for (const dryRun of [true, false]) {
			const [output] = await node().json('post:upsert', {
				...row,
				...comparing({ ifClash: 'skip' }, { dryRun }),
			});
			expect(output).toMatchObject({
				id: mine.id,
				action: 'skipped',
				caption: 'Another text',
			});
			expect(output?.message).toMatch(/have the same text/);
			expect(clashesIn(output)[0]).toMatchObject({ postId: other.id });
		}
		expect(writes()).toEqual([]);
	});

	test('an unchanged row compares nothing', async () => {
		await create();
		const mine = await create();
		const [output] = await node().json('post:upsert', {
			...base,
			postId: byId(String(mine.id)),
			...comparing({ ifClash: 'stop' }),
		});
		expect(output).toMatchObject({ action: 'unchanged', clashes: [] });
	});

	test('rows can swap their texts', async () => {
		const [one, two] = ['Our spring catalog is here', 'We are hiring a carpenter in Leipzig'];
		const first = await create({ caption: one });
		const second = await create({ caption: two, ...at(day(11)) });
		const items = itemsOf(
			{ id: first.id, text: two, time: day(10) },
			{ id: second.id, text: one, time: day(11) },
		);
		const outputs = await node().json(
			'post:syncCalendar',
			{
				...base,
				postId: byId('={{ $json.id }}'),
				caption: '={{ $json.text }}',
				...at('={{ $json.time }}'),
				...comparing({ ifClash: 'stop' }),
			},
			{ items },
		);
		expect(outputs.map(({ action }) => action)).toEqual(['updated', 'updated']);
	});

	test('Sync Calendar keeps the posts of skipped rows, and those that they clash with', async () => {
		const foreign = await create();
		const mine = await create({ caption: 'Another text', ...at(day(12)) });
		const lost = await create({ caption: 'No longer in the list', ...at(day(13)) });
		const items = itemsOf({ id: mine.id, text: news, time: day(12) }, { text: `${news}!`, time: day(11) });
		const outputs = await node().json(
			'post:syncCalendar',
			{
				...base,
				postId: byId('={{ $json.id }}'),
				caption: '={{ $json.text }}',
				...at('={{ $json.time }}'),
				removeMissing: true,
				removeFrom: day(1),
				removeTo: day(31),
				removalsDryRun: false,
				...comparing({ ifClash: 'skip' }),
			},
			{ items },
		);
		expect(outputs.map(({ action, id }) => [action, id])).toEqual([
			['skipped', mine.id],
			['skipped', null],
			['removed', lost.id],
		]);
		const left = sandbox()
			.posts()
			.map(({ id }) => id);
		expect(left.sort()).toEqual([foreign.id, mine.id].sort());
	});
});

describe('values that can’t be used', () => {
	test.each<[unknown, string]>([
		[{ settings: { textDays: -1 } }, "'Same Text (Days)' can't be -1"],
		[{ settings: { textDays: 'soon' } }, "'Same Text (Days)' can't be 'soon'"],
		[{ settings: { textDays: { days: 3 } } }, `'Same Text (Days)' can't be {"days":3}`],
		[{ settings: { spacingMinutes: 1e9 } }, "'Any Post (Minutes)' can't be 1000000000"],
		[{ settings: { ifClash: '__proto__' } }, "'If a Post Clashes' can't be '__proto__'"],
	])('%j is an error before anything is sent', async (comparePosts, message) => {
		const error = await node().error('post:create', { ...base, options: { comparePosts } as IDataObject });
		expect(error.message).toBe(message);
		expect(writes()).toEqual([]);
	});

	test.each<[unknown, string]>([
		['false', "'Compare With Other Posts' can't be 'false'"],
		[true, "'Compare With Other Posts' can't be true"],
		[{ settings: 'on' }, "'Compare With Other Posts' can't be 'on'"],
		[{ settings: ['on'] }, `'Compare With Other Posts' can't be ["on"]`],
	])('%j, which n8n itself replaces, is an error', (comparePosts, message) => {
		expect(() => readComparison({ options: { comparePosts } } as unknown as ParameterReader)).toThrow(
			message,
		);
	});

	test.each<[string, unknown]>([
		['null', null],
		['an empty text', ''],
		['null settings', { settings: null }],
		['no days and no minutes', { settings: { textDays: 0, spacingMinutes: '0' } }],
	])('%s turns the comparison off', async (_title, comparePosts) => {
		const output = await create({ options: { comparePosts } as IDataObject });
		expect(output).not.toHaveProperty('clashes');
		expect(lists()).toEqual([]);
	});

	test('compares huge texts and texts without words', async () => {
		const caption = '={{ $json.text }}';
		const items = itemsOf(
			...['x '.repeat(30_000), 'x '.repeat(30_000), '🎉', '🎉', '🔥', '__proto__'].map((text) => ({ text })),
		);
		const outputs = await node().json(
			'post:create',
			{ ...base, channels: [facebook.id], caption, ...comparing() },
			{ items },
		);
		expect(outputs.map(reasonsIn)).toEqual([[], ['sameText'], [], ['sameText'], [], []]);
	});
});
