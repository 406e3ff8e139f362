import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { postWords } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const { channels, keys, queues, media } = seed;

const { facebook, linkedin, bluesky } = channels;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

const base = { channels: [facebook.id], caption: 'Hello' };

const sentBody = () => sandbox().requests.at(-1)?.body as IDataObject;

describe('channels', () => {
	test.each<[string, unknown]>([
		['a list from the dropdown', [facebook.id, linkedin.id]],
		['IDs separated by commas', `${facebook.id}, ${linkedin.id}`],
		['IDs separated by semicolons', `${facebook.id}; ${linkedin.id}`],
		['names separated by semicolons', 'Facebook: Acme Studio; LinkedIn: Acme Studio'],
		['IDs on separate lines', `${facebook.id}\n${linkedin.id}\n`],
		['an expression that returns a list', '={{ $json.ids }}'],
		['an expression that returns text', "={{ $json.ids.join(',') }}"],
		['an expression that reads the previous node', "={{ $('Input').item.json.ids }}"],
		['a duplicate channel', `${facebook.id}, ${linkedin.id}, ${facebook.id}`],
		['a duplicate channel in capitals', [facebook.id, facebook.id.toUpperCase(), linkedin.id]],
	])('accepts %s (P69)', async (_title, value) => {
		const items = itemsOf({ ids: [facebook.id, linkedin.id] });
		const [created] = await nodeWith().json('post:create', { ...base, channels: value as string }, { items });
		expect(created?.channels).toMatchObject([{ accountId: facebook.id }, { accountId: linkedin.id }]);
		expect(sentBody().accounts).toEqual([facebook.id, linkedin.id]);
	});

	test.each([
		['a list', '={{ [$json.ids[0], $json.other] }}'],
		['a text', '={{ $json.ids[0] }}, {{ $json.other }}'],
	])('that an expression loses in %s are named', async (_title, channels) => {
		const run = { items: itemsOf({ ids: [facebook.id] }) };
		const { outputs, hints } = await nodeWith().result('post:create', { ...base, channels }, run);
		const message =
			"The expression in 'Channel Names or IDs' returned an entry without a value, which is left out";
		expect(outputs[0]).toMatchObject([{ json: { findings: [{ code: 'channelLost', message }] } }]);
		expect(hints).toContainEqual(expect.objectContaining({ message: `${message}.`, type: 'warning' }));
	});
});

describe('optional fields that an expression loses', () => {
	const additionalFields = { linkUrl: '={{ $json.link }}', firstComment: '={{ $json.comment }}' };
	const values = {
		...base,
		additionalFields,
		overrides: 'all',
		channelOptions: { mappingMode: 'defineBelow', value: { 'tiktok:allowComment': '={{ $json.allow }}' } },
		options: { channelOverridesJson: '={{ $json.own }}' },
	};

	test.each<[string, IDataObject, string[]]>([
		[
			'are named in a hint',
			{},
			[
				"The expressions in 'First Comment', 'Link', 'Allow Comments', and 'Channel Overrides (JSON)' returned nothing for this item, so they're left out.",
			],
		],
		['are not named if a cell is only empty', { link: '', comment: '', allow: '', own: '' }, []],
	])('%s', async (_title, json, expected) => {
		const { hints } = await nodeWith().result('post:create', values, { items: itemsOf(json) });
		expect(
			hints.filter(({ message }) => message.includes('returned nothing')).map(({ message }) => message),
		).toEqual(expected);
	});
});

describe('an expression that is not evaluated', () => {
	const caption = 'New: {{ $json.title }}';

	test('is refused before a post is delivered', async () => {
		const error = await nodeWith().error('post:create', { ...base, caption, delivery: 'now' });
		expect(error.message).toBe("'Caption' has '{{ $json.title }}', which isn't evaluated");
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test.each<[string, IDataObject]>([
		['in a draft', { caption, delivery: 'draft' }],
		['in a text of another node', { caption: '={{ $json.text }}', delivery: 'now' }],
		['without the check', { caption, delivery: 'now', options: { checkFirst: false } }],
	])('is sent %s', async (_, more) => {
		const run = { items: itemsOf({ text: caption }) };
		expect(await nodeWith().json('post:create', { ...base, ...more }, run)).toMatchObject([{ caption }]);
	});
});

describe('the error of an earlier node', () => {
	const items = itemsOf({ error: 'Feed not found' });

	test('keeps its text, although n8n has a title of its own for the code in it', async () => {
		const refused = itemsOf({ error: 'connect ECONNREFUSED 127.0.0.1:1' });
		const post = { ...base, media: 'binary', delivery: 'now' };
		const error = await nodeWith().error('post:create', post, { items: refused });
		expect(error.message).toBe('The item failed before this node: connect ECONNREFUSED 127.0.0.1:1');
		expect(error.description).toContain("add a Filter on 'error' before this node");
	});

	test.each<[string, IDataObject]>([
		['words around expressions that return nothing', { caption: '=New: {{ $json.title }} {{ $json.link }}' }],
		['a fixed caption and a title from the item', { caption: 'New video', title: '={{ $json.title }}' }],
	])('is refused instead of being published as %s', async (_title, parameters) => {
		for (const operation of ['post:create', 'post:validate']) {
			const error = await nodeWith().error(operation, { ...base, ...parameters, delivery: 'now' }, { items });
			expect(error).toMatchObject({
				message: 'The item failed before this node: Feed not found',
				description:
					"To leave such items out, add a Filter on 'error' before this node. Nothing was sent for this item.",
			});
		}
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test.each<[string, IDataObject]>([
		['the form reads nothing from items', { caption: 'Hello' }],
		['the form reads the error', { caption: '=Down: {{ $json.error }}' }],
		['the form reads another node', { caption: "={{ $('Input').item.json.error }}" }],
	])('is no reason to refuse it if %s', async (_title, parameters) => {
		const [created] = await nodeWith().json('post:create', { ...base, ...parameters }, { items });
		expect(created?.status).toBe('draft');
	});
});

test('an unknown time zone is named with its field', async () => {
	const error = await nodeWith().error('post:create', {
		...base,
		delivery: 'at',
		publishAt: '2026-01-06T10:00:00',
		options: { timezone: 'Mars/Base' },
	});
	expect(error.message).toBe("'Mars/Base' isn't a time zone");
	expect(error.description).toContain("Choose a time zone for 'Time Zone Name or ID'");
});

test('an item that failed says so in the column that says so of skipped ones', async () => {
	const run = { continueOnFail: true };
	const [created] = await nodeWith().json('post:create', { ...base, channels: ['Mars'] }, run);
	expect(created).toMatchObject({ caption: expect.any(String), action: 'failed' });
});

test.each(['post:get', 'post:publish', 'post:update', 'post:delete', 'post:sendAgain'])(
	'an item of %s that failed names its post among the facts',
	async (operation) => {
		const postId = byId('not-an-id');
		const [failed] = await nodeWith().json(operation, { postId }, { continueOnFail: true });
		expect(failed).toMatchObject({ error: expect.any(String), details: { postId: 'not-an-id' } });
		expect(failed).not.toHaveProperty('id');
	},
);

test('items that name the same post get a warning', async () => {
	const [created] = await nodeWith().json('post:create', { ...base, delivery: 'draft' });
	const postId = byId('={{ $json.id }}');
	const same = itemsOf({ id: created?.id }, { id: String(created?.id).toUpperCase() });
	const { hints } = await nodeWith().result('post:get', { postId }, { items: same });
	expect(hints).toMatchObject([
		{ message: expect.stringContaining('Several items name the same post'), type: 'warning' },
	]);
	const once = await nodeWith().result('post:get', { postId }, { items: itemsOf({ id: created?.id }) });
	expect(once.hints).toEqual([]);
});

describe('a post that failed in an earlier node', () => {
	const failed = { caption: 'Hello', error: 'Not found', message: '“Hello”: Not found. Look', details: {} };

	test.each<[string, IDataObject, IDataObject, boolean]>([
		['with a warning if the form reads its caption', failed, { caption: '={{ $json.caption }}' }, true],
		[
			'without one if the form tells of the error',
			failed,
			{ caption: '={{ $json.caption }}: {{ $json.error }}' },
			false,
		],
		[
			'with a warning if it was skipped',
			{ caption: 'Hello', action: 'skipped', reason: 'clash', message: '“Hello” was skipped.' },
			{ caption: '={{ $json.caption }}' },
			true,
		],
		[
			'with a warning if the form reads no item',
			{ error: { message: 'Not found' } },
			{ caption: 'Hello' },
			true,
		],
		[
			'without one if a table has a column of that name',
			{ caption: 'Hello', error: 'Not found' },
			{ caption: '={{ $json.caption }}' },
			false,
		],
	])('is created %s', async (_title, json, parameters, isTold) => {
		const items = itemsOf({ caption: 'First' }, json, json);
		const { hints } = await nodeWith().result('post:create', { ...base, ...parameters }, { items });
		const told = hints.filter(({ message }) => message.includes('in an earlier node'));
		expect(told).toMatchObject(
			isTold
				? [{ message: expect.stringMatching(/^2 items failed or were skipped in an/), type: 'warning' }]
				: [],
		);
		expect(sandbox().posts().length).toBeGreaterThan(0);
	});
});

describe('caption', () => {
	const items = itemsOf({ nothing: null, empty: '' });
	test.each([
		['a missing field', '={{ $json.a }}'],
		['a field of a missing field', '={{ $json.a.b }}'],
		['null', '={{ $json.nothing }}'],
	])('rejects an expression that returns %s (P69)', async (_title, caption) => {
		for (const delivery of ['draft', 'now']) {
			const error = await nodeWith().error('post:create', { ...base, caption, delivery }, { items });
			expect(error).toMatchObject({
				message: "'Caption' has no value",
				description: expect.stringContaining("leave 'Caption' empty for a post without text"),
			});
		}
		expect(sandbox().requests).toEqual([]);
	});

	test.each([
		['an empty caption', ''],
		['an expression that returns an empty text', '={{ $json.empty }}'],
	])('allows %s with media (P69)', async (_title, caption) => {
		const withMedia = { media: 'assets', mediaAssetIds: media.image };
		await nodeWith().json('post:create', { ...base, caption, ...withMedia }, { items });
		expect(sentBody()).toEqual({ accounts: [facebook.id], caption: '', mediaAssetIds: [media.image] });
	});
});

describe('deliveries', () => {
	const at = { delivery: 'at', publishAt: '2026-01-06T10:00:00' };
	test.each<[string, string, IDataObject, unknown, object]>([
		['saves a draft by default (P45)', keys.full, {}, undefined, { status: 'draft', routed: 'draft' }],
		[
			'saves a draft (P45)',
			keys.full,
			{ delivery: 'draft' },
			undefined,
			{ status: 'draft', routed: 'draft' },
		],
		[
			'publishes now (P41, P46)',
			keys.full,
			{ delivery: 'now' },
			{ mode: 'now' },
			{ status: 'publishing', routed: 'enacted' },
		],
		[
			'adds the post to the queue (P40, P46)',
			keys.full,
			{ delivery: 'queue' },
			{ mode: 'queue' },
			{ status: 'queued', routed: 'enacted' },
		],
		[
			'prioritizes the post (P40, P46)',
			keys.full,
			{ delivery: 'prioritise' },
			{ mode: 'prioritise' },
			{ status: 'queued', routed: 'enacted' },
		],
		[
			'schedules in the workflow time zone (P5, P41, P46, D10)',
			keys.full,
			at,
			{ mode: 'at', at: '2026-01-06T10:00:00+01:00' },
			{ status: 'scheduled', routed: 'enacted', scheduledAt: '2026-01-06T10:00:00.000+01:00' },
		],
		[
			'schedules in the time zone from the options (P41, D10)',
			keys.full,
			{ ...at, options: { timezone: 'America/New_York' } },
			{ mode: 'at', at: '2026-01-06T10:00:00-05:00', timezone: 'America/New_York' },
			{ status: 'scheduled', scheduledAt: '2026-01-06T10:00:00.000-05:00' },
		],
		[
			'keeps the offset of a time (P41, D10)',
			keys.full,
			{ delivery: 'at', publishAt: '2026-01-06T10:00:00+09:00' },
			{ mode: 'at', at: '2026-01-06T10:00:00+09:00' },
			{ status: 'scheduled' },
		],
		[
			"sends the post to review with a key that can't publish (P47, P94)",
			keys.drafts,
			at,
			{ mode: 'at', at: '2026-01-06T10:00:00+01:00' },
			{ status: 'pending_approval', routed: 'pending_approval' },
		],
	])('%s (P42)', async (_title, key, parameters, delivery, expected) => {
		sandbox().vary({ times: 'offset' });
		const [created] = await nodeWith(key).json(
			'post:create',
			{ ...base, ...parameters },
			{ timezone: 'Europe/Berlin' },
		);
		expect(created).toMatchObject(expected);
		expect(sentBody().delivery).toEqual(delivery);
	});

	test('accepts a Luxon value from an expression (P41, D10)', async () => {
		const publishAt = "={{ DateTime.fromISO('2026-01-06T10:00:00', { zone: 'Asia/Tokyo' }) }}";
		await nodeWith().json('post:create', { ...base, delivery: 'at', publishAt });
		expect(sentBody().delivery).toEqual({ mode: 'at', at: '2026-01-06T10:00:00+09:00' });
	});

	test('sends each channel to the queue chosen for it (P15, P19, P40)', async () => {
		const queue = [
			{ channelId: facebook.id, queueId: queues.facebookMornings.id },
			{ channelId: linkedin.id, queueId: 'main' },
		];
		const parameters = {
			channels: [facebook.id, linkedin.id, bluesky.id],
			caption: 'Hi',
			delivery: 'queue',
			queues: { queue },
		};
		const [created] = await nodeWith().json('post:create', { ...parameters, simplify: false });
		expect(sentBody().delivery).toEqual({
			mode: 'queue',
			queueIds: { [facebook.id]: queues.facebookMornings.id, [linkedin.id]: null },
		});
		expect(created?.channels).toMatchObject([
			{ queueId: queues.facebookMornings.id },
			{ queueId: null },
			{ queueId: null },
		]);
	});
});

describe('additional fields', () => {
	test('are sent if they are filled in (P26, P69)', async () => {
		const parameters = {
			...base,
			media: 'assets',
			mediaAssetIds: `${media.gif},${media.image}`,
			title: 'Title',
			additionalFields: {
				firstComment: 'First',
				linkUrl: 'https://example.com',
				proposedPublishAt: '2026-02-01T09:00:00',
			},
		};
		await nodeWith().json('post:create', parameters, { timezone: 'Europe/Berlin' });
		expect(sentBody()).toEqual({
			accounts: [facebook.id],
			caption: 'Hello',
			title: 'Title',
			firstComment: 'First',
			linkUrl: 'https://example.com',
			mediaAssetIds: [media.gif, media.image],
			proposedPublishAt: '2026-02-01T09:00:00+01:00',
		});
	});

	test.each<[string, IDataObject]>([
		['empty fields', { firstComment: '', linkUrl: '', proposedPublishAt: '' }],
		[
			'expressions that return nothing',
			{ firstComment: '={{ $json.no }}', proposedPublishAt: '={{ $json.no }}' },
		],
		[
			'expressions that return null',
			{
				firstComment: '={{ $json.none }}',
				proposedPublishAt: '={{ $json.none }}',
			},
		],
	])('omits %s (P33, P69, D8)', async (_title, additionalFields) => {
		await nodeWith().json('post:create', { ...base, additionalFields }, { items: itemsOf({ none: null }) });
		expect(sentBody()).toEqual({ accounts: [facebook.id], caption: 'Hello' });
	});

	test.each<[string, IDataObject]>([
		['empty assets', { media: 'assets', mediaAssetIds: '' }],
		['assets, an expression that returns nothing', { media: 'assets', mediaAssetIds: '={{ $json.no }}' }],
		['assets, an expression that returns null', { media: 'assets', mediaAssetIds: '={{ $json.none }}' }],
		['empty URLs', { media: 'url', mediaUrl: '' }],
		['URLs, an expression that returns null', { media: 'url', mediaUrl: '={{ $json.none }}' }],
		['URLs, a list of empty values', { media: 'url', mediaUrl: '={{ [$json.none, ""] }}' }],
		['files, an expression that returns null', { media: 'binary', binaryPropertyName: '={{ $json.none }}' }],
		['all files of an item without files', { media: 'binary', binaryPropertyName: '*' }],
		["values of an option that isn't chosen", { media: 'none', mediaAssetIds: 'x', mediaUrl: 'x' }],
	])('creates a post without media: %s (P69, D8)', async (_title, values) => {
		await nodeWith().json('post:create', { ...base, ...values }, { items: itemsOf({ none: null }) });
		expect(sentBody()).toEqual({ accounts: [facebook.id], caption: 'Hello' });
	});

	test('rejects an unknown choice of media (D7)', async () => {
		const error = await nodeWith().error('post:create', { ...base, media: '={{ "files" }}' });
		expect(error).toMatchObject({
			message: "'Media' can't be 'files'",
			description:
				'Use one of these values: assets (Uploaded Assets), binary (Input Files), none (None), url (URL). Nothing was sent for this item.',
		});
		expect(sandbox().requests).toEqual([]);
	});

	test('accepts media from an expression that returns a list (P69)', async () => {
		const withMedia = { media: 'assets', mediaAssetIds: '={{ $json.ids }}' };
		await nodeWith().json(
			'post:create',
			{ ...base, ...withMedia },
			{ items: itemsOf({ ids: [media.image] }) },
		);
		expect(sentBody().mediaAssetIds).toEqual([media.image]);
	});

	test('sends additional properties unchanged (P70)', async () => {
		const options = { additionalBody: '{ "hashtags": ["a"] }' };
		const error = await nodeWith().error('post:create', { ...base, options });
		expect(sentBody()).toMatchObject({ hashtags: ['a'] });
		expect(error.description).toContain('hashtags: unknown property');
	});
});

describe('the output', () => {
	const parameters = { channels: [facebook.id, bluesky.id], caption: 'Hi', delivery: 'now' };
	const channelFields = ['network', 'handle', 'status', 'url', 'accountId', 'platform', 'caption'];

	test('has the fields workflows need and routed by default (P28, P42)', async () => {
		const [created] = await nodeWith().json('post:create', parameters);
		expect(Object.keys(created ?? {})).toEqual([
			...['message', 'id', 'status', 'urls', 'channels', 'routed'],
			...['caption', 'updatedAt'],
			...['scheduledAt', 'publishedAt', 'textLinks', 'media', 'findings'],
		]);
		expect(Object.keys((created?.channels as IDataObject[])[0] ?? {})).toEqual(channelFields);
	});

	test('has every field and routed without Simplify (P26, P28, P42, P112)', async () => {
		sandbox().vary({ optionalFields: 'sent', times: 'offset' });
		const [created] = await nodeWith().json('post:create', { ...parameters, simplify: false });
		const { channels: sent, ...post } = sandbox().post(String(created?.id));
		expect(created).toEqual({
			...post,
			channels: sent.map((channel) => ({ ...channel, status: postWords[channel.status] })),
			message: '“Hi” is being published on Facebook (Acme Studio) and Bluesky (acme.example).',
			urls: [],
			textLinks: [],
			routed: 'enacted',
			findings: [],
		});
	});

	test('has one item per channel with routed in each (P28, P42)', async () => {
		sandbox().vary({ optionalFields: 'sent' });
		const items = await nodeWith().run('post:create', { ...parameters, options: { outputPerChannel: true } });
		expect(
			items.map(({ json, pairedItem }) => [json.platform, json.routed, json.postStatus, pairedItem]),
		).toEqual([
			['facebook', 'enacted', 'publishing', { item: 0 }],
			['bluesky', 'enacted', 'publishing', { item: 0 }],
		]);
		expect(Object.keys(items[0]?.json ?? {})).toEqual([
			...['message', 'network', 'handle', 'id', 'status', 'url', 'urls', 'routed'],
			...['postStatus', 'accountId', 'platform', 'caption', 'updatedAt'],
			...['textLinks', 'scheduledAt', 'publishedAt', 'failureReason', 'warnings'],
			...['title', 'firstComment', 'boardId', 'media', 'findings'],
		]);
	});

	test('sends the User-Agent of the package with every request (P8, P87, D2)', async () => {
		await nodeWith().json('post:create', parameters);
		const agents = sandbox().requests.map(({ headers }) => headers['user-agent']);
		expect(new Set(agents)).toEqual(new Set(['n8n-nodes-social-publishing/0.1.0']));
	});
});

describe('a create that the service refused after saving a draft', () => {
	const refused = { channels: [bluesky.id], caption: 'x'.repeat(301), delivery: 'now' };

	test('throws an error with the ID of the draft by default (P53)', async () => {
		const error = await nodeWith().error('post:create', { ...refused, options: { checkFirst: false } });
		expect(error.description).toContain(sandbox().posts()[0]?.id);
	});

	describe('in the editor', () => {
		const unchecked = { options: { checkFirst: false } };
		const manual = { mode: 'manual' } as const;
		const advice =
			/The draft has the ID [\w-]+\. Correct it with 'Update', then use 'Submit'\. Don't create it again\./;
		const form: Record<string, IDataObject> = {
			'post:create': unchecked,
			'post:upsert': unchecked,
		};

		test.each(Object.entries(form))(
			'continues with the draft if the corrected node runs again: %s (P53)',
			async (operation, more) => {
				const first = { ...refused, ...more, additionalFields: { linkUrl: 'https://example.com' } };
				const error = await nodeWith().error(operation, first, manual);
				expect(error.description).toMatch(advice);
				const [draft] = sandbox().posts();
				sandbox().vary({ times: 'Z' });
				const again = await nodeWith().error(operation, { ...refused, ...more }, manual);
				expect(again.description).toMatch(advice);
				const corrected = { ...refused, ...more, caption: 'Short' };
				const [post] = await nodeWith().json(operation, corrected, manual);
				expect(post).toMatchObject({ id: draft?.id, caption: 'Short', status: 'publishing' });
				expect(sandbox().posts()).toMatchObject([{ id: draft?.id, linkUrl: null }]);
				await nodeWith().json(operation, { ...corrected, caption: 'Another' }, manual);
				expect(sandbox().posts()).toHaveLength(2);
			},
		);

		test('creates a post if the draft was deleted or published meanwhile (P53)', async () => {
			await nodeWith().error('post:create', { ...refused, ...unchecked }, manual);
			await nodeWith().run('post:delete', { postId: byId(String(sandbox().posts()[0]?.id)) });
			const [post] = await nodeWith().json('post:create', { ...refused, caption: 'Short' }, manual);
			expect(post).toMatchObject({ caption: 'Short', status: 'publishing' });
		});

		test.each<[title: string, first: object, second: object]>([
			['another node run', { ...manual, runIndex: 0 }, { ...manual, runIndex: 1 }],
			['an execution of a published workflow', {}, {}],
		])("doesn't reuse the draft in %s (P53)", async (_title, first, second) => {
			await nodeWith().run('post:create', { ...refused, ...unchecked }, { ...first, continueOnFail: true });
			await nodeWith().json('post:create', { ...refused, caption: 'Short' }, second);
			expect(sandbox().posts()).toHaveLength(2);
		});
	});

	test('continues with the saved draft if the option says so, and returns the reason (P53)', async () => {
		const parameters = { ...refused, options: { onSavedDraft: 'continue' } };
		const { outputs, hints } = await nodeWith().result('post:create', parameters);
		const draft = outputs[0]?.[0]?.json;
		const id = String(sandbox().posts()[0]?.id);
		const message = 'The service refused the content. The post was saved as a draft';
		expect(draft).toMatchObject({
			id,
			status: 'draft',
			routed: 'draft',
			deliveryError: { statusCode: 422, message },
			message: expect.stringMatching(
				new RegExp(
					`wasn't delivered to Bluesky .*\\. ${message}\\. The service says: .* The draft has the ID ${id}`,
				),
			),
		});
		expect(hints).toContainEqual({ message: draft?.message, type: 'warning', location: 'outputPane' });
	});

	test('counts a post that was not delivered once, names its channels and says so in its action', async () => {
		const options = { onSavedDraft: 'continue', outputPerChannel: true };
		const channels = [bluesky.id, facebook.id];
		const { outputs, hints } = await nodeWith().result('post:create', { ...refused, channels, options });
		expect(outputs[0]?.map(({ json: { action } }) => action)).toEqual(['notDelivered', 'notDelivered']);
		const said = hints.map(({ message }) => message).join('\n');
		expect(said).toContain('Bluesky (acme.example)');
		expect(said).not.toMatch(/posts weren't delivered|bluesky \(/);
	});

	test('still fails if nothing was saved (P53)', async () => {
		const parameters = { ...refused, channels: [bluesky.id, channels.approvalFacebook.id] };
		const error = await nodeWith().error('post:create', {
			...parameters,
			options: { onSavedDraft: 'continue' },
		});
		expect(error.httpCode).toBe('403');
		expect(sandbox().posts()).toEqual([]);
	});
});
