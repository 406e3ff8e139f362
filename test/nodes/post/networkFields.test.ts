import { NodeHelpers, type IDataObject, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { newPostFields } from '../../../nodes/SocialPublishing/form/newPost';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const { boards, channels, media } = seed;
const { bluesky, devto, facebook, googleBusiness, linkedin, pinterest, pinterestSecond, tiktok, youtube } =
	channels;

const node = () => nodeFor(sandbox());

const create = async (parameters: IDataObject) => {
	await node().json('post:create', { caption: 'Hi', ...parameters });
	return sandbox().requests.at(-1)?.body as IDataObject;
};

const byName = (value: string) => byId(value, 'name' as never);

describe('the board of a post', () => {
	test.each<[string, unknown]>([
		['from the list', byId(boards.recipes.id, 'list')],
		['by name', byName('chairs')],
		['by ID', byId(boards.recipes.id)],
		['by an expression', boards.recipes.id],
	])('is sent %s to its Pinterest channel and to no other (P34)', async (_title, boardId) => {
		const chosen = [`bluesky:${bluesky.id}`, `pinterest:${pinterest.id}`];
		const body = await create({ channels: chosen, boardId: boardId as IDataObject });
		expect(body.perAccount).toEqual({ [pinterest.id]: { boardId: boards.recipes.id } });
	});

	test('is sent to the channel that has it if there are several (P34)', async () => {
		const body = await create({
			channels: ['All Pinterest Channels'],
			boardId: byId(boards.recipes.id, 'list'),
		});
		expect(body.perAccount).toEqual({ [pinterest.id]: { boardId: boards.recipes.id } });
	});

	test('keeps the board that an override sets (P34)', async () => {
		const body = await create({
			channels: [pinterest.id],
			boardId: byName('Chairs'),
			overrides: 'common',
			channelOverrides: {
				channels: [{ channelId: pinterest.id, boardId: byId(boards.interiors.id) }],
			},
		});
		expect(body.perAccount).toEqual({ [pinterest.id]: { boardId: boards.interiors.id } });
	});

	test.each([[[pinterest.id]], [[pinterest.id, pinterestSecond.id]]])(
		'throws and sends nothing if no channel has it (P34)',
		async (chosen) => {
			const error = await node().error('post:create', {
				channels: chosen,
				caption: 'Hi',
				boardId: byName('Nowhere'),
			});
			expect(error.message).toContain("In 'Board', 'Nowhere' isn't the name or ID of a board");
			expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	test('is missing for another Pinterest channel, with an error that says how to set it (P16)', async () => {
		const error = await node().error('post:create', {
			channels: ['All Pinterest Channels'],
			caption: 'Hi',
			boardId: byId(boards.recipes.id, 'list'),
			media: 'assets',
			mediaAssetIds: media.image,
			delivery: 'now',
		});
		expect(error.message).toBe(
			"'Board' for Pinterest (acme_workshop) is required, and the one that is set belongs to another channel",
		);
		expect(error.description).toMatch(/^Set it in 'Channel Overrides'\. Nothing was sent for this item\./);
	});

	test('is ignored for a post without a Pinterest channel (P34)', async () => {
		const body = await create({ channels: [bluesky.id], boardId: byName('Chairs') });
		expect(body.perAccount).toBeUndefined();
	});
});

describe('the list of boards', () => {
	beforeEach(() => sandbox().vary({ optionalFields: 'sent' }));
	const listed = async (chosen: unknown) =>
		(await node().search('searchPostBoards', { parameters: { channels: chosen as string[] } })).results.map(
			({ name }) => name,
		);

	test('shows the boards of the chosen channel (P20)', async () => {
		expect(await listed([`bluesky:${bluesky.id}`, `pinterest:${pinterest.id}`])).toEqual([
			'Interiors (public, 312 pins)',
			'Chairs (public, 48 pins)',
			'Ideas (secret, 7 pins)',
		]);
	});

	test.each([[['All Channels']], ['={{ $json.channels }}']])(
		'shows the boards of all Pinterest channels with their channels for %j (P20)',
		async (chosen) => {
			expect(await listed(chosen)).toContain('Chairs (public, 48 pins) of acmestudio');
		},
	);
});

test('has one title, which is sent (P69)', async () => {
	expect(await create({ channels: [`devto:${devto.id}`], title: 'A day' })).toMatchObject({ title: 'A day' });
	const titles = newPostFields.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.map((option) => ('displayName' in option ? option.displayName : option.name)),
	]);
	expect(titles.filter((name) => name === 'Title')).toHaveLength(1);
});

describe('the first comment', () => {
	const comment = { additionalFields: { firstComment: 'Which color?' } };

	test('is sent for the channels that support it alone if others do not (P16, P69)', async () => {
		const body = await create({ channels: [linkedin.id, tiktok.id, googleBusiness.id], ...comment });
		expect(body).not.toHaveProperty('firstComment');
		expect(body.perAccount).toEqual({ [linkedin.id]: { firstComment: 'Which color?' } });
	});

	test('is sent for the post if all channels support it (P69)', async () => {
		const body = await create({ channels: [linkedin.id, facebook.id], ...comment });
		expect(body).toMatchObject({ firstComment: 'Which color?' });
		expect(body.perAccount).toBeUndefined();
	});

	test('leaves a post of Create or Update unchanged in the next run (P69)', async () => {
		const post = { channels: [linkedin.id, tiktok.id], caption: 'Hi', ...comment };
		const [made] = await node().json('post:upsert', post);
		const [again] = await node().json('post:upsert', { ...post, postId: byId(String(made?.id)) });
		expect(again?.action).toBe('unchanged');
		const channelComments = sandbox()
			.posts()[0]
			?.channels.map(({ firstComment }) => firstComment);
		expect(channelComments).toEqual(['Which color?', null]);
	});

	test('is cleared by an empty field of Create or Update where it was sent (P74)', async () => {
		const post = { channels: [linkedin.id, tiktok.id], caption: 'Hi' };
		const [made] = await node().json('post:upsert', { ...post, ...comment });
		const postId = byId(String(made?.id));
		await node().json('post:upsert', { ...post, postId, additionalFields: { firstComment: '' } });
		const comments = sandbox()
			.posts()[0]
			?.channels.map(({ firstComment }) => firstComment);
		expect(comments).toEqual([null, null]);
	});

	test('keeps the value of an override (P34)', async () => {
		const channelOverridesJson = {
			[facebook.id]: { firstComment: 'Mine' },
			[youtube.id]: { caption: 'Own' },
		};
		const body = await create({
			channels: [facebook.id, youtube.id],
			...comment,
			options: { channelOverridesJson },
		});
		expect(body.perAccount).toEqual({
			[facebook.id]: { firstComment: 'Mine' },
			[youtube.id]: { caption: 'Own' },
		});
	});

	test('throws if no channel supports it (P102)', async () => {
		const error = await node().error('post:create', { channels: [tiktok.id], caption: 'Hi', ...comment });
		expect(`${error.message} ${error.description}`).toContain(
			"The service says: 'First Comment': tiktok channels take none",
		);
	});

	test.each([
		['the channels that the post has', {}],
		['new channels', { channels: [linkedin.id, tiktok.id] }],
	])('of an update is sent in the same way for %s, and cleared there (P73)', async (_title, more) => {
		const [post] = await node().json('post:create', { channels: [linkedin.id, tiktok.id], caption: 'Hi' });
		await node().json('post:update', {
			postId: byId(String(post?.id)),
			updateFields: { firstComment: 'Which color?', ...more },
		});
		const sent = () => sandbox().requests.findLast(({ method }) => method === 'PATCH')?.body;
		const perAccount = { [linkedin.id]: { firstComment: 'Which color?' } };
		expect(sent()).toMatchObject({ firstComment: null, perAccount });
		await node().json('post:update', {
			postId: byId(String(post?.id)),
			updateFields: more,
			clearFields: ['firstComment'],
		});
		const comments = sandbox()
			.post(String(post?.id))
			.channels.map(({ firstComment }) => firstComment);
		expect(comments).toEqual([null, null]);
	});
});

describe('an empty first comment of a channel', () => {
	const comment = { additionalFields: { firstComment: 'Which color?' } };
	const turnedOff = {
		overrides: 'common',
		channelOverrides: { channels: [{ channelId: facebook.id, fields: { firstComment: '' } }] },
	};
	const both = { channels: [linkedin.id, facebook.id], caption: 'Hi' };
	const commentsOf = (postId: unknown) => {
		const { firstComment, channels: own } = sandbox().post(String(postId));
		return [firstComment, ...own.map((channel) => channel.firstComment)];
	};

	test('turns it off there for a new post, without being sent (P34, P69)', async () => {
		const body = await create({ ...both, ...comment, ...turnedOff });
		expect(body).not.toHaveProperty('firstComment');
		expect(body.perAccount).toEqual({ [linkedin.id]: { firstComment: 'Which color?' } });
	});

	test.each([
		['of a post that has none', {}],
		['of all channels that can have one', { channels: [tiktok.id, facebook.id], ...comment }],
	])('%s is left out (P69)', async (_title, more) => {
		const body = await create({ ...both, ...turnedOff, ...more });
		expect(body).not.toHaveProperty('firstComment');
		expect(body).not.toHaveProperty('perAccount');
	});

	test.each<[string, IDataObject, Array<string | null>]>([
		['of the post', {}, [null, 'Which color?', null]],
		['that it sets', { updateFields: { firstComment: 'Which one?' } }, [null, 'Which one?', null]],
		['that it clears', { clearFields: ['firstComment'] }, [null, null, null]],
	])('in an update turns off the one %s (P74)', async (_title, more, comments) => {
		const [post] = await node().json('post:create', { ...both, ...comment });
		await node().json('post:update', { postId: byId(String(post?.id)), ...turnedOff, ...more });
		expect(commentsOf(post?.id)).toEqual(comments);
	});

	test.each<[string, IDataObject, Array<string | null>]>([
		['keeps those that other channels have', {}, [null, 'Mine', null]],
		[
			"returns another channel to the post's own if the update clears that one",
			{ options: { channelOverridesJson: { [linkedin.id]: { firstComment: null } } } },
			[null, 'Which color?', null],
		],
		[
			'also returns a channel without overrides to it',
			{ options: { channelOverridesJson: { [linkedin.id]: null } } },
			[null, 'Which color?', null],
		],
	])('in an update %s', async (_title, more, comments) => {
		const own = { [linkedin.id]: { firstComment: 'Mine' }, [facebook.id]: { firstComment: 'Other' } };
		const [post] = await node().json('post:create', {
			...both,
			...comment,
			options: { channelOverridesJson: own },
		});
		await node().json('post:update', { postId: byId(String(post?.id)), ...turnedOff, ...more });
		expect(commentsOf(post?.id)).toEqual(comments);
	});

	test('makes Create or Update turn it off once, and change nothing in the next run', async () => {
		const [made] = await node().json('post:upsert', { ...both, ...comment });
		const row = { ...both, ...turnedOff, postId: byId(String(made?.id)) };
		const actions = [await node().json('post:upsert', row), await node().json('post:upsert', row)];
		expect(actions.map(([output]) => output?.action)).toEqual(['updated', 'unchanged']);
		expect(commentsOf(made?.id)).toEqual([null, 'Which color?', null]);
	});
});

describe('the form', () => {
	/** Whether n8n shows a field for the channels. */
	const isShown = (name: string, chosen: unknown): boolean => {
		const { description } = new SocialPublishing();
		const field = description.properties.find(
			({ name: own, displayOptions }) => own === name && displayOptions?.hide?.channels,
		) as INodeProperties;
		const values = { resource: 'post', operation: 'create', channels: chosen } as INodeParameters;
		return NodeHelpers.displayParameter(values, field, null, description);
	};

	const optionsOf = async (...names: string[]) => {
		const options = await node().options('getChannelsAndGroups');
		return names.map((wanted) => options.find(({ name }) => name.startsWith(wanted))?.value);
	};

	test.each([
		[['Bluesky'], false, false],
		[['Bluesky', 'Facebook'], false, false],
		[['Bluesky', 'Pinterest: acmestudio'], true, true],
		[['YouTube'], false, true],
		[['dev.to', 'Facebook'], false, true],
		[['All Pinterest Channels'], true, true],
		[['All LinkedIn Channels'], false, false],
		[['All Channels'], true, true],
	])('shows Board and Title for %j: %s, %s (P16)', async (names, hasBoard, hasTitle) => {
		const chosen = await optionsOf(...names);
		expect([isShown('boardId', chosen), isShown('title', chosen)]).toEqual([hasBoard, hasTitle]);
	});

	test.each<[string, unknown, boolean]>([
		['no channel', [], false],
		["an ID, which doesn't reveal the network", [bluesky.id], true],
		['a name', ['LinkedIn'], true],
		['an expression', '={{ $json.channels }}', true],
	])('shows Board and Title for %s: %s', (_title, chosen, expected) => {
		expect([isShown('boardId', chosen), isShown('title', chosen)]).toEqual([expected, expected]);
	});

	test('has no condition with a regular expression, because n8n limits the time of those', () => {
		expect(JSON.stringify(new SocialPublishing().description.properties)).not.toContain('"_cnd":{"regex"');
	});
});
