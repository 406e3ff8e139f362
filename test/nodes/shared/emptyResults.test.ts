import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const { channels, posts } = seed;
const node = () => nodeFor(sandbox());
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

const post = { channels: [channels.facebook.id], caption: 'Hi', delivery: 'draft' };
const named = { ...post, postId: byId(posts.draft) };
const comparing = (settings: IDataObject): IDataObject => ({ comparePosts: { settings } });
const nothing = '={{ $json.nothing }}';

describe('an expression that returns nothing', () => {
	test.each<[string, IDataObject, string]>([
		[
			'post:create',
			{ ...post, options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: nothing } } } },
			'Own Key',
		],
		[
			'post:create',
			{ ...post, options: { ifRunAgain: { settings: { send: nothing } } } },
			'If This Runs Again',
		],
		[
			'post:create',
			{ ...post, options: { timezone: nothing }, delivery: 'at', publishAt: '2099-01-01T09:00' },
			'Time Zone Name or ID',
		],
		['post:create', { ...post, options: comparing({ ifClash: nothing }) }, 'If a Post Clashes'],
		['post:create', { ...post, options: comparing({ textDays: nothing }) }, 'Same Text (Days)'],
		['post:create', { ...post, options: comparing({ spacingMinutes: nothing }) }, 'Any Post (Minutes)'],
		['post:upsert', { ...named, options: { dryRun: nothing } }, 'Dry Run'],
		['post:upsert', { ...named, options: { dryRun: '={{ " " }}' } }, 'Dry Run'],
		['post:syncCalendar', { ...named, options: { dryRun: '={{ undefined }}' } }, 'Dry Run'],
		['post:upsert', { ...named, options: { knownUpdatedAt: nothing } }, 'Updated At in Last Run'],
		[
			'post:duplicate',
			{
				postId: byId(posts.draft),
				options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: nothing } } },
			},
			'Own Key',
		],
	])('is an error in %s with %j, and nothing is sent', async (operation, parameters, field) => {
		const { message } = await node().error(operation, parameters, { items: itemsOf({ nothing: null }) });
		expect(message).toMatch(new RegExp(`^'${field.replace(/[()]/g, '\\$&')}' (is empty|can't be)`));
		expect(writes()).toEqual([]);
	});

	test('is no error for an option that was added and left empty', async () => {
		const options = { timezone: '' };
		expect(await node().json('post:create', { ...post, options })).toMatchObject([{ status: 'draft' }]);
	});

	test("is no error in 'Updated At in Last Run' for a row without a post, or if changes are overwritten", async () => {
		const items = itemsOf({});
		const fresh = { ...post, options: { knownUpdatedAt: nothing } };
		expect(await node().json('post:upsert', fresh, { items })).toMatchObject([{ action: 'created' }]);
		const overwriting = { ...named, options: { knownUpdatedAt: nothing, onChanged: 'overwrite' } };
		expect(await node().json('post:upsert', overwriting, { items })).toMatchObject([{ action: 'updated' }]);
	});
});

/** Runs the node as a tool. */
const asTool = async (operation: string, values: IDataObject) =>
	await node().run(operation, values, { isTool: true });

describe("a model's word for nothing", () => {
	test.each(['null', 'None', 'undefined', ' NULL ', 'nil'])('counts as absent: %j', async (word) => {
		const [item] = await asTool('post:create', {
			...post,
			title: word,
			additionalFields: { firstComment: word, linkUrl: word },
			options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: word } }, channelOverridesJson: word },
		});
		expect(sandbox().post(String(item?.json.id))).toMatchObject({
			title: null,
			firstComment: null,
			linkUrl: null,
		});
		expect(item?.json.ignoredValues).toEqual({
			Title: word,
			'First Comment': word,
			'Link URL': word,
			'Own Key': word,
			'Channel Overrides Json': word,
		});
	});

	test('stays outside of tools, and in a longer text', async () => {
		const [created] = await node().json('post:create', { ...post, caption: 'None' });
		expect(created).toMatchObject({ caption: 'None' });
		expect(created).not.toHaveProperty('ignoredValues');
		const [item] = await asTool('post:create', { ...post, caption: 'None of us' });
		expect(item?.json).toMatchObject({ caption: 'None of us' });
		expect(item?.json).not.toHaveProperty('ignoredValues');
	});
});

const parts = [{ type: 'text', text: 'Hello' }];

test.each<[string, IDataObject, string, string]>([
	['a caption that is a list of parts', { caption: parts }, "'Caption' must be text", 'part.text'],
	[
		'a caption that is such a list as text',
		{ caption: JSON.stringify(parts) },
		"'Caption' must be text",
		'part.text',
	],
	['a title that is a list of parts', { title: parts }, "'Title' must be text", 'part.text'],
	[
		'tags without a name',
		{
			channels: [channels.devto.id],
			overrides: 'all',
			channelOptions: { mappingMode: 'defineBelow', value: { 'devto:tags': [{ id: 7, slug: 'n8n' }] } },
		},
		"An entry of 'Tags' is an object with 'id', 'slug'",
		"'name'",
	],
	[
		'URLs without an address',
		{ media: 'url', mediaUrl: [{ id: 'att1', size: 3 }] },
		"An entry of 'URL' is an object with 'id', 'size'",
		"'url'",
	],
])('%s get an error that says what to write', async (_title, values, message, advice) => {
	const parameters = Object.fromEntries(
		Object.entries({ ...post, ...values }).map(([name, value]) => [
			name,
			['caption', 'mediaUrl'].includes(name) && typeof value === 'object'
				? `={{ ${JSON.stringify(value)} }}`
				: value,
		]),
	);
	const error = await node().error('post:create', parameters);
	expect(error.message).toContain(message);
	expect(error.description).toContain(advice);
	expect(writes()).toEqual([]);
});

test('tags are read by their names, never by their IDs', async () => {
	const value = {
		'devto:tags': [
			{ id: 7, name: 'n8n' },
			{ id: 8, name: 'automation' },
		],
	};
	const [created] = await node().json('post:create', {
		...post,
		channels: [channels.devto.id],
		title: 'A title',
		overrides: 'all',
		channelOptions: { mappingMode: 'defineBelow', value },
	});
	expect(sandbox().post(String(created?.id)).channels[0]?.options).toMatchObject({
		devto: { tags: ['n8n', 'automation'] },
	});
});
