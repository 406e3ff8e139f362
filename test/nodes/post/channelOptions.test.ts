import { readdirSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { variantValues } from '../../../sandbox/variants';
import { readExample } from '../../support/exampleRun';
import { fileOfKind, itemWith } from '../../support/mediaItems';
import { useBinaryMode } from '../../support/n8nBinary';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { sampleChannel, samplePost } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const server = useRecordingServer();

const { channels, media } = seed;

const { tiktok, youtube, bluesky, facebook } = channels;

const node = () => nodeFor(sandbox());

const form = async (parameters: IDataObject, url = sandbox().url) =>
	await nodeFor({ url }).form('getChannelOptions', {
		parameters: { resource: 'post', operation: 'create', ...parameters } as never,
		path: 'parameters.channelOptions',
	});

/** The examples whose nodes set options of channels. */
const examplesWithOptions = readdirSync('examples')
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace('.json', ''))
	.filter((name) => readExample(name).nodes.some(({ parameters: { channelOptions } }) => channelOptions));

describe.each(variantValues.optionsSchema)(
	"an 'optionsSchema' of the shape '%s' (P14, N41)",
	(optionsSchema) => {
		beforeEach(() => sandbox().vary({ optionsSchema }));

		test('accepts an option of the network, and refuses a wrong one before anything is sent', async () => {
			const post = (value: IDataObject): IDataObject => ({
				channels: [channels.devto.id],
				caption: 'Hello',
				title: 'Hello',
				additionalFields: { title: 'Hello' },
				delivery: 'now',
				overrides: 'all',
				channelOptions: { mappingMode: 'defineBelow', value, schema: [] },
			});
			const [made] = await node().json('post:create', post({ 'devto:canonicalUrl': 'https://example.com' }));
			expect(made).toMatchObject({ routed: 'enacted' });
			const long = post({ 'devto:canonicalUrl': `https://example.com/${'a'.repeat(2048)}` });
			await expect(node().json('post:create', long)).rejects.toThrow();
		});
	},
);

describe('an option that decides who can see a post', () => {
	const post = (more: IDataObject): IDataObject => ({
		channels: [tiktok.id],
		caption: 'Hello',
		title: 'Hello',
		media: 'assets',
		mediaAssetIds: media.video,
		delivery: 'now',
		overrides: 'all',
		...more,
	});
	const options = (value: IDataObject) => ({
		channelOptions: { mappingMode: 'defineBelow', value, schema: [] },
	});
	const lost = options({ 'tiktok:privacyLevel': '={{ $json.privacy }}' });
	const items = [{ json: {} }];

	test('is an error if its expression returned nothing for a new post that is delivered', async () => {
		const error = await node().error('post:create', post(lost), { items });
		expect(error.message).toBe("The expression in 'TikTok: Privacy Level' returned nothing for this item");
		expect(error.description).toContain('Nothing was sent for this item');
		expect(
			sandbox()
				.posts()
				.filter(({ caption }) => caption === 'Hello'),
		).toEqual([]);
	});

	test.each<[string, IDataObject]>([
		['the post is a draft', { ...lost, delivery: 'draft' }],
		['no channel has it', { ...lost, channels: [bluesky.id] }],
		['nobody set it', options({ 'tiktok:privacyLevel': null })],
		[
			'an override sets it',
			{
				...lost,
				options: {
					channelOverridesJson: '{"TikTok":{"options":{"tiktok":{"privacyLevel":"SELF_ONLY"}}}}',
				},
			},
		],
	])('is no error if %s', async (_, more) => {
		const [made] = await node().json('post:create', post(more), { items });
		expect(made).toMatchObject({ id: expect.any(String) as string });
	});

	test('can be given by its name on the screen', async () => {
		const named = options({ 'tiktok:privacyLevel': '={{ $json.privacy }}' });
		const rows = [{ json: { privacy: 'only me' } }];
		await node().json('post:create', post({ ...named, delivery: 'draft' }), { items: rows });
		const sent = sandbox().requests.map(({ body }) => JSON.stringify(body));
		expect(sent).toContainEqual(expect.stringContaining('"privacyLevel":"SELF_ONLY"'));
	});

	test('has one finding if its value is no level', async () => {
		const wrong = options({ 'tiktok:privacyLevel': 'public' });
		const error = await node().error('post:create', post(wrong), { items });
		expect(error.description).not.toContain('(2)');
	});
});

describe('the form', () => {
	test('has a field for each option that the schemas of the channels describe (P14, P35)', async () => {
		const { fields } = await form({});
		const found = Object.fromEntries(fields.map(({ displayName, type }) => [displayName, type]));
		expect(found).toMatchObject({
			'TikTok: Privacy Level': 'options',
			// The editor shows a switch without a value as on.
			'TikTok: Allow Comments': 'options',
			'TikTok: Cover Time (Ms)': 'number',
			'TikTok: AI Generated': 'options',
			'YouTube: Category': 'options',
			'YouTube: Tags': 'string',
			'YouTube: Thumbnail ID': 'string',
			'dev.to: Canonical URL': 'string',
			// Facebook accepts options but returns no schema for them.
			'Facebook: Publish As': 'options',
		});
		const choicesOf = (wanted: string) =>
			fields.find(({ id }) => id === wanted)?.options?.map(({ name }) => name);
		// This creator can use only three of the four levels.
		expect(choicesOf('tiktok:privacyLevel')).toEqual(['Everyone', 'Friends', 'Only Me']);
		expect(choicesOf('youtube:categoryId')?.slice(0, 2)).toEqual(['Autos & Vehicles', 'Education']);
	});

	test.each(examplesWithOptions)(
		"is the form that the example '%s' stores, because n8n would call its output outdated otherwise",
		async (name) => {
			const { nodes } = readExample(name);
			const { parameters } = nodes.find(({ parameters: { channelOptions } }) => channelOptions) as {
				parameters: IDataObject;
			};
			const { schema, value } = parameters.channelOptions as IDataObject;
			expect((await form(parameters)).fields).toEqual(schema);
			expect(Object.values(value as IDataObject)).not.toContain(null);
		},
	);

	test.each([
		[
			'Privacy Level',
			'tiktok:',
			{ SELF_ONLY: 'Only Me', PUBLIC_TO_EVERYONE: 'Everyone', MUTUAL_FOLLOW_FRIENDS: 'Friends' },
		],
		['Privacy', 'youtube:', { public: 'Public', unlisted: 'Unlisted', private: 'Private' }],
	])('shows the values of %s in readable words (P22)', async (label, prefix, expected) => {
		const { fields } = await form({});
		const field = fields.find(
			({ id, displayName }) => id.startsWith(prefix) && displayName.endsWith(`: ${label}`),
		);
		const shown = field?.options?.map(({ name, value }) => [value, name]) ?? [];
		expect(Object.fromEntries(shown)).toEqual(expected);
	});

	test('shows options and values unknown to this package as the service spells them (P14)', async () => {
		const optionsSchema = {
			type: 'object',
			properties: {
				privacyLevel: { type: 'string', enum: ['SUBSCRIBERS_ONLY'] },
				pollDurationId: { type: 'string', enum: ['P1D'] },
			},
		};
		const { capabilities } = sampleChannel();
		const channel = sampleChannel({ optionsSchema, capabilities: { ...capabilities, optionsKey: 'tiktok' } });
		server().answerWith({ body: { data: [channel] } });
		const { fields } = await form({}, server().url);
		expect([fields[0], fields.at(-1)]).toMatchObject([
			{ displayName: expect.stringContaining(': Privacy Level'), options: [{ name: 'SUBSCRIBERS_ONLY' }] },
			{ displayName: expect.stringContaining(': Poll Duration ID'), options: [{ name: 'P1D' }] },
		]);
	});

	const filled = { mappingMode: 'defineBelow', value: { 'youtube:madeForKids': true }, schema: [] };

	test.each<[string, IDataObject, shown: string[], added: string[]]>([
		['shows the options of a chosen channel', { channels: [`tiktok:${tiktok.id}`] }, ['tiktok'], []],
		['shows the options of a channel by ID', { channels: [tiktok.id] }, ['tiktok'], []],
		['shows the options of channels by name', { channels: ['TikTok', 'Bluesky'] }, ['tiktok'], []],
		['shows the options of a group', { channels: ['All YouTube Channels'] }, ['youtube'], []],
		[
			'shows the options of an update',
			{ updateFields: { channels: [`tiktok:${tiktok.id}`] } },
			['tiktok'],
			[],
		],
		['shows none for a channel without options', { channels: [`bluesky:${bluesky.id}`] }, [], []],
		[
			'keeps the network of a set value',
			{ channels: [`tiktok:${tiktok.id}`], channelOptions: filled },
			['tiktok', 'youtube:madeForKids'],
			['youtube'],
		],
		[
			'offers all options if no channel is chosen',
			{ channels: [] },
			[],
			['devto', 'facebook', 'tiktok', 'youtube'],
		],
		[
			'offers all options for channels by expression',
			{ channels: '={{ $json.channels }}' },
			[],
			['devto', 'facebook', 'tiktok', 'youtube'],
		],
		[
			'offers all options for a post by expression',
			{ operation: 'update', postId: byId('={{ $json.id }}') },
			[],
			['devto', 'facebook', 'tiktok', 'youtube'],
		],
	])('%s (P14)', async (_title, parameters, shown, added) => {
		const { fields } = await form(parameters);
		const networkOf = (id: string): string => (shown.includes(id) ? id : (id.split(':')[0] ?? ''));
		const networks = (wanted: boolean) => [
			...new Set(fields.filter(({ removed }) => removed === wanted).map(({ id }) => networkOf(id))),
		];
		expect([networks(false), networks(true)]).toEqual([shown, added]);
		expect(fields.filter(({ required }) => required)).toEqual([]);
	});

	test('lists the options of each channel after those of the network if it has several channels (P14)', async () => {
		const capabilities = { ...sampleChannel().capabilities, optionsKey: 'facebook' };
		const data = ['One', 'Two'].map((handle, index) => ({
			...sampleChannel(),
			id: sampleChannel().id.replace(/.$/, String(index)),
			platform: 'facebook',
			handle,
			capabilities,
		}));
		server().answerWith({ body: { data } });
		const { fields } = await form({}, server().url);
		expect(fields.map(({ id, displayName }) => [id, displayName])).toEqual([
			['facebook:publishAs', 'Facebook: Publish As'],
			...data.map(({ id, handle }) => [`${id}:facebook:publishAs`, `Facebook: ${handle}: Publish As`]),
		]);
	});

	test('says what to do if no channel has options (P14)', async () => {
		server().answerWith({ body: { data: [sampleChannel()] } });
		const emptyFieldsNotice =
			'There are no options for the channels that were chosen when this form was loaded. If you choose others, close the node and open it again.';
		expect(await form({ channels: [] }, server().url)).toEqual({ fields: [], emptyFieldsNotice });
	});

	test('says what to do if the key has no channels (P14)', async () => {
		server().answerWith({ body: { data: [] } });
		const { emptyFieldsNotice } = await form({ channels: [] }, server().url);
		expect(emptyFieldsNotice).toContain('No channels for this API key. Connect one first.');
	});

	test.each([
		['an empty form', [], []],
		['a form that was loaded before', [{ id: 'kept' }], [{ id: 'kept' }]],
	])(
		'says what to do after a failure instead of showing %s, and loses nothing (P14, P91)',
		async (_title, schema, fields) => {
			server().answerWith({ status: 401, body: { detail: 'Authorization: the key has expired' } });
			const channelOptions = { mappingMode: 'defineBelow', value: {}, schema };
			const found = await form({ channels: [tiktok.id], channelOptions }, server().url);
			expect(found.fields).toEqual(fields);
			expect(found.emptyFieldsNotice).toContain('Check the API key and');
		},
	);
});

const optionsOf = (values: IDataObject) => ({
	overrides: 'all',
	channelOptions: { mappingMode: 'defineBelow', value: values, schema: [] },
});

const privacy = `${tiktok.id}:tiktok:privacyLevel`;

const sent = () => sandbox().requests.at(-1)?.body as IDataObject;

test('sends filled-in options to their channel and leaves out empty ones (P35)', async () => {
	const values = {
		[privacy]: 'SELF_ONLY',
		[`${tiktok.id}:tiktok:aiGenerated`]: true,
		[`${tiktok.id}:tiktok:coverMs`]: null,
		[`${youtube.id}:youtube:tags`]: ['one'],
	};
	await node().run('post:create', { channels: [tiktok.id, youtube.id], caption: 'Hi', ...optionsOf(values) });
	expect(sent().perAccount).toEqual({
		[tiktok.id]: { options: { tiktok: { privacyLevel: 'SELF_ONLY', aiGenerated: true } } },
		[youtube.id]: { options: { youtube: { tags: ['one'] } } },
	});
});

describe("options of a network on which the post isn't", () => {
	const unused =
		"The options of YouTube in 'Network Options' aren't used, because the post has no channel for them. Choose one, or remove the options.";
	const values = { 'youtube:privacyStatus': 'private', [privacy]: 'SELF_ONLY' };
	const post = { channels: [tiktok.id], caption: 'Hi', ...optionsOf(values) };
	const hintsOf = async (
		key: 'post:create' | 'post:update' | 'post:validate',
		parameters: IDataObject,
		run = {},
	) => {
		const { hints } = await node().result(key, parameters, run);
		return hints.map(({ message }) => message).filter((message) => message.includes('Network Options'));
	};

	test.each(['post:create', 'post:validate'] as const)(
		"aren't left out of a %s without a word",
		async (key) => {
			expect(await hintsOf(key, post)).toEqual([unused]);
		},
	);

	test("aren't left out of a change of the channels without a word", async () => {
		const [draft] = await node().json('post:create', { channels: [youtube.id], caption: 'Hi' });
		const updateFields = { channels: [tiktok.id] };
		const change = { postId: byId(String(draft?.id)), updateFields, ...optionsOf(values) };
		expect(await hintsOf('post:update', change)).toEqual([unused]);
	});

	test('are for other items if an expression chooses the channels', async () => {
		const items = [{ json: { channel: tiktok.id } }];
		expect(await hintsOf('post:create', { ...post, channels: '={{ $json.channel }}' }, { items })).toEqual(
			[],
		);
	});
});

test('prefers an override of the node to the form (P34)', async () => {
	const json = {
		[tiktok.id]: { caption: 'Own', options: { tiktok: { privacyLevel: 'PUBLIC_TO_EVERYONE' } } },
	};
	const values = optionsOf({ [privacy]: 'SELF_ONLY' });
	await node().run('post:create', {
		channels: [tiktok.id],
		caption: 'Hi',
		options: { channelOverridesJson: json },
		...values,
	});
	expect(sent().perAccount).toEqual(json);
});

test.each([
	['the label of the list', `Facebook: ${facebook.handle}:facebook:publishAs`],
	['its ID in capitals', `${facebook.id.toUpperCase()}:facebook:publishAs`],
])('sets an option for a channel identified by %s (P38)', async (_title, key) => {
	const values = optionsOf({ [key]: 'reel' });
	await node().run('post:create', { channels: [facebook.id], caption: 'Hi', ...values });
	expect(sent().perAccount).toEqual({ [facebook.id]: { options: { facebook: { publishAs: 'reel' } } } });
});

test('sends options with an update, even on their own (P35)', async () => {
	const [post] = await node().json('post:create', { channels: [tiktok.id], caption: 'Hi' });
	await node().run('post:update', {
		postId: byId(String(post?.id)),
		...optionsOf({ [privacy]: 'SELF_ONLY' }),
	});
	expect(sent()).toEqual({
		perAccount: { [tiktok.id]: { options: { tiktok: { privacyLevel: 'SELF_ONLY' } } } },
	});
});

test('names the levels of the creator, not those of the schema, which can be more (P14, P22)', async () => {
	sandbox().vary({ optionalFields: 'sent' });
	const error = await node().error('post:create', {
		channels: [tiktok.id],
		caption: 'Hi',
		media: 'assets',
		mediaAssetIds: media.video,
		...optionsOf({ [privacy]: 'NOBODY' }),
		options: { checkFirst: true },
	});
	expect(error.message).toBe(
		"'Network Options > Privacy Level' for TikTok (acmestudio) is 'NOBODY', but this creator can only use PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS, SELF_ONLY",
	);
});

test('sends an option unknown to this version if the service describes it (P14)', async () => {
	server().answerWith({ status: 201, body: { post: samplePost(), routed: 'draft' } });
	await nodeFor(server()).run('post:create', {
		channels: [tiktok.id],
		caption: 'Hi',
		...optionsOf({ [`${tiktok.id}:tiktok:sparkle`]: 'gold' }),
	});
	expect(JSON.parse(server().requests.at(-1)?.body ?? '{}')).toMatchObject({
		perAccount: { [tiktok.id]: { options: { tiktok: { sparkle: 'gold' } } } },
	});
});

describe('a TikTok creator who can use less than the schema lists', () => {
	const choicesOf = async (name: string): Promise<unknown> => {
		sandbox().vary({ creator: 'restricted' });
		const { fields } = await form({});
		return fields.find(({ id }) => id === `tiktok:${name}`)?.options?.map(({ value }) => value);
	};
	const validate = async (options: IDataObject) => {
		sandbox().vary({ creator: 'restricted' });
		const entries = Object.entries(options).map(([name, value]) => [`tiktok:${name}`, value]);
		const parameters = {
			channels: [tiktok.id],
			caption: 'Hi',
			media: 'assets',
			mediaAssetIds: media.video,
			...optionsOf(Object.fromEntries(entries) as IDataObject),
		};
		return { parameters, result: (await node().json('post:validate', parameters))[0] };
	};

	test.each<[string, unknown]>([
		['privacyLevel', ['PUBLIC_TO_EVERYONE', 'SELF_ONLY']],
		['allowComment', [false]],
		['allowDuet', [false]],
		['allowStitch', [false]],
		['aiGenerated', [false, true]],
	])('offers for %s only what both allow (P22, N51)', async (name, expected) => {
		expect(new Set((await choicesOf(name)) as unknown[])).toEqual(new Set(expected as unknown[]));
	});

	test('rejects a level that the schema lists and the creator lacks, in Validate and Check Before Sending (P22, N51)', async () => {
		const { parameters, result } = await validate({ privacyLevel: 'FOLLOWER_OF_CREATOR' });
		expect(result?.errors).toMatchObject([
			{ problem: expect.stringContaining('this creator can only use PUBLIC_TO_EVERYONE, SELF_ONLY') },
		]);
		const error = await node().error('post:create', { ...parameters, options: { checkFirst: true } });
		expect(error.message).toContain('this creator can only use');
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test.each(['allowComment', 'allowDuet', 'allowStitch'])(
		'warns about %s in Validate (P21, N51)',
		async (name) => {
			const { result } = await validate({ [name]: true });
			expect(result?.warnings).toMatchObject([{ problem: 'is on, but the creator turned it off on TikTok' }]);
			expect((await validate({ [name]: false })).result?.warnings).toEqual([]);
		},
	);

	test('publishes a level that the creator has (P22, N51)', async () => {
		const { parameters } = await validate({ privacyLevel: 'SELF_ONLY' });
		await node().json('post:create', { ...parameters, options: { checkFirst: true } });
		expect(sent().perAccount).toEqual({
			[tiktok.id]: { options: { tiktok: { privacyLevel: 'SELF_ONLY' } } },
		});
	});
});

test('offers for a network only what all its channels have (P14, N51)', async () => {
	const schemaWith = (values: string[]) => ({
		properties: { style: { enum: values }, privacyStatus: { enum: values } },
	});
	const { capabilities } = sampleChannel();
	const data = [
		['public', 'private'],
		['private', 'unlisted'],
	].map((values, index) => ({
		...sampleChannel({ optionsSchema: schemaWith(values) }),
		id: sampleChannel().id.replace(/.$/, String(index)),
		platform: 'youtube',
		capabilities: { ...capabilities, optionsKey: 'youtube' },
	}));
	server().answerWith({ body: { data } });
	const { fields } = await form({}, server().url);
	const valuesOf = (name: string) => fields.find(({ id }) => id === name)?.options?.map(({ value }) => value);
	expect(valuesOf('youtube:privacyStatus')).toEqual(['private']);
	expect(valuesOf('youtube:style')).toEqual(['private']);
	expect(valuesOf(`${data[0]?.id}:youtube:privacyStatus`)).toEqual(['private', 'public']);
});

describe('a limit of the contract', () => {
	const { devto } = channels;
	const many = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`);
	const cases: Array<[string, { id: string }, string, unknown, string]> = [
		['21 tags for dev.to (P36)', devto, 'devto:tags', many(21), 'has more than 20 entries'],
		[
			'a tag of 101 characters (P36)',
			devto,
			'devto:tags',
			['x'.repeat(101)],
			'is longer than 100 characters',
		],
		[
			'a long canonical URL (P36)',
			devto,
			'devto:canonicalUrl',
			`https://a.example/${'x'.repeat(2048)}`,
			'is longer than 2,048 characters',
		],
		['501 tags for YouTube (P37)', youtube, 'youtube:tags', many(501), 'has more than 500 entries'],
		[
			'a tag of 501 characters (P37)',
			youtube,
			'youtube:tags',
			['x'.repeat(501)],
			'is longer than 500 characters',
		],
		[
			"a thumbnail that isn't an asset (P37)",
			youtube,
			'youtube:thumbnailAssetId',
			'cover.png',
			'must be the ID of an uploaded image',
		],
		['a cover before the start (P35)', tiktok, 'tiktok:coverMs', -1, 'must be 0 or more'],
		['a text instead of a switch (P35)', tiktok, 'tiktok:allowDuet', 'perhaps', 'must be true or false'],
	];

	test.each(cases)('rejects %s before anything is sent', async (_title, channel, option, value, problem) => {
		for (const id of [option, `${channel.id}:${option}`]) {
			const error = await node().error('post:create', {
				channels: [channel.id],
				caption: 'Hi',
				...optionsOf({ [id]: value as never }),
			});
			expect(error.message).toContain(problem);
			expect(error.message).toContain("'Network Options > ");
		}
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('rejects 21 tags before a file is uploaded (P36)', async () => {
		await useBinaryMode('default');
		await node().error(
			'post:create',
			{
				channels: [devto.id],
				caption: 'Hi',
				media: 'binary',
				...optionsOf({ 'devto:tags': many(21) }),
			},
			{ items: [await itemWith({ data: fileOfKind('png', 100) })] },
		);
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test.each(cases)('finds %s in Validate', async (_title, channel, option, value) => {
		const [result] = await node().json('post:validate', {
			channels: [channel.id],
			caption: 'Hi',
			...optionsOf({ [option]: value as never }),
		});
		const errors = result?.errors as Array<{ field: string }>;
		expect(errors.filter(({ field }) => field.includes('.options.'))).toHaveLength(1);
	});

	test('lets new values of a list through, which the service can know (P14)', async () => {
		await node().error('post:create', {
			channels: [tiktok.id],
			caption: 'Hi',
			...optionsOf({ 'tiktok:privacyLevel': 'SUBSCRIBERS_ONLY' }),
		});
		expect(sent().perAccount).toEqual({
			[tiktok.id]: { options: { tiktok: { privacyLevel: 'SUBSCRIBERS_ONLY' } } },
		});
	});
});

describe.each(variantValues.optionsSchema)("'optionsSchema' in the shape '%s' (N41)", (optionsSchema) => {
	const sandbox = useSandbox({ seed: 'default', variants: { optionsSchema, optionalFields: 'sent' } });
	const node = () => nodeFor(sandbox());
	const parameters = { resource: 'post', operation: 'create', channels: [tiktok.id, youtube.id] };
	const create = (value: IDataObject): IDataObject => ({
		channels: [tiktok.id],
		caption: 'Hi',
		media: 'assets',
		mediaAssetIds: media.video,
		overrides: 'all',
		channelOptions: { mappingMode: 'defineBelow', value },
		options: { checkFirst: true },
	});

	test('the form has a field for each option (P14, P35)', async () => {
		const { fields } = await node().form('getChannelOptions', { parameters });
		const ids = fields.map(({ id }) => id);
		expect(ids).toEqual(expect.arrayContaining(['tiktok:privacyLevel', 'youtube:tags']));
		expect(ids).not.toContain('tiktok:tiktok');
	});

	test('the form shows the options that have a value, also where only an AI builder has set them (P14)', async () => {
		const value = { 'tiktok:privacyLevel': 'SELF_ONLY', 'tiktok:aiGenerated': false, 'youtube:tags': null };
		const channelOptions = { mappingMode: 'defineBelow', value };
		const { fields } = await node().form('getChannelOptions', {
			parameters: { ...parameters, channels: '={{ $json.channels }}', channelOptions },
		});
		const shown = fields.filter(({ removed }) => removed === false).map(({ id }) => id);
		expect(shown.sort()).toEqual(['tiktok:aiGenerated', 'tiktok:privacyLevel']);
	});

	test('the form asks for yes or no, because n8n shows a switch without a value as switched on (P14)', async () => {
		const { fields } = await node().form('getChannelOptions', { parameters });
		expect(fields.filter(({ type }) => type === 'boolean')).toEqual([]);
		expect(fields.find(({ id }) => id === 'tiktok:aiGenerated')?.options).toEqual([
			{ name: 'Yes', value: true },
			{ name: 'No', value: false },
		]);
	});

	test('the check finds nothing wrong with a good post, which is sent (P14)', async () => {
		const options = { [`${tiktok.id}:tiktok:privacyLevel`]: 'SELF_ONLY' };
		await node().json('post:create', create(options));
		expect((sandbox().requests.at(-1)?.body as IDataObject).perAccount).toEqual({
			[tiktok.id]: { options: { tiktok: { privacyLevel: 'SELF_ONLY' } } },
		});
	});

	test.each<[string, IDataObject, string]>([
		['a value that is not allowed', { coverMs: -1 }, 'must be 0 or more'],
		['an option that is not there', { sparkle: true }, "isn't supported by this channel"],
	])('the check finds %s (P14)', async (_title, values, problem) => {
		const entries = Object.entries(values).map(([name, value]) => [`${tiktok.id}:tiktok:${name}`, value]);
		const options = Object.fromEntries(entries) as IDataObject;
		const error = await node().error('post:create', create(options));
		expect(JSON.stringify(error.context.facts)).toContain(problem);
	});

	test('a channel comes out with the schema of its own options (P14)', async () => {
		const [channel] = await node().json('channel:get', { channelId: byId(tiktok.id) });
		const { properties } = channel?.optionsSchema as { properties: IDataObject };
		expect(Object.keys(properties)).toContain('privacyLevel');
	});
});
