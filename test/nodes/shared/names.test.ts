import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { plainName } from '../../../nodes/shared/names';
import { isUnset, toText } from '../../../nodes/shared/values';
import { channelLabel, channelPhrase } from '../../../nodes/SocialPublishing/words/labels';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const { boards, channels, posts, queues } = seed;
const { bluesky, devto, facebook, googleBusiness, linkedin, mastodon, pinterest, threads, youtube } =
	channels;
const { linkedinBroken, pinterestSecond } = channels;

const node = () => nodeFor(sandbox());
const bodyOf = (path = '/api/v1/posts/') =>
	sandbox()
		.requests.filter(({ method, path: asked }) => method === 'POST' && asked === path)
		.at(-1)?.body as IDataObject | undefined;
const paths = () => sandbox().requests.map(({ path }) => path);
const accountsOf = async (given: unknown, more: IDataObject = {}) => {
	await node().run('post:create', { channels: given as IDataObject, caption: 'Hi', ...more });
	return bodyOf()?.accounts;
};
const name = (value: string) => ({ __rl: true, mode: 'name', value });

describe('channels by name', () => {
	test.each<[string, unknown, string[]]>([
		['a network', 'bluesky', [bluesky.id]],
		['a network in readable form', 'Google Business', [googleBusiness.id]],
		['a network as the service spells it', 'google_business', [googleBusiness.id]],
		['a handle with an @', '@acme.example', [bluesky.id]],
		['a handle without its @', 'acme@social.example', [mastodon.id]],
		['network and handle', 'LinkedIn: Acme Studio', [linkedin.id]],
		['other case and blanks', '  linkedin:ACME  studio ', [linkedin.id]],
		['a name of one channel', 'Acme Studio TV', [youtube.id]],
		['full-width letters and a non-breaking space', 'Ａcme\u00a0Studio TV', [youtube.id]],
		['a text with commas', 'bluesky, Acme Studio TV', [bluesky.id, youtube.id]],
		['lines and empty entries', 'bluesky,\n,dev.to', [bluesky.id, devto.id]],
		['a list', ['Threads', facebook.id, 'devto'], [threads.id, facebook.id, devto.id]],
		['a list as JSON text', `["Threads", "${bluesky.id}"]`, [threads.id, bluesky.id]],
		[
			'a name that contains a comma, among others',
			'threads, google business: acme studio,main street, bluesky',
			[threads.id, googleBusiness.id, bluesky.id],
		],
		['all channels of a network', 'All Pinterest Channels', [pinterest.id, pinterestSecond.id]],
		[
			'all channels of a network and another one',
			'all linkedin, bluesky',
			[linkedin.id, linkedinBroken.id, bluesky.id],
		],
		['a duplicate channel', 'bluesky, @acme.example', [bluesky.id]],
		['an option of Airtable', { id: 'selA1b2C3', name: 'Bluesky', color: 'blueBright' }, [bluesky.id]],
		[
			'options of Notion, whose IDs are UUIDs',
			[
				{ id: '7f2c1d1e-0c1a-4d53-9a43-3f0f0a6f1b11', name: 'Threads', color: 'red' },
				{ id: '7f2c1d1e-0c1a-4d53-9a43-3f0f0a6f1b12', name: 'dev.to', color: 'blue' },
			],
			[threads.id, devto.id],
		],
		['a channel of this node', [{ id: bluesky.id, name: 'Any name', platform: 'bluesky' }], [bluesky.id]],
		['a channel of a post', [{ accountId: devto.id.toUpperCase(), label: 'x' }], [devto.id]],
		[
			'an object with a name alone',
			[{ name: 'Google Business: Acme Studio, Main Street' }],
			[googleBusiness.id],
		],
	])('accept %s (P11, P69)', async (_title, given, ids) => {
		expect(await accountsOf(given)).toEqual(ids);
	});

	test('need no request for an ID (P6)', async () => {
		await accountsOf(`${facebook.id}, ${bluesky.id}`, { options: { checkFirst: false } });
		await node().run('post:getAll', { filters: { channelId: facebook.id } });
		expect(paths()).toEqual(['/api/v1/posts/', '/api/v1/posts/']);
	});

	test('need one request for all names of a run (P11)', async () => {
		const items = itemsOf(...Array.from({ length: 30 }, (_, index) => ({ text: `Post ${index}` })));
		const parameters = { channels: 'bluesky, threads', caption: '={{ $json.text }}' };
		await node().run('post:create', parameters, { items });
		expect(paths().filter((path) => path.endsWith('/accounts/'))).toHaveLength(1);
		expect(paths()).toHaveLength(31);
	});

	test.each<[string, string, string, string]>([
		[
			'a name of several channels',
			'acme studio',
			"'acme studio' in 'Channel Names or IDs' matches 5 channels: Facebook: Acme Studio; LinkedIn: Acme Studio; TikTok: acmestudio; Pinterest: acmestudio; dev.to: acmestudio",
			'Use one of these instead.',
		],
		[
			'a network with several channels',
			'bluesky, Pinterest',
			"'Pinterest' in 'Channel Names or IDs' matches 2 channels: Pinterest: acmestudio; Pinterest: acme_workshop",
			'Use one of these instead.',
		],
		[
			'a name with a comma that could be two names',
			'bluesky, Acme Studio, Main Street',
			"'Acme Studio, Main Street' in 'Channel Names or IDs' could be one name or several",
			'Put the network before the name, or use the ID.',
		],
		[
			'an unknown name',
			'LinkedIn: Acme Studios',
			"In 'Channel Names or IDs', 'LinkedIn: Acme Studios' isn't the name or ID of a channel",
			'Use one of these names: LinkedIn: Acme Studio; LinkedIn: Acme Careers.',
		],
		[
			'an unknown name like that of a group',
			'All LinkedInn Channels',
			"In 'Channel Names or IDs', 'All LinkedInn Channels' isn't the name or ID of a channel",
			expect.stringMatching(/^Did you mean All LinkedIn Channels( or .+)?\?$/) as string,
		],
		[
			'an unknown name like those of a channel and of a group',
			'facebok',
			"In 'Channel Names or IDs', 'facebok' isn't the name or ID of a channel",
			'Did you mean Facebook: Acme Studio?',
		],
		[
			'an unknown name unlike any other, with a list of all names',
			'xyz',
			"In 'Channel Names or IDs', 'xyz' isn't the name or ID of a channel",
			expect.stringMatching(
				/^Use one of these names: Facebook: Acme Studio; .* and 3 more\. If the channel isn't among them, this API key can't use it\./,
			) as string,
		],
		[
			'X, which the service does not have',
			'facebook, X',
			"X (Twitter) isn't supported by the service",
			"Remove 'X' from 'Channel Names or IDs'.",
		],
		[
			'Twitter in any case',
			' twitter ',
			"X (Twitter) isn't supported by the service",
			"Remove 'twitter' from 'Channel Names or IDs'.",
		],
	])('reject %s and list the choices (P11, D7)', async (_title, given, message, description) => {
		const before = sandbox().posts().length;
		const error = await node().error('post:create', { channels: given, caption: 'Hi' });
		expect(error.message).toBe(message);
		expect(error.description?.replace(' Nothing was sent for this item.', '')).toEqual(description);
		expect(sandbox().posts()).toHaveLength(before);
	});

	test('work in a channel operation of their network (P20, P21, P22)', async () => {
		const found = await node().json('channel:getBoards', { channelId: name('acmestudio') });
		expect(found.map(({ id }) => id)).toContain(boards.recipes.id);
		expect(await node().json('channel:get', { channelId: name('@acme.example') })).toMatchObject([
			{ id: bluesky.id },
		]);
		expect(
			await node().error('channel:getTikTokCreatorInfo', { channelId: name('Acme Careers') }),
		).toMatchObject({ message: "In 'Channel', 'Acme Careers' isn't the name or ID of a TikTok channel" });
		await node().run('analytics:getChannelSnapshots', { channelId: byId('Bluesky') });
		expect(paths().at(-1)).toBe(`/api/v1/analytics/accounts/${bluesky.id}`);
	});

	test('of groups are none where one channel is chosen', async () => {
		for (const given of ['Facebook', 'All Pinterest Channels']) {
			const error = await node().error('channel:getBoards', { channelId: name(given) });
			expect(error).toMatchObject({
				message: `In 'Channel', '${given}' isn't the name or ID of a Pinterest channel`,
				description: expect.not.stringContaining(': All ') as string,
			});
			expect(error.description).not.toContain('All Channels');
		}
	});

	test('work in the filter of Get Many (P62)', async () => {
		await node().run('post:getAll', { filters: { channelId: 'dev.to' } });
		expect(sandbox().requests.at(-1)?.query).toMatchObject({ accountId: devto.id });
	});

	test('work in an update of a post (P77)', async () => {
		const updateFields = { channels: 'Threads, Bluesky' };
		await node().run('post:update', { postId: byId(posts.draft), updateFields });
		const { channels: entries = [] } =
			sandbox()
				.posts()
				.find(({ id }) => id === posts.draft) ?? {};
		expect(entries.map(({ accountId }) => accountId)).toEqual([threads.id, bluesky.id]);
	});
});

describe('boards, queues and categories by name', () => {
	const create = async (more: IDataObject) => {
		await node().run('post:create', { channels: 'Facebook, Pinterest: acmestudio', caption: 'Hi', ...more });
		return bodyOf();
	};

	test.each<[string, IDataObject]>([
		['the form', { queues: { queue: [{ channelId: 'facebook', queueId: name('mornings') }] } }],
		[
			'the dropdowns',
			{ queues: { queue: [{ channelId: `facebook:${facebook.id}:noBoard`, queueId: name('mornings') }] } },
		],
		['JSON', { options: { queuesJson: '{"Facebook: Acme Studio": "Mornings"}' } }],
		[
			'JSON with a duplicate',
			{ options: { queuesJson: `{"facebook": "MORNINGS", "${facebook.id}": "Mornings"}` } },
		],
	])('accept a queue in %s (P15, P40)', async (_title, more) => {
		const body = await create({ channels: 'facebook', delivery: 'queue', ...more });
		expect(body?.delivery).toEqual({
			mode: 'queue',
			queueIds: { [facebook.id]: queues.facebookMornings.id },
		});
	});

	test.each(['Main', 'main queue', 'main'])('accept the Main queue as %s (P15)', async (queue) => {
		const body = await create({
			channels: 'facebook',
			delivery: 'queue',
			options: { queuesJson: JSON.stringify({ Facebook: queue }) },
		});
		expect(body?.delivery).toMatchObject({ queueIds: { [facebook.id]: null } });
	});

	test('accept the queue of an existing post (P40)', async () => {
		const [post] = await node().json('post:create', { channels: linkedin.id, caption: 'Hi' });
		const postId = byId(String(post?.id));
		const queuesJson = '{"linkedin: acme studio": "weekly INSIGHTS"}';
		await node().run('post:schedule', { postId, delivery: 'queue', options: { queuesJson } });
		expect(bodyOf(`/api/v1/posts/${postId.value}/schedule`)).toMatchObject({
			queueIds: { [linkedin.id]: queues.linkedinWeekly.id },
		});
	});

	test.each<[string, IDataObject]>([
		[
			'the form',
			{
				overrides: 'common',
				channelOverrides: {
					channels: [{ channelId: 'Pinterest: acmestudio', boardId: name(' chairs') }],
				},
			},
		],
		['JSON', { options: { channelOverridesJson: '{"pinterest: acmestudio": {"boardId": "Chairs"}}' } }],
		[
			'both',
			{
				overrides: 'common',
				channelOverrides: { channels: [{ channelId: pinterest.id, boardId: boards.recipes.id }] },
				options: { options: { channelOverridesJson: '{"Pinterest: acmestudio": {"boardId": "Chairs"}}' } },
			},
		],
	])('accept a board in %s (P20)', async (_title, more) => {
		expect((await create(more))?.perAccount).toEqual({ [pinterest.id]: { boardId: boards.recipes.id } });
	});

	test('accept a category (P24)', async () => {
		const overrides = { youtube: { options: { youtube: { categoryId: 'People & Blogs' } } } };
		const body = await create({
			channels: 'youtube',
			options: { channelOverridesJson: JSON.stringify(overrides) },
		});
		expect(body?.perAccount).toEqual({ [youtube.id]: { options: { youtube: { categoryId: '22' } } } });
		const channelOptions = { value: { [`${youtube.id}:youtube:categoryId`]: 'people & blogs' } };
		const other = await create({ channels: 'youtube', overrides: 'all', channelOptions });
		expect(other?.perAccount).toEqual({ [youtube.id]: { options: { youtube: { categoryId: '22' } } } });
	});

	test.each<[string, IDataObject]>([
		[
			'JSON',
			{
				options: {
					channelOverridesJson: JSON.stringify({ youtube: { options: { youtube: { categoryId: 22 } } } }),
				},
			},
		],
		[
			'the form',
			{ overrides: 'all', channelOptions: { value: { [`${youtube.id}:youtube:categoryId`]: 22 } } },
		],
	])('accept the ID of a category as a number in %s (P24, P37)', async (_title, more) => {
		const body = await create({ channels: 'youtube', ...more });
		expect(body?.perAccount).toEqual({ [youtube.id]: { options: { youtube: { categoryId: '22' } } } });
	});

	test('need no request for IDs (P20, P24, P40)', async () => {
		const overrides = {
			[pinterest.id]: { boardId: boards.recipes.id },
			[youtube.id]: { options: { youtube: { categoryId: '22' } } },
		};
		await create({
			channels: [facebook.id, pinterest.id, youtube.id],
			options: {
				channelOverridesJson: JSON.stringify(overrides),
				queuesJson: JSON.stringify({ [facebook.id]: queues.facebookMornings.id }),
				checkFirst: false,
			},
		});
		expect(paths()).toEqual(['/api/v1/posts/']);
	});

	test.each<[string, IDataObject, string, string]>([
		[
			'queue',
			{ channels: 'facebook', delivery: 'queue', options: { queuesJson: '{"facebook": "Evenings"}' } },
			"In 'Queues', 'Evenings' isn't the name or ID of a queue",
			'Did you mean Mornings?',
		],
		[
			'board',
			{ options: { channelOverridesJson: '{"Pinterest: acmestudio": {"boardId": "Chair"}}' } },
			"In 'Board', 'Chair' isn't the name or ID of a board",
			'Did you mean Chairs?',
		],
		[
			"channel that isn't on the network",
			{ options: { channelOverridesJson: '{"Instagrum: acmestudio": {"caption": "Hello"}}' } },
			"In 'Channel Overrides (JSON)', 'Instagrum: acmestudio' isn't the name or ID of a channel",
			'Did you mean Instagram: acme.studio?',
		],
		[
			'channel of an override',
			{ options: { channelOverridesJson: '{"LinkedIn": {"caption": "Hello"}}' } },
			"'LinkedIn' in 'Channel Overrides (JSON)' matches 2 channels: LinkedIn: Acme Studio; LinkedIn: Acme Careers",
			'Use one of these instead.',
		],
		[
			'channel with two values',
			{
				options: {
					channelOverridesJson: `{"Facebook": {"caption": "A"}, "${facebook.id}": {"caption": "B"}}`,
				},
			},
			`'Channel Overrides (JSON)' has two different values for the channel '${facebook.id}'`,
			'Keep one of the two.',
		],
		[
			'channel in an entry of the form',
			{ overrides: 'common', channelOverrides: { channels: [{ channelId: 'LinkedIn', caption: 'Hello' }] } },
			"'LinkedIn' in 'Channel Overrides' matches 2 channels: LinkedIn: Acme Studio; LinkedIn: Acme Careers",
			'Use one of these instead.',
		],
	])('reject an unknown %s (D7)', async (_title, more, message, description) => {
		const before = sandbox().posts().length;
		const parameters = { channels: 'Facebook, Pinterest: acmestudio', caption: 'Hi', ...more };
		const error = { message, description: `${description} Nothing was sent for this item.` };
		expect(await node().error('post:create', parameters)).toMatchObject(error);
		expect(sandbox().posts()).toHaveLength(before);
	});
});

describe('objects of other tools', () => {
	const option = (name: string) => ({ id: '7f2c1d1e-0c1a-4d53-9a43-3f0f0a6f1b11', name, color: 'red' });
	const [board] = Object.values(boards);

	test('name a board, in the field and in an override', async () => {
		const values = { channels: [pinterest.id], caption: 'Hi' };
		const boardId = { ...option(board?.name ?? ''), id: 'optA' };
		await node().run('post:create', { ...values, boardId });
		expect(bodyOf()?.perAccount).toEqual({ [pinterest.id]: { boardId: board?.id } });
		const channelOverrides = { channels: [{ channelId: option('Pinterest: acmestudio'), boardId }] };
		await node().run('post:create', { ...values, overrides: 'common', channelOverrides });
		expect(bodyOf()?.perAccount).toEqual({ [pinterest.id]: { boardId: board?.id } });
	});

	test('name a queue and its channel', async () => {
		const [queue] = Object.values(queues);
		const entry = { channelId: option('Facebook: Acme Studio'), queueId: option(queue?.name ?? '') };
		const values = { channels: [facebook.id], caption: 'Hi', delivery: 'queue', queues: { queue: [entry] } };
		await node().run('post:create', values);
		expect(bodyOf()?.delivery).toMatchObject({ queueIds: { [facebook.id]: queue?.id } });
	});

	test('with an unknown name are named by it', async () => {
		const error = await node().error('post:create', { channels: [option('Facebok')], caption: 'Hi' });
		expect(error.message).toBe("In 'Channel Names or IDs', 'Facebok' isn't the name or ID of a channel");
	});
});

test.each([
	['[', ']'],
	['[{"a":', '}]'],
])('50,000 times %s in the text of a list is an error like another', async (open, close) => {
	const text = `${open.repeat(50_000)}1${close.repeat(50_000)}`;
	for (const channels of [text, `[${text}]`])
		await expect(accountsOf(channels)).rejects.toThrow(/Channel Names or IDs/);
	const others: IDataObject[] = [
		{ caption: text },
		{ media: 'url', mediaUrl: text },
		{ media: 'assets', mediaAssetIds: text },
		{ media: 'binary', binaryPropertyName: text },
	];
	for (const values of others)
		await node()
			.run('post:create', { channels: [facebook.id], caption: 'Hi', ...values })
			.catch(({ message }: Error) => expect(message).not.toMatch(/call stack/i));
	const nested: unknown = JSON.parse(text);
	expect(() => toText(nested, 'Caption')).not.toThrow();
	expect(isUnset(nested)).toBe(false);
});

test.each([
	['\u202Eacme', 'acme'],
	['a\u200Fc\u2067m\u2069e', 'acme'],
	['אבג', 'אבג'],
	['👩‍👧', '👩‍👧'],
])('a name in a sentence has no marks that turn it around: %j', (name, plain) => {
	expect(plainName(name)).toBe(plain);
	expect(channelLabel('bluesky', name, '1')).toBe(`Bluesky: ${plain}`);
	expect(channelPhrase('bluesky', name, '1')).toBe(`Bluesky (${plain})`);
});
