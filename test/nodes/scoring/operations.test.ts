import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { scoringSeed } from '../../../sandbox/scoring';
import { storeBinary, useBinaryMode } from '../../support/n8nBinary';
import { onlyIn, profile } from '../../support/profile';
import { itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { unusedAddress } from '../../support/recordingServer';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useScoringSandbox } from '../../support/useScoringSandbox';

const sandbox = useScoringSandbox();

const { videos, channels, niche } = scoringSeed;

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** What every run with costs says. */
const costHint = expect.objectContaining({
	message: expect.stringMatching(/^This run cost \d+ credits? at most\./) as string,
}) as object;

const titles = (...list: string[]): INodeExecutionData[] => list.map((title) => ({ json: { title } }));

const byTitle = { title: '={{ $json.title }}' };

const nicheById = { niche: { __rl: true, mode: 'id', value: niche } };

const answerWith = (path: string, body: unknown, contentType = 'application/json'): void =>
	sandbox().faults.add({ path, kind: 'body', status: 200, body, contentType });

const spent = (key = 'pro'): number => sandbox().account(key).spent;

const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

/** The values of the list 'Fields' of an operation, named as in `nodeFor`. */
function selectable(operation: string): unknown[] {
	const list = new ContentScoring().description.properties.find(
		({ name, displayOptions: { show } = {} }) =>
			name === 'fields' && operation === `${String(show?.resource)}:${String(show?.operation)}`,
	);
	return (list?.options ?? []).map((option) => 'value' in option && option.value).sort();
}

/** A field of the profile's service. */
const known = (observed: string, documents: string): string => ({ observed, documents })[profile];

type RefusedInput = [operation: string, values: IDataObject, name: string, problem: string];

describe('operations', () => {
	test.each<[string, string, IDataObject, number, string]>([
		['a title (S8)', 'score:packaging', { title: 'A title' }, 1, 'percentile'],
		[
			'a thumbnail by URL (S8)',
			'score:packaging',
			{ thumbnailFrom: 'url', thumbnailUrl: 'https://a.example/b.png' },
			2,
			'score',
		],
		[
			'title and Base64 (S8)',
			'score:packaging',
			{
				title: 'A',
				thumbnailFrom: 'base64',
				thumbnailBase64: `data:image/png;base64,${png.toString('base64')}`,
			},
			3,
			'mode',
		],
		['a hook (S9)', 'score:videoHook', { url: videos.known }, 10, 'overall_score'],
		[
			'a channel by handle (S4, S10)',
			'benchmark:channel',
			{ url: channels.known },
			5,
			known('niche_match_strength', 'channel.ranks'),
		],
		[
			'a video (S5, S11)',
			'benchmark:video',
			{ url: videos.known },
			3,
			known('engagement_percentiles', 'video.engagement_percentiles'),
		],
		['niches (S6, S12)', 'research:getNiches', {}, 1, 'slug'],
		['content gaps (S6, S13)', 'research:getContentGaps', nicheById, 5, known('gap_type', 'chance')],
	])('returns the cost of %s', async (_title, name, values, credits, field) => {
		const items = jsonOf(await nodeFor(sandbox()).run(name, values));
		expect(items[0]).toMatchObject({ creditsCost: credits });
		expect(items[0]).toHaveProperty(field);
		expect(spent()).toBe(credits);
	});

	onlyIn('observed', 'the names of these fields are not documented', () => {
		test.each<[string, string, IDataObject, string[]]>([
			['a hook', 'score:videoHook', { url: videos.known }, ['overall_score', 'transcript']],
			['a channel', 'benchmark:channel', { url: channels.known }, ['niche_slug', 'niche']],
			['a video', 'benchmark:video', { url: videos.known }, ['view_count', 'video']],
			['content gaps', 'research:getContentGaps', nicheById, ['canonical_title', 'evidence']],
		])(
			'returns the fields of %s selected for a tool, with its cost',
			async (_title, name, values, fields) => {
				const as = async (more: IDataObject) =>
					jsonOf(await nodeFor(sandbox()).run(name, { ...values, ...more }, { isTool: true }))[0] ?? {};
				const [simple, raw] = [await as({ output: 'simple' }), await as({ output: 'raw' })];
				const selected = await as({ output: 'fields', fields });
				expect(Object.keys(selected).sort()).toEqual([...fields, 'creditsCost'].sort());
				expect({ ...raw, ...simple }).toMatchObject({ ...selected, creditsCost: simple.creditsCost });
				expect(simple).not.toHaveProperty(fields[1] ?? '');
			},
		);

		test.each<[string, string, IDataObject]>([
			['a hook (S9)', 'score:videoHook', { url: videos.known }],
			['a channel (S10)', 'benchmark:channel', { url: channels.known }],
			['a video (S11)', 'benchmark:video', { url: videos.known }],
			['content gaps (S13)', 'research:getContentGaps', nicheById],
		])('offers every field of %s', async (_title, name, values) => {
			const first = async (simplify: boolean) =>
				jsonOf(await nodeFor(sandbox()).run(name, { ...values, simplify }))[0];
			const fields = Object.keys({ ...(await first(true)), ...(await first(false)) });
			expect(selectable(name)).toEqual(fields.filter((field) => field !== 'creditsCost').sort());
		});
	});

	onlyIn('documents', 'the observed service has the known fields', () => {
		test.each<[string, string, IDataObject, string]>([
			['a channel (S4)', 'benchmark:channel', { url: channels.known }, 'channel'],
			['a video (S5)', 'benchmark:video', { url: videos.known }, 'video'],
			['content gaps (S6)', 'research:getContentGaps', nicheById, 'topic'],
		])(
			'returns %s unchanged, however much is to be returned, with a hint',
			async (_title, name, values, field) => {
				const run = async (more: IDataObject) =>
					await nodeFor(sandbox()).result(name, { ...values, ...more }, { isTool: true });
				const { outputs } = await run({ output: 'raw' });
				for (const more of [{ output: 'simple' }, { output: 'fields', fields: ['title', 'explanation'] }]) {
					const { outputs: others, hints } = await run(more);
					expect(others).toEqual(outputs);
					expect(others[0]?.[0]?.json).toHaveProperty(field);
					expect(hints[0]?.message).toContain('returned unchanged');
					expect(hints).toContainEqual(costHint);
				}
			},
		);
	});

	test.each([['account:get'], ['account:getUsage']])('charges nothing for %s (S14)', async (name) => {
		expect(Object.keys(jsonOf(await nodeFor(sandbox()).run(name, {}))[0] ?? {}).length).toBeGreaterThan(0);
		expect(spent()).toBe(0);
	});

	test('accepts a thumbnail from a binary field (S8)', async () => {
		await useBinaryMode('filesystem');
		const data = await storeBinary(png, { fileName: 'a.png', mimeType: 'image/png' });
		const items = [{ json: {}, binary: { data } }];
		const [item] = await nodeFor(sandbox()).run('score:packaging', { thumbnailFrom: 'binary' }, { items });
		expect(item?.json).toMatchObject({ fileName: 'a.png', mode: 'thumbnail', creditsCost: 2 });
	});

	test('begins with the title, the percentile and the score, and warns if titles are in different niches', async () => {
		const { outputs, hints } = await nodeFor(sandbox()).result('score:packaging', byTitle, {
			items: titles('Meal prep for a week', 'A kettlebell workout for a week'),
		});
		const scores = jsonOf(outputs[0] ?? []);
		expect(scores.map((json) => Object.keys(json).slice(0, 3))).toEqual(
			scores.map(() => ['title', 'percentile', 'score']),
		);
		expect(scores.map(({ title }) => title)).toEqual([
			'Meal prep for a week',
			'A kettlebell workout for a week',
		]);
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/different niches: .+ and .+\. Compare only percentiles of the same niche/),
		);
	});

	test('reads the fields of all items before it pays for the first one, if wrong ones stop the workflow', async () => {
		const items = titles('a', 'b', '');
		const error = await nodeFor(sandbox()).error('score:packaging', byTitle, { items });
		expect(error.message).toBe('The title and the thumbnail are both missing');
		expect(error.context.itemIndex).toBe(2);
		expect(error.description).not.toContain('paid for in this run');
		expect([spent(), sandbox().requests]).toEqual([0, []]);
		const run = { items, continueOnFail: true };
		const outputs = jsonOf(await nodeFor(sandbox()).run('score:packaging', byTitle, run));
		expect(outputs.map(({ creditsCost }) => creditsCost)).toEqual([1, 1, 0]);
	});

	const thumbnailUrl = 'https://example.com/a.png';

	test.each<[operation: string, path: string, parameters: IDataObject, told: IDataObject]>([
		['score:packaging', 'score/packaging', { title: 'A' }, { title: 'A', percentile: null, creditsCost: 0 }],
		[
			'score:packaging',
			'score/packaging',
			{ thumbnailFrom: 'url', thumbnailUrl },
			{ thumbnailUrl, percentile: null, creditsCost: 0 },
		],
		[
			'score:packaging',
			'score/packaging',
			{ thumbnailFrom: 'url', thumbnailUrl: `${thumbnailUrl}?X-Amz-Signature=abc123` },
			{
				thumbnailUrl: expect.not.stringContaining('abc123') as string,
				percentile: null,
				creditsCost: 0,
			},
		],
		[
			'research:getContentGaps',
			'research/content-gaps',
			{ niche: { __rl: true, mode: 'list', value: 'home-cooking' } },
			{ niche: 'home-cooking', creditsCost: 0 },
		],
	])('says of a failed item of %s (%s) what it was about: %p', async (operation, path, parameters, told) => {
		sandbox().faults.add({ path: `/v1/${path}`, kind: 'status', status: 400, times: 1 });
		const [failed] = await nodeFor(sandbox()).run(operation, parameters, { continueOnFail: true });
		const { error, message, details, ...about } = failed?.json ?? {};
		expect([error, message, details]).toEqual([expect.any(String), expect.any(String), expect.any(Object)]);
		expect(about).toEqual({ ...told, action: 'failed' });
	});

	test('says that items were the same', async () => {
		const items = titles('a', 'a', 'b', 'a');
		const { hints } = await nodeFor(sandbox()).result('score:packaging', byTitle, { items });
		expect(hints.map(({ message }) => message)).toContainEqual(
			'2 items had the same input as another one, and shared its result, which was paid for once.',
		);
	});

	test('says that a call without a connection cost nothing (S-N19)', async () => {
		const url = await unusedAddress();
		const error = await nodeFor({ ...sandbox(), url }).error('benchmark:video', { url: videos.known });
		expect(error.message).toBe("The host in 'API URL' refused the connection");
		expect(error.description).toMatch(/No credits were spent\.$/);
	});

	const refusedThumbnail: RefusedInput = [
		'score:packaging',
		{ thumbnailFrom: 'base64', thumbnailBase64: 'AEhlbGxv' },
		'the thumbnail',
		'must be a JPEG',
	];

	test.each<RefusedInput>([
		[
			'score:videoHook',
			{ url: 'https://www.youtube.com/feed' },
			"'Video URL'",
			'must be the URL of a YouTube video',
		],
		[
			'benchmark:video',
			{ url: 'https://a.example/video' },
			"'Video URL'",
			'must be the URL of a YouTube video',
		],
		['benchmark:channel', { url: 'https://a.example/name' }, "'Channel URL or Handle'", 'must be'],
		...(profile === 'observed' ? [refusedThumbnail] : []),
	])(
		'%s names the input that the service refuses as on the screen',
		async (operation, values, name, problem) => {
			const error = await nodeFor(sandbox()).error(operation, values);
			expect(error.message).toBe(`The service refused ${name}`);
			expect(error.description).toContain(`The service says: ${problem}`);
		},
	);

	test.each<[operation: string, url: string]>([
		['score:videoHook', videos.known],
		['benchmark:video', videos.known],
		['benchmark:channel', channels.known],
	])(
		'%s returns the address that it is about, and says which items were the same',
		async (operation, url) => {
			const items = [{ json: {} }, { json: {} }];
			const { outputs, hints } = await nodeFor(sandbox()).result(operation, { url }, { items });
			expect(outputs[0]?.map(({ json }) => json.url)).toEqual([url, url]);
			expect(hints.map(({ message }) => message)).toContainEqual(
				'1 item had the same input as another one, and shared its result, which was paid for once.',
			);
		},
	);

	describe('a thumbnail by URL', () => {
		const server = useRecordingServer();
		const score = () => ({
			thumbnailFrom: 'url',
			thumbnailUrl: `${server().url}/thumbnail.png?signature=secret`,
		});

		const answerOf = (type: string) => ({ status: 200, headers: { 'Content-Type': type }, body: '' });
		const picture = answerOf('image/png');

		test.each(['not an address', 'ftp://a.example/b.png', 'a.example/b.png'])(
			'is refused before it is paid for if it is %s',
			async (thumbnailUrl) => {
				const error = await nodeFor(sandbox()).error('score:packaging', { ...score(), thumbnailUrl });
				expect(error.message).toBe(`'Thumbnail URL' isn't a web address: '${thumbnailUrl}'`);
				expect([spent(), sandbox().requests]).toEqual([0, []]);
			},
		);

		test.each([404, 410])('is refused before it is paid for if its server answers %d', async (status) => {
			server().answerWith({ status, body: {} }, { status, body: {} });
			const error = await nodeFor(sandbox()).error('score:packaging', score());
			expect(error.message).toBe(
				`The image at 'Thumbnail URL' (${server().url}/thumbnail.png?[hidden]) doesn't exist (${status})`,
			);
			expect(`${error.message} ${error.description}`).not.toContain('secret');
			expect(server().requests.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
			expect([spent(), sandbox().requests]).toEqual([0, []]);
		});

		test('is asked about once for several items, before the first one is paid for', async () => {
			server().answerWith(picture);
			const items = titles('a', 'b', 'c');
			await nodeFor(sandbox()).run('score:packaging', { ...byTitle, ...score() }, { items });
			expect(server().requests.map(({ method }) => method)).toEqual(['HEAD']);
			expect(spent()).toBe(9);
		});

		const page = answerOf('text/html; charset=utf-8');

		test.each([
			[page, 'a web page'],
			[answerOf('video/mp4'), 'a file of the type video/mp4'],
			[answerOf('application/json'), 'a file of the type application/json'],
		])('is refused before it is paid for if its server answers %j', async (answer, what) => {
			server().answerWith(answer, answer);
			const error = await nodeFor(sandbox()).error('score:packaging', score());
			expect(error.message).toBe(`'Thumbnail URL' (${server().url}/thumbnail.png?[hidden]) leads to ${what}`);
			expect(error.description).toMatch(/^No credits were spent\. Enter the address of the image itself/);
			expect([spent(), sandbox().requests]).toEqual([0, []]);
		});

		test('has a warning if its server has an empty file', async () => {
			const empty = { ...picture, headers: { ...picture.headers, 'Content-Length': '0' } };
			server().answerWith(empty, empty);
			const [output] = await nodeFor(sandbox()).json('score:packaging', score());
			expect(output?.warning).toMatch(/^'Thumbnail URL' \(.+\) leads to an empty file, but is scored\./);
		});

		test('is scored if only a question for the status gets a page, and the output names the address', async () => {
			server().answerWith(page, picture);
			const [output] = await nodeFor(sandbox()).json('score:packaging', score());
			expect(output).toMatchObject({ thumbnailUrl: score().thumbnailUrl });
			expect(spent()).toBe(2);
		});

		test.each([
			['url', 'thumbnailUrl', 'Thumbnail URL'],
			['base64', 'thumbnailBase64', 'Thumbnail Base64'],
		])(
			'is refused if its expression returned nothing for an item, before anything is paid for (%s)',
			async (from, field, label) => {
				const parameters = {
					title: '={{ $json.title }}',
					thumbnailFrom: from,
					[field]: '={{ $json.image }}',
				};
				const items = [{ json: { title: 'A' } }];
				const lost = await nodeFor(sandbox()).error('score:packaging', parameters, { items });
				expect(lost).toMatchObject({
					message: `The expression in '${label}' returned nothing for this item`,
					description: expect.stringMatching(
						/^No credits were spent\. .* another node with 'No Thumbnail'/,
					) as string,
				});
				expect(spent()).toBe(0);
				const without = { ...parameters, thumbnailFrom: 'none' };
				const other = await nodeFor(sandbox()).result('score:packaging', without, { items });
				expect(other.hints.filter(({ type }) => type === 'warning')).toEqual([]);
				const alone = { ...parameters, title: '' };
				const error = await nodeFor(sandbox()).error('score:packaging', alone, { items });
				expect(error.description).toContain(`The expression in '${label}' returned nothing for this item`);
				const typed = { ...parameters, title: '', [field]: '' };
				const { description } = await nodeFor(sandbox()).error('score:packaging', typed, { items });
				expect(description).toContain(`Fill in 'Title' or '${label}'`);
			},
		);

		test('is scored with a warning if nothing answers at its address', async () => {
			const thumbnailUrl = 'http://127.0.0.1:9/thumbnail.png';
			const run = await nodeFor(sandbox()).result('score:packaging', { ...score(), thumbnailUrl });
			const message =
				"'Thumbnail URL' (http://127.0.0.1:9/thumbnail.png) doesn't answer n8n, but is scored. Check that it opens in a browser without signing in.";
			expect(run.hints).toContainEqual({ message, type: 'warning', location: 'outputPane' });
			expect(run.outputs[0]).toMatchObject([{ json: { warning: message } }]);
			expect(spent()).toBe(2);
		});

		test('has its warning in its item, and one hint counts the items with one', async () => {
			const titles = ['A', 'B {undefined}', 'NaN tips'];
			const items = titles.map((title) => ({ json: { title } }));
			const parameters = { title: '={{ $json.title }}' };
			const { outputs, hints } = await nodeFor(sandbox()).result('score:packaging', parameters, { items });
			expect(outputs[0]?.map(({ json }) => typeof json.warning)).toEqual(['undefined', 'string', 'string']);
			expect(hints.filter(({ message }) => message.includes('Check'))).toEqual([
				expect.objectContaining({
					message:
						"Item 1: The expression in 'Title' returned 'B {undefined}'. Check that it finds its values. 2 items have a 'warning'.",
				}),
			]);
		});

		test('counts no warning of an item that failed', async () => {
			server().answerWith({ status: 403, body: {} }, { status: 403, body: {} });
			const items = ['A', ''].map((title) => ({ json: { title } }));
			const run = { items, continueOnFail: true };
			const values = { ...score(), title: '={{ $json.title }}' };
			const { outputs, hints } = await nodeFor(sandbox()).result('score:packaging', values, run);
			expect(outputs[0]?.map(({ json }) => typeof json.warning)).toEqual(['string', 'undefined']);
			expect(hints.filter(({ message }) => message.includes("have a 'warning'"))).toEqual([]);
		});

		test.each([401, 403, 405, 500])('is scored with a warning if its server answers %p', async (status) => {
			server().answerWith({ status, body: {} }, { status, body: {} });
			const { hints } = await nodeFor(sandbox()).result('score:packaging', score());
			const message = expect.stringContaining(
				`answers n8n with the status ${status}, but is scored`,
			) as string;
			expect(hints).toContainEqual({ message, type: 'warning', location: 'outputPane' });
			expect(spent()).toBe(2);
		});

		test('is scored with a warning if its server says that it is a GIF', async () => {
			server().answerWith({ status: 200, headers: { 'Content-Type': 'image/gif' }, body: '' });
			const [output] = await nodeFor(sandbox()).json('score:packaging', score());
			expect(output?.warning).toBe(
				'The thumbnail is GIF. The service is known to accept JPEG, PNG and WebP.',
			);
		});

		test('is scored if its server has no answer only to a question for the status', async () => {
			server().answerWith({ status: 404, body: {} }, picture);
			await nodeFor(sandbox()).json('score:packaging', score());
			expect(spent()).toBe(2);
		});
	});

	test('runs several items in parallel and returns them in order, each paired', async () => {
		sandbox().change({ latencyMs: 30 });
		const list = Array.from({ length: 8 }, (_, index) => `Title ${index}`);
		const items = await nodeFor(sandbox()).run('score:packaging', byTitle, { items: titles(...list) });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(list.map((_, item) => ({ item })));
		expect(sandbox().inFlight['/v1/score/packaging'].peak).toBeGreaterThan(1);
		expect(sandbox().inFlight.all.peak).toBeLessThanOrEqual(5);
	});

	test('sends at most two hooks in parallel', async () => {
		sandbox().change({ latencyMs: 30 });
		const items = Array.from({ length: 5 }, (_, index) => ({
			json: { v: `https://youtu.be/acmeVideo1${index}` },
		}));
		await nodeFor(sandbox()).run('score:videoHook', { url: '={{ $json.v }}' }, { items });
		expect(sandbox().inFlight['/v1/score/video-hook'].peak).toBe(2);
	});
});

test('sends a thumbnail of the maximum size', async () => {
	const picture = Buffer.concat([png, Buffer.alloc(9_375_000 - png.length)]).toString('base64');
	const values = { thumbnailFrom: 'base64', thumbnailBase64: picture };
	await nodeFor(sandbox()).run('score:packaging', values);
	expect(spent()).toBe(2);
});

test('rejects a thumbnail that is too large before anything is sent', async () => {
	const values = { thumbnailFrom: 'base64', thumbnailBase64: 'A'.repeat(66_666_672) };
	await expect(nodeFor(sandbox()).run('score:packaging', values)).rejects.toThrow(
		'The thumbnail is too large',
	);
	expect(sandbox().requests).toHaveLength(0);
});

describe('responses in another format', () => {
	test.each<[string, string, IDataObject, string, unknown, object]>([
		['an object', 'score:packaging', { title: 'x' }, '/v1/score/packaging', { points: 3 }, { points: 3 }],
		['a list', 'score:packaging', { title: 'x' }, '/v1/score/packaging', [3], { data: [3] }],
		['no list', 'research:getNiches', {}, '/v1/research/niches', { count: 0 }, { count: 0 }],
	])('returns %s with a hint', async (_title, name, values, path, body, expected) => {
		answerWith(path, JSON.stringify(body));
		const { outputs, hints } = await nodeFor(sandbox()).result(name, values);
		expect(outputs[0]).toMatchObject([{ json: { ...expected, creditsCost: 1 } }]);
		expect(hints).toMatchObject([{ message: expect.stringContaining('returned unchanged') }, costHint]);
	});

	test.each<[string, unknown, IDataObject[]]>([
		['under another name (S-N8)', { results: [{ slug: 'a' }] }, [{ slug: 'a', creditsCost: 1 }]],
		['bare (S-N8)', [{ slug: 'a' }], [{ slug: 'a', creditsCost: 1 }]],
		['of only names', { niches: ['a'] }, [{ value: 'a', creditsCost: 1 }]],
	])('accepts a list %s', async (_title, body, expected) => {
		answerWith('/v1/research/niches', JSON.stringify(body));
		const items = await nodeFor(sandbox()).run('research:getNiches', {});
		expect(items.map(({ json }) => json)).toEqual(expected);
	});

	test('counts what an earlier node has paid for an item that failed there only once', async () => {
		const details = { creditsCost: 3, code: 'timeout' };
		const items = [{ json: { error: 'No answer', message: 'No answer. Try again.', details } }];
		const [output] = await nodeFor(sandbox()).json(
			'score:packaging',
			{ title: '={{ $json.title }}' },
			{ items, continueOnFail: true },
		);
		expect(output).toMatchObject({ creditsCost: 0, details: { code: 'timeout' } });
		expect(output?.details).not.toHaveProperty('creditsCost');
	});

	test('scores a title that is too long for YouTube, with a warning', async () => {
		const titles = [100, 101].map((length) => ({ json: { title: '😀'.repeat(length) } }));
		const outputs = await nodeFor(sandbox()).json(
			'score:packaging',
			{ title: '={{ $json.title }}' },
			{ items: titles },
		);
		expect(outputs.map(({ warning }) => warning)).toEqual([
			undefined,
			"'Title' has 101 characters, and YouTube allows 100.",
		]);
	});

	test('warns of scores in different modes', async () => {
		const items = [{ json: { image: '' } }, { json: { image: 'https://a.example/b.png' } }];
		const titles = (mode: string) => ({ score: 1, percentile: 50, raw_score: 1, mode });
		answerWith('/v1/score/packaging', titles('title'));
		answerWith('/v1/score/packaging', titles('combined'));
		const { hints } = await nodeFor(sandbox()).result(
			'score:packaging',
			{ title: '={{ `A${$json.image}` }}' },
			{ items },
		);
		const message = expect.stringMatching(/in different modes: .+ and .+\. Compare only/) as string;
		expect(hints).toContainEqual({ message, type: 'warning', location: 'outputPane' });
	});

	test("shows a hint with a title score that 'percentile' is the number to compare", async () => {
		const { outputs, hints } = await nodeFor(sandbox()).result('score:packaging', {
			title: 'A chair of oak',
		});
		expect(outputs).toMatchObject([[{ json: { percentile: expect.any(Number) as number } }]]);
		expect(hints).toEqual([
			costHint,
			{
				message: expect.stringMatching(/^Compare titles and thumbnails by 'percentile'\./),
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	test('returns no item for an empty list, but a hint with the cost', async () => {
		answerWith('/v1/research/content-gaps', { gaps: [] });
		const { outputs, hints } = await nodeFor(sandbox()).result('research:getContentGaps', nicheById);
		expect(outputs).toEqual([[]]);
		expect(hints).toMatchObject([
			{
				message: "The list is empty, and cost 5 credits. Lower 'Minimum Score', or choose other 'Gap Types'.",
			},
			{ message: expect.stringMatching(/^This run cost 5 credits at most\. 'Get Usage'/) },
		]);
	});

	test('names the item whose list is empty', async () => {
		answerWith('/v1/research/content-gaps', { gaps: [] });
		const items = [{ json: { score: 1 } }, { json: { score: 2 } }];
		const parameters = { ...nicheById, filters: { minScore: '={{ $json.score }}' } };
		const { hints } = await nodeFor(sandbox()).result('research:getContentGaps', parameters, { items });
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^Item 0: The list is empty, and cost 5 credits\./),
		);
	});

	onlyIn('observed', 'no document names the score of a gap', () => {
		test.each<[string, IDataObject, string]>([
			[
				'all types',
				{},
				"The higher 'opportunity_score' is, the better. To get competitive gaps, too, choose",
			],
			['one type', { gapType: ['stale'] }, "The higher 'opportunity_score' is, the better."],
		])('says how to read content gaps of %s', async (_title, filters, message) => {
			const niche = { mode: 'id', value: 'home-cooking' };
			const { hints } = await nodeFor(sandbox()).result('research:getContentGaps', { niche, filters });
			const told = hints.map((hint) => hint.message).filter((text) => text.includes('opportunity_score'));
			expect(told).toEqual([expect.stringMatching(new RegExp(`^${message}`))]);
			expect(told[0]?.includes('competitive')).toBe(message.includes('competitive'));
		});
	});

	test('says how to read a benchmark', async () => {
		const video = { title: 'A', engagement_percentiles: { overall: 9 } };
		answerWith('/v1/benchmark/video', { video, niche: { slug: 'a' } });
		const { hints } = await nodeFor(sandbox()).result('benchmark:video', { url: videos.known });
		expect(hints.at(-1)?.message).toContain("'engagement_percentiles'");
	});

	test('warns of benchmarks in different niches', async () => {
		const compared = { channel: { title: 'A', engagement_percentiles: { overall: 9 } } };
		answerWith('/v1/benchmark/channel', { ...compared, niche: { slug: 'cooking', name: 'Cooking' } });
		answerWith('/v1/benchmark/channel', { ...compared, niche: { slug: 'travel' } });
		const items = itemsOf({ url: '@a' }, { url: '@b' });
		const { hints } = await nodeFor(sandbox()).result(
			'benchmark:channel',
			{ url: '={{ $json.url }}' },
			{ items },
		);
		expect(hints).toContainEqual({
			message: expect.stringMatching(/different niches: (?:Cooking and travel|travel and Cooking)\./),
			type: 'warning',
			location: 'outputPane',
		});
	});

	test('unwraps a benchmark inside a payload (S-N10)', async () => {
		answerWith('/v1/benchmark/video', { payload: { video: { title: 'In a box' }, niche: { slug: 'a' } } });
		const [item] = await nodeFor(sandbox()).run('benchmark:video', { url: videos.known });
		expect(item?.json).toMatchObject({ title: 'In a box' });
	});

	test.each<[string, string, string, RegExp]>([
		['nothing usable', '{}', 'application/json', /is empty.*'API URL' in the credential/],
		['a page', '<html>Welcome</html>', 'text/html', /isn't JSON.*'API URL' in the credential/],
	])('shows a clear error for %s', async (_title, body, contentType, description) => {
		const fault = { path: '/v1/score/packaging', kind: 'body', status: 200, body, contentType } as const;
		sandbox().faults.add({ ...fault, times: 3 });
		await expect(nodeFor(sandbox()).run('score:packaging', { title: 'x' })).rejects.toMatchObject({
			message: "The service returned an answer that can't be read",
			description: expect.stringMatching(description),
		});
	});
});

describe('filters of content gaps from expressions', () => {
	test.each<[string, IDataObject, object]>([
		['no minimum score', { minScore: null }, {}],
		['an empty minimum score', { minScore: '' }, {}],
		['no limit', { limit: null }, {}],
		['numbers as text', { limit: '10', minScore: '5' }, { limit: '10', min_score: '5' }],
	])('accept %s', async (_title, filters, query) => {
		await nodeFor(sandbox()).run('research:getContentGaps', { ...nicheById, filters });
		expect(sandbox().requests.map((request) => request.query)).toEqual([{ niche, ...query }]);
	});
});

test.each<[string, string, IDataObject, RegExp]>([
	[
		'no title and no thumbnail (S15)',
		'score:packaging',
		{ title: ' ' },
		/The title and the thumbnail are both missing/,
	],
	[
		'invalid Base64',
		'score:packaging',
		{ thumbnailFrom: 'base64', thumbnailBase64: '%%%' },
		/'Thumbnail Base64' isn't Base64 text/,
	],
	[
		"a page that isn't a video (S9)",
		'score:videoHook',
		{ url: 'https://example.com' },
		/'Video URL' isn't the address of a YouTube video: 'https:\/\/example\.com'/,
	],
	['an invalid video', 'score:videoHook', { url: 'hello' }, /'Video URL' isn't a web address: 'hello'/],
	['an empty channel', 'benchmark:channel', { url: '' }, /'Channel URL or Handle' is empty/],
	[
		'a video instead of a channel',
		'benchmark:channel',
		{ url: 'https://www.youtube.com/watch?v=acmeVideo01' },
		/'Channel URL or Handle' is that of a video: 'https:\/\/www\.youtube\.com\/watch\?v=acmeVideo01'/,
	],
	[
		'a channel instead of a video',
		'benchmark:video',
		{ url: 'https://www.youtube.com/@acme' },
		/'Video URL' is that of a channel: 'https:\/\/www\.youtube\.com\/@acme'/,
	],
	[
		'a playlist instead of a video',
		'score:videoHook',
		{ url: 'https://www.youtube.com/playlist?list=PL0123456789abcdef' },
		/'Video URL' is that of a playlist: 'https:\/\/www\.youtube\.com\/playlist\?list=PL0123456789abcdef'/,
	],
	[
		'a handle instead of a video',
		'benchmark:video',
		{ url: '@acme' },
		/'Video URL' isn't a web address: '@acme'/,
	],
	[
		"a title that wasn't evaluated",
		'score:packaging',
		{ title: 'Best of {{ $json.t }}' },
		/'Title' has '\{\{ \$json\.t \}\}'/,
	],
	['a title without a value', 'score:packaging', { title: 'undefined' }, /'Title' has 'undefined'/],
	[
		'a video as a thumbnail',
		'score:packaging',
		{
			thumbnailFrom: 'base64',
			thumbnailBase64: Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0').toString('base64'),
		},
		/'Thumbnail Base64' isn't an image\. It's a video/,
	],
	[
		'a PDF as a thumbnail',
		'score:packaging',
		{ thumbnailFrom: 'base64', thumbnailBase64: Buffer.from('%PDF-1.7\n\u00e2').toString('base64') },
		/'Thumbnail Base64' isn't an image\. It's a PDF/,
	],
	[
		'an object as a title',
		'score:packaging',
		{ title: 'Best of [object Object]' },
		/'Title' has '\[object Object\]'/,
	],
])('shows a clear error for %s at no cost', async (_title, name, values, message) => {
	await expect(nodeFor(sandbox()).run(name, values)).rejects.toMatchObject({
		message: expect.stringMatching(message),
		description: expect.stringMatching(/.{20}/),
	});
	expect(spent()).toBe(0);
});

describe('failures', () => {
	const path = '/v1/score/packaging';
	test.each<[string, number, string, RegExp]>([
		['a redirect is not followed (S-N7)', 301, 'The service redirects', /'API URL' in the credential/],
		['404 of a POST (S-N7)', 404, 'There is nothing at this address', /'API URL' in the credential/],
		['403 (S-N19)', 403, "This API key isn't allowed to do this", /another API key/],
		['401 (S-N19)', 401, 'The service refused the API key', /credential/],
	])('are explained: %s', async (_title, status, message, description) => {
		sandbox().faults.add({ path, kind: 'status', status, headers: { Location: 'https://b.example/v1' } });
		await expect(nodeFor(sandbox()).run('score:packaging', { title: 'x' })).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringMatching(description),
		});
		expect(sandbox().requests).toHaveLength(1);
	});

	test('say which expression returned nothing', async () => {
		const items = [{ json: {} }];
		const error = await nodeFor(sandbox()).error(
			'score:packaging',
			{ title: '={{ $json.title }}' },
			{ items },
		);
		expect(error.description).toContain("The expression in 'Title' returned nothing for this item");
	});

	test.each([
		[
			'score:videoHook',
			'https://youtu.be/acmeVideo01',
			'https://www.youtube.com/watch?v=acmeVideo01&t=3',
			10,
		],
		[
			'benchmark:video',
			'https://www.youtube.com/shorts/acmeVideo01',
			'https://m.youtube.com/watch?v=acmeVideo01',
			3,
		],
		['benchmark:channel', '@acmestudio', 'https://www.youtube.com/@acmestudio/videos', 5],
		['benchmark:channel', '@AcmeStudio', 'youtube.com/@acmeSTUDIO', 5],
	])('%s pays once for two addresses of the same one', async (operation, one, other, price) => {
		const items = [{ json: { url: one } }, { json: { url: other } }];
		const outputs = await nodeFor(sandbox()).json(operation, { url: '={{ $json.url }}' }, { items });
		expect(spent()).toBe(price);
		expect(outputs.map(({ url }) => url)).toEqual([one, other]);
	});

	test.each([
		['benchmark:channel', 'https://www.youtube.com/acmestudio1'],
		['benchmark:channel', 'https://www.youtube.com/@%E0%A4%A'],
		['benchmark:channel', 'https://www.youtube.com/channel/UCacmestudio0000000000000'],
		['benchmark:video', 'https://www.youtube.com/watch?v=short'],
	])('%s sends %s as it is written', async (operation, url) => {
		await nodeFor(sandbox()).run(operation, { url }, { continueOnFail: true });
		expect(sandbox().requests[0]?.body).toMatchObject({ url });
	});

	test('warn of a title whose expression found no value', async () => {
		const title = "={{ 'Top 5 ' + $json.none }}";
		const { hints } = await nodeFor(sandbox()).result(
			'score:packaging',
			{ title },
			{ items: [{ json: {} }] },
		);
		expect(hints).toContainEqual(
			expect.objectContaining({
				message: "The expression in 'Title' returned 'Top 5 undefined'. Check that it finds its values.",
				type: 'warning',
			}),
		);
	});

	const free = /This call cost no credits/;
	const unclear = /Requests of this call that failed may have cost 6 credits/;
	test.each<[status: number, RegExp | undefined]>([
		[400, undefined],
		[401, free],
		[402, free],
		[403, undefined],
		[404, undefined],
		[429, undefined],
		[503, unclear],
	])('with %d say of the cost only what the documents tell (S8, S28)', async (status, words) => {
		sandbox().faults.add({ path, kind: 'status', status, times: 6 });
		const { description } = await nodeFor(sandbox()).error('score:packaging', { title: 'x' });
		expect([free, unclear].filter((one) => one.test(String(description)))).toEqual(words ? [words] : []);
	});

	test('say nothing of the cost of a free call', async () => {
		sandbox().faults.add({ path: '/v1/me/', kind: 'status', status: 401 });
		expect((await nodeFor(sandbox()).error('account:get', {})).description).not.toContain('credits');
	});

	test('wait a minute if the service asks for more, within the five retries (S29)', async () => {
		const hour = { path, kind: 'status', status: 429, retryAfter: 3600 } as const;
		const minutesOf = ({ waitedMs }: { waitedMs(): number }) => Math.round(waitedMs() / 60_000);
		sandbox().faults.add(hour);
		const patient = nodeFor(sandbox());
		await patient.run('score:packaging', { title: 'x' });
		expect(minutesOf(patient)).toBe(1);
		sandbox().faults.add({ ...hour, times: 6 });
		const waiting = nodeFor(sandbox());
		await expect(waiting.run('score:packaging', { title: 'y' })).rejects.toMatchObject({
			message: 'Too many requests',
			description: expect.stringContaining('in 3600 seconds'),
		});
		expect(minutesOf(waiting)).toBe(5);
	});
});

test('returns the ID of a refused request in the error and its details', async () => {
	const fault = { path: '/v1/score/packaging', kind: 'status', status: 400 } as const;
	sandbox().faults.add({ ...fault, times: 2 });
	await expect(nodeFor(sandbox()).run('score:packaging', { title: 'x' })).rejects.toMatchObject({
		description: expect.stringMatching(/\. Request ID: req_\d+\.$/),
	});
	const run = { continueOnFail: true };
	const [item] = await nodeFor(sandbox()).run('score:packaging', { title: 'x' }, run);
	expect(item?.json.details).toMatchObject({ requestId: sandbox().requests.at(-1)?.requestId });
});

test.each<[string, IDataObject, string]>([
	[
		'a GIF',
		{ thumbnailFrom: 'base64', thumbnailBase64: Buffer.from('GIF89a......').toString('base64') },
		'GIF',
	],
	[
		'a HEIC photo',
		{ thumbnailFrom: 'base64', thumbnailBase64: Buffer.from('....ftypheic....').toString('base64') },
		'HEIC',
	],
	['a URL of a GIF', { thumbnailFrom: 'url', thumbnailUrl: 'https://a.example/b.gif?size=2' }, 'GIF'],
])('sends %s with a hint, because no document refuses it', async (_title, values, format) => {
	answerWith('/v1/score/packaging', { score: 1 });
	const { hints } = await nodeFor(sandbox()).result('score:packaging', values);
	const message = `The thumbnail is ${format}. The service is known to accept JPEG, PNG and WebP.`;
	expect(hints).toContainEqual(
		expect.objectContaining({ message: expect.stringContaining(message) as string }),
	);
	expect(sandbox().requests).toHaveLength(1);
});
