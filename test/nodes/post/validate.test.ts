import type { IDataObject } from 'n8n-workflow';
import { seed, type FaultSpec } from '../../../sandbox';
import { useBinaryMode } from '../../support/n8nBinary';
import { fileOf } from '../../support/mediaFiles';
import { movieOf } from '../../support/movieFile';
import { itemWith } from '../../support/mediaItems';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { onlyIn } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ clock: 'real', seed: 'default' });
const { channels, posts, media } = seed;
const node = () => nodeFor(sandbox());
const { bluesky, facebook, pinterest, threads, youtube, tiktok, mastodon } = channels;
const tooLong = 'x'.repeat(301);
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

describe('Validate', () => {
	const validate = async (parameters: IDataObject, run = {}) => {
		const [result] = await node().json('post:validate', parameters, run);
		return result as { valid: boolean; errors: IDataObject[]; warnings: IDataObject[] };
	};

	test('lists what is wrong with a new post on each channel, in the words of the screen (P16, P17)', async () => {
		const { valid, errors } = await validate({
			channels: [bluesky.id, pinterest.id],
			caption: tooLong,
			delivery: 'now',
		});
		expect(valid).toBe(false);
		expect(errors.map(({ message }) => message)).toEqual([
			"'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters",
			"'Board' for Pinterest (acmestudio) is required",
			"'Media' for Pinterest (acmestudio) must have an image or a video",
		]);
		expect(writes()).toEqual([]);
	});

	test.each(['new', 'draft'])(
		"refuses an asset ID that can't be one, as Create does, for a %s post (P16)",
		async (kind) => {
			const delivery = kind === 'draft' ? 'draft' : 'now';
			const wanted = {
				channels: [facebook.id],
				caption: 'Hi',
				delivery,
				media: 'assets',
				mediaAssetIds: 'abc',
			};
			const result = await validate(wanted);
			expect(result).toMatchObject({
				valid: false,
				errors: [{ message: "'Asset IDs' (entry 1) isn't a valid ID: 'abc'" }],
			});
			const { message } = await node().error('post:create', wanted);
			expect(message).toContain("'Asset IDs' (entry 1)");
			expect(writes()).toEqual([]);
		},
	);

	test('counts above the output the posts that cannot be published, and names each', async () => {
		const items = itemsOf({ text: 'Hi' }, { text: tooLong }, { text: '' });
		const parameters = { channels: [bluesky.id], caption: '={{ $json.text }}' };
		const { outputs, hints } = await node().result('post:validate', parameters, { items });
		expect(outputs[0]?.map(({ json }) => json.message)).toEqual([
			'“Hi” can be published.',
			expect.stringMatching(/^One thing to fix before “x+…” can be published\./),
			expect.stringMatching(/^One thing to fix before this post can be published\./),
		]);
		const message = "2 of 3 posts can't be published. The reasons are in 'errors'.";
		expect(hints).toContainEqual(expect.objectContaining({ type: 'warning', message }));
	});

	test('names an item that cannot be checked by its caption or its post', async () => {
		const read = async (parameters: IDataObject) =>
			(await node().json('post:validate', parameters, { continueOnFail: true }))[0];
		expect(await read({ channels: ['nowhere'], caption: 'Hello' })).toMatchObject({
			caption: 'Hello',
			message: expect.stringMatching(/^“Hello”: /) as string,
		});
		const postId = 'b0000000-0000-4000-8000-00000000ffff';
		expect(await read({ source: 'existing', postId: byId(postId) })).toMatchObject({ details: { postId } });
	});

	test('reports a valid post (P16)', async () => {
		const result = await validate({ channels: [facebook.id], caption: 'Hello', delivery: 'queue' });
		expect(result).toEqual({
			message: '“Hello” can be published.',
			valid: true,
			errors: [],
			warnings: [],
		});
	});

	test('checks an existing post (P17)', async () => {
		const parameters = { source: 'existing', postId: byId(posts.failed), delivery: 'now' };
		const { valid, errors } = await validate(parameters);
		expect(valid).toBe(false);
		expect(errors).toMatchObject([{ message: expect.stringContaining('must be reconnected') as string }]);
	});

	test('says that a post is already published, and which one it is', async () => {
		const verdict = await validate({ source: 'existing', postId: byId(posts.published), delivery: 'now' });
		expect(verdict).toMatchObject({
			message: expect.stringMatching(/^“.+” already has the status Published\.$/),
			valid: false,
			id: posts.published,
			status: 'published',
		});
		const draft = await validate({ source: 'existing', postId: byId(posts.draft), delivery: 'now' });
		expect(draft).toMatchObject({ valid: true, id: posts.draft, status: 'draft' });
	});

	test('reads the type of files and the length of videos (P17, P21)', async () => {
		sandbox().vary({ optionalFields: 'sent' });
		await useBinaryMode('filesystem');
		const items = [await itemWith({ data: movieOf(700), picture: fileOf('png', 2_000) })];
		const parameters = { channels: [tiktok.id, youtube.id], caption: 'Film', delivery: 'now' };
		const film = await validate(
			{ ...parameters, media: 'binary', binaryPropertyName: 'data', title: 'Film' },
			{ items },
		);
		expect(film.errors.map(({ message }) => message)).toEqual([
			"'Media' for TikTok (acmestudio) has a video of 700 seconds, but this creator can post up to 600 seconds",
		]);
		const picture = await validate(
			{ ...parameters, media: 'binary', binaryPropertyName: 'picture', title: 'Film' },
			{ items },
		);
		expect(picture.errors).toMatchObject([{ platform: 'youtube', field: 'mediaAssetIds' }]);
		expect(sandbox().media()).toHaveLength(4);
	});
});

describe('Check Before Sending', () => {
	const checking = { options: { checkFirst: true } };
	const bad = { channels: [bluesky.id], caption: tooLong, delivery: 'now', ...checking };

	test('names the channels of one problem together (P16)', async () => {
		const empty = { channels: [bluesky.id, threads.id, youtube.id], caption: '', delivery: 'now' };
		const { description } = await node().error('post:create', { ...empty, title: '' });
		expect(description).toContain(
			"(1) 'Caption' for Bluesky (acme.example), Threads (acme.studio), and YouTube (Acme Studio TV) is empty, and the post has no media. ",
		);
	});

	test("doesn't upload a file for a post that can't be published (P17)", async () => {
		const items = [await itemWith({ data: fileOf('png', 2_000) })];
		await node().error('post:create', { ...bad, media: 'binary', binaryPropertyName: 'data' }, { items });
		expect(writes()).toEqual([]);
	});

	const draftOf = async (values: IDataObject): Promise<string> => {
		const [draft] = await node().json('post:create', { channels: [bluesky.id], caption: 'Hi', ...values });
		sandbox().requests.length = 0;
		return String(draft?.id);
	};

	test('checks an update with the current post (P16)', async () => {
		const postId = byId(await draftOf({ channels: [channels.googleBusiness.id] }));
		const parameters = { postId, updateFields: { firstComment: 'First' }, ...checking };
		const { message } = await node().error('post:update', parameters);
		expect(message).toMatch(/^'First Comment' for Google Business/);
		expect(writes()).toEqual([]);
	});

	test('lets an update leave out what only a delivery needs (P74)', async () => {
		const postId = byId(await draftOf({}));
		const [updated] = await node().json('post:update', {
			postId,
			updateFields: { channels: [youtube.id] },
			...checking,
		});
		expect(updated?.status).toBe('draft');
	});

	test('checks the post as updated and ignores a cleared override (P74)', async () => {
		const postId = await draftOf({
			options: { channelOverridesJson: { [bluesky.id]: { caption: tooLong } } },
		});
		const channelOverridesJson = { [bluesky.id]: { caption: null } };
		await node().run('post:update', {
			postId: byId(postId),
			options: { ...checking.options, channelOverridesJson },
		});
		const [submitted] = await node().json('post:submit', {
			postId: byId(postId),
			delivery: 'now',
			...checking,
		});
		expect(submitted?.status).toBe('publishing');
	});

	test.each<[string, () => Buffer, RegExp]>([
		['a video', () => movieOf(10), /^$/],
		['an image', () => fileOf('png', 2_000), /'Media' for YouTube \(Acme Studio TV\) must have a video/],
	])('checks an update with its new media only: %s (P73, P74)', async (_title, file, found) => {
		const old = {
			channels: [youtube.id],
			media: 'assets',
			mediaAssetIds: media.image,
			title: 'Film',
		};
		const change = { postId: byId(await draftOf(old)), media: 'binary', binaryPropertyName: 'data' };
		const items = [await itemWith({ data: file() })];
		const { hints } = await node().result('post:update', { ...change, ...checking }, { items });
		const warnings = hints.filter(({ type }) => type === 'warning');
		expect(warnings.map(({ message }) => message).join()).toMatch(found);
	});
});

describe('Check Before Sending by default', () => {
	const tooLongPost = { channels: [bluesky.id], caption: tooLong };
	const draftOf = async (): Promise<string> => {
		const [draft] = await node().json('post:create', tooLongPost);
		sandbox().requests.length = 0;
		return String(draft?.id);
	};
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
	const caption = /^'Caption' for Bluesky \(acme.example\) is too long: 301 of 300 characters$/;

	test.each<[operation: string, parameters: IDataObject]>([
		['create', { ...tooLongPost, delivery: 'now' }],
		['create', { ...tooLongPost, delivery: 'queue' }],
		['create', { ...tooLongPost, delivery: 'at', publishAt: tomorrow }],
		['upsert', { ...tooLongPost, delivery: 'queue' }],
		['syncCalendar', { ...tooLongPost, delivery: 'queue' }],
		['submit', { delivery: 'queue' }],
		['schedule', { delivery: 'queue' }],
		['publish', {}],
	])(
		"rejects in %s with %j what a channel doesn't accept and sends nothing (P16, N51)",
		async (operation, parameters) => {
			const postId = 'channels' in parameters ? {} : { postId: byId(await draftOf()) };
			const error = await node().error(`post:${operation}`, { ...postId, ...parameters });
			expect(error.message).toMatch(caption);
			expect(error.description).toMatch(/^Nothing was sent for this item\./);
			expect(writes()).toEqual([]);
		},
	);

	test('rejects an edit of a scheduled post before it returns the post to draft (N36)', async () => {
		const scheduled = { channels: [bluesky.id], caption: 'Hi', delivery: 'at', publishAt: tomorrow };
		const [post] = await node().json('post:create', scheduled);
		sandbox().requests.length = 0;
		const error = await node().error('post:update', {
			postId: byId(String(post?.id)),
			updateFields: { caption: tooLong },
			options: { ifScheduled: 'reschedule' },
		});
		expect(error.message).toMatch(caption);
		expect(writes()).toEqual([]);
	});

	test('lists everything that is wrong in one error (P16)', async () => {
		const error = await node().error('post:create', {
			channels: [bluesky.id, pinterest.id, channels.linkedinBroken.id],
			caption: tooLong,
			delivery: 'at',
			publishAt: '2020-01-01T00:00:00Z',
		});
		expect(error.message).toBe('5 things to fix before this post can be published');
		expect(error.description).toBe(
			"Nothing was sent for this item. (1) 'Publish At' is in the past (2020-01-01T00:00:00+00:00). " +
				"Enter a later time. If it has no time zone, it's read in the one set under 'Options', otherwise in the workflow's. " +
				"(2) 'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters. " +
				"Shorten it, turn on 'Adapt Text' where the post is written, or enter another text for the channel in 'Channel Overrides'. " +
				"(3) 'Board' for Pinterest (acmestudio) is required. " +
				"(4) 'Media' for Pinterest (acmestudio) must have an image or a video. " +
				'(5) LinkedIn (Acme Careers) must be reconnected in the web app first.',
		);
		expect(writes()).toEqual([]);
	});

	test.each<[title: string, parameters: IDataObject]>([
		['if the check is off', { ...tooLongPost, delivery: 'queue', options: { checkFirst: false } }],
		[
			'if the node continues with the draft',
			{ ...tooLongPost, delivery: 'queue', options: { onSavedDraft: 'continue' } },
		],
		[
			'with fields unknown to the node',
			{ ...tooLongPost, delivery: 'queue', options: { additionalBody: '{ "caption": "Short" }' } },
		],
	])('leaves the post to the service %s (P16)', async (_title, parameters) => {
		await node().run('post:create', parameters, { continueOnFail: true });
		expect(sandbox().requests[0]?.method).toBe('POST');
	});

	test.each<[fact: string, fault: FaultSpec, parameters: IDataObject]>([
		[
			"channels, because the key can't read them",
			{ method: 'GET', path: /./, kind: 'status', status: 403, times: 9 },
			{ channels: [facebook.id], caption: 'Hi' },
		],
		[
			"what TikTok's creator can do, because TikTok fails",
			{ method: 'GET', path: /tiktok-creator-info$/, kind: 'status', status: 503, times: 99 },
			{ channels: [tiktok.id], caption: 'Hi', media: 'assets', mediaAssetIds: media.video },
		],
		[
			"boards, because the list can't be read",
			{ method: 'GET', path: /boards$/, kind: 'status', status: 500, times: 99 },
			{
				channels: [pinterest.id],
				caption: 'Hi',
				media: 'assets',
				mediaAssetIds: media.image,
				options: { channelOverridesJson: { [pinterest.id]: { boardId: seed.boards.recipes.id } } },
			},
		],
	])("leaves to the service what it can't read: %s (P14)", async (_fact, fault, parameters) => {
		const failedReads = async (...items: IDataObject[]): Promise<number> => {
			sandbox().reset();
			sandbox().faults.add(fault);
			const waiting = nodeFor(sandbox());
			const values = { ...parameters, delivery: 'now' };
			const created = await waiting.json('post:create', values, { items: itemsOf(...items) });
			expect(created.map(({ routed }) => routed)).toEqual(items.map(() => 'enacted'));
			return sandbox().requests.filter(({ status }) => status >= 400).length;
		};
		const failed = await failedReads({});
		expect(failed).toBeGreaterThan(0);
		expect(await failedReads({}, {}, {})).toBe(failed);
	});

	test('reads the channels once for all items of a run (P14)', async () => {
		const items = itemsOf(...Array.from({ length: 20 }, (_, index) => ({ text: `Post ${index}` })));
		const parameters = { channels: [facebook.id], caption: '={{ $json.text }}', delivery: 'queue' };
		await node().run('post:create', parameters, { items });
		const reads = sandbox().requests.filter(({ method }) => method === 'GET');
		expect(reads.map(({ path }) => path)).toEqual(['/api/v1/accounts/']);
	});

	onlyIn('observed', 'the contract gives a time no grace', () => {
		test('accepts a time that the service still counts as now (N43)', async () => {
			const publishAt = new Date(Date.now() - 30_000).toISOString();
			const [post] = await node().json('post:create', {
				channels: [facebook.id],
				caption: 'Hi',
				delivery: 'at',
				publishAt,
			});
			expect(post?.routed).toBe('enacted');
		});
	});

	test.each<[key: string, options: IDataObject]>([
		['a custom key', { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'row 7' } } }],
		['a key derived from the content', { ifRunAgain: { settings: { send: 'content' } } }],
	])(
		'returns the post that an earlier run scheduled under %s, although its time has passed',
		async (_key, options) => {
			const publishAt = new Date(Date.now() + 3_600_000).toISOString();
			const parameters = { channels: [facebook.id], caption: 'Hi', delivery: 'at', publishAt, options };
			const [first] = await node().json('post:create', parameters);
			const later = { now: () => new Date(Date.now() + 7_200_000), advance: () => undefined };
			const afterwards = nodeFor(sandbox(), { clock: later });
			const [second] = await afterwards.json('post:create', parameters);
			expect(second?.id).toBe(first?.id);
		},
	);

	const inPast = '2020-01-01T00:00:00Z';
	const inHour = new Date(Date.now() + 3_600_000).toISOString();

	test.each<[operation: string, parameters: IDataObject]>([
		['create', { channels: [facebook.id], caption: 'Hi', additionalFields: { proposedPublishAt: inPast } }],
		['update', { updateFields: { proposedPublishAt: inPast } }],
		['upsert', { channels: [facebook.id], caption: 'Hi', additionalFields: { proposedPublishAt: inPast } }],
	])(
		'refuses to %s a draft with a proposed time in the past, before its file is uploaded (N43)',
		async (operation, parameters) => {
			const postId = operation === 'update' ? { postId: byId(await draftOf()) } : {};
			const items = [await itemWith({ data: fileOf('png', 2_000) })];
			const values = { ...postId, ...parameters, media: 'binary', binaryPropertyName: 'data' };
			const error = await node().error(`post:${operation}`, values, { items });
			expect(error.message).toBe("'Proposed Publish Time' is in the past (2020-01-01T00:00:00+00:00)");
			expect(error.description).toMatch(/^Nothing was sent for this item\./);
			expect(writes()).toEqual([]);
		},
	);

	test.each<[operation: string, parameters: IDataObject]>([
		['submit', { delivery: 'now' }],
		['publish', {}],
		['update', { updateFields: { caption: 'Hello' } }],
	])(
		'lets %s use a draft whose proposed time has passed, because no time is sent (N43)',
		async (operation, parameters) => {
			const [draft] = await node().json('post:create', {
				channels: [facebook.id],
				caption: 'Hi',
				additionalFields: { proposedPublishAt: inHour },
			});
			const later = { now: () => new Date(Date.now() + 7_200_000), advance: () => undefined };
			const [post] = await nodeFor(sandbox(), { clock: later }).json(`post:${operation}`, {
				postId: byId(String(draft?.id)),
				...parameters,
			});
			expect(post?.id).toBe(draft?.id);
		},
	);

	test("shows the status of a post that doesn't allow the operation, whatever else is wrong (P100)", async () => {
		const queued = { channels: [bluesky.id], caption: 'Hi', delivery: 'queue' };
		const [post] = await node().json('post:create', queued);
		sandbox().channels.disconnect(bluesky.id);
		const error = await node().error('post:submit', { postId: byId(String(post?.id)), delivery: 'now' });
		expect(error.message).toBe("Can't submit a post with the status Queued");
	});

	onlyIn('observed', 'the contract names no status of a connection that expires', () => {
		test('shows a warning once per run, on the first item that has it (P14)', async () => {
			const values = { channels: [mastodon.id], caption: 'Hello', delivery: 'now' };
			const { hints } = await node().result('post:create', values, { items: itemsOf({}, {}, {}) });
			expect(hints.filter(({ type }) => type === 'warning')).toMatchObject([
				{ message: expect.stringMatching(/^Item 0: Mastodon \(.* expires soon/) as string },
			]);
		});
	});
});
