import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { runNode } from '../../support/n8nContexts';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { useBinaryMode } from '../../support/n8nBinary';
import { fileOf } from '../../support/mediaFiles';
import { movieOf } from '../../support/movieFile';
import { itemWith } from '../../support/mediaNode';
import { byId, itemsOf, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ clock: 'real', seed: 'default' });
const { channels, keys, posts, media } = seed;
const node = () => nodeFor({ url: sandbox().url, key: keys.full });
const { bluesky, facebook, pinterest, youtube, tiktok, mastodon } = channels;
const tooLong = 'x'.repeat(301);
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

describe('Validate', () => {
	const validate = async (parameters: IDataObject, run = {}) => {
		const [result] = await node().json('post:validate', parameters, run);
		return result as { valid: boolean; errors: IDataObject[]; warnings: IDataObject[] };
	};

	test('says of a new post what is wrong on each channel, in words of the screen (P16, P17)', async () => {
		const { valid, errors } = await validate({
			channels: [bluesky.id, pinterest.id],
			caption: tooLong,
			delivery: 'now',
		});
		expect(valid).toBe(false);
		expect(errors.map(({ message }) => message)).toEqual([
			"'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters",
			"'Channel Overrides > Board' for Pinterest (acmestudio) is required",
			"'Media' for Pinterest (acmestudio) must have an image or a video",
		]);
		expect(writes()).toEqual([]);
	});

	test('says that a post is fine (P16)', async () => {
		const result = await validate({ channels: [facebook.id], caption: 'Hello', delivery: 'queue' });
		expect(result).toEqual({ valid: true, errors: [], warnings: [] });
	});

	test('looks at a post of the service (P17)', async () => {
		const parameters = { source: 'existing', postId: byId(posts.failed), delivery: 'now' };
		const { valid, errors } = await validate(parameters);
		expect(valid).toBe(false);
		expect(errors).toMatchObject([{ message: expect.stringContaining('must be reconnected') as string }]);
	});

	test('looks into files: their kind, and how long a video is (P17, P21)', async () => {
		await useBinaryMode('filesystem');
		const items = [await itemWith({ data: movieOf(700), picture: fileOf('png', 2_000) })];
		const parameters = { channels: [tiktok.id, youtube.id], caption: 'Film', delivery: 'now' };
		const film = await validate(
			{ ...parameters, media: 'binary', binaryPropertyName: 'data', additionalFields: { title: 'Film' } },
			{ items },
		);
		expect(film.errors.map(({ message }) => message)).toEqual([
			"'Media' for TikTok (acmestudio) has a video of 700 seconds, but this creator can post up to 600 seconds",
		]);
		const picture = await validate(
			{ ...parameters, media: 'binary', binaryPropertyName: 'picture', additionalFields: { title: 'Film' } },
			{ items },
		);
		expect(picture.errors).toMatchObject([{ platform: 'youtube', field: 'mediaAssetIds' }]);
		expect(sandbox().media()).toHaveLength(4);
	});

	test('asks about channels once, whatever the number of items (P14)', async () => {
		const items = itemsOf(...Array.from({ length: 20 }, (_, index) => ({ text: `Post ${index}` })));
		const parameters = {
			channels: [pinterest.id, youtube.id],
			caption: '={{ $json.text }}',
			delivery: 'now',
			options: {
				channelOverridesJson: {
					[pinterest.id]: { boardId: '9999999999' },
					[youtube.id]: { options: { youtube: { categoryId: '99' } } },
				},
			},
		};
		expect(await node().json('post:validate', parameters, { items })).toHaveLength(20);
		expect(
			sandbox()
				.requests.map(({ path }) => path)
				.sort(),
		).toEqual(
			[
				'/api/v1/accounts/',
				`/api/v1/accounts/${youtube.id}/youtube-categories`,
				`/api/v1/accounts/${pinterest.id}/boards`,
			].sort(),
		);
	});
});

describe('Check Before Sending', () => {
	const checking = { options: { checkFirst: true } };
	const bad = { channels: [bluesky.id, youtube.id], caption: tooLong, delivery: 'now', ...checking };

	test('a create with problems names all of them and sends nothing (P16)', async () => {
		const error = await node().error('post:create', bad);
		expect(error.message).toBe('2 things to fix before this post can be published');
		expect(error.description).toBe(
			"Nothing was sent. (1) 'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters. (2) 'Media' for YouTube (Acme Studio TV) must have a video.",
		);
		expect(writes()).toEqual([]);
	});

	test('a single problem is the title of the error (P16)', async () => {
		const error = await node().error('post:create', { ...bad, channels: [bluesky.id] });
		expect(error.message).toMatch(/^'Caption' for Bluesky \(acme.example\) is too long: 301/);
	});

	test('a file is not uploaded for a post that cannot go out (P17)', async () => {
		const items = [await itemWith({ data: fileOf('png', 2_000) })];
		await node().error('post:create', { ...bad, media: 'binary', binaryPropertyName: 'data' }, { items });
		expect(writes()).toEqual([]);
	});

	const draftOf = async (values: IDataObject): Promise<string> => {
		const [draft] = await node().json('post:create', { channels: [bluesky.id], caption: 'Hi', ...values });
		sandbox().requests.length = 0;
		return String(draft?.id);
	};

	test.each<[string, IDataObject, IDataObject]>([
		['submit', { delivery: 'now' }, { caption: tooLong }],
		['schedule', { delivery: 'at', publishAt: '2099-01-01T10:00:00' }, { caption: tooLong }],
		['publish', {}, { caption: tooLong }],
		['update', { updateFields: { firstComment: 'First' } }, { channels: [channels.googleBusiness.id] }],
	])('a %s is checked with what the post is (P16)', async (operation, parameters, draft) => {
		const postId = byId(await draftOf(draft));
		const call = node().run(`post:${operation}`, { postId, ...parameters, ...checking });
		const channel = 'channels' in draft ? /^'First Comment' for Google Business/ : /^'Caption' for Bluesky/;
		await expect(call).rejects.toMatchObject({ message: expect.stringMatching(channel) as string });
		expect(writes()).toEqual([]);
	});

	test('an update may leave out what only a delivery needs (P74)', async () => {
		const postId = byId(await draftOf({}));
		const [updated] = await node().json('post:update', {
			postId,
			updateFields: { channels: [youtube.id] },
			...checking,
		});
		expect(updated?.status).toBe('draft');
	});

	test('an update is checked as it will be: a cleared override counts no more (P74)', async () => {
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
	])('an update is checked with its new media alone: %s (P73, P74)', async (_title, file, found) => {
		const old = { channels: [youtube.id], media: 'assets', mediaAssetIds: media.image };
		const { hints } = await runNode(new SocialPublishing(), {
			credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: keys.full } }],
			parameters: {
				resource: 'post',
				operation: 'update',
				postId: byId(await draftOf(old)),
				media: 'binary',
				binaryPropertyName: 'data',
				...checking,
			},
			items: [await itemWith({ data: file() })],
		});
		expect(hints.map(({ message }) => message).join()).toMatch(found);
	});

	test('warnings do not stop anything, and stand beside the output (P14)', async () => {
		const parameters = {
			resource: 'post',
			operation: 'create',
			channels: [mastodon.id],
			caption: 'Hello',
			delivery: 'now',
			media: 'assets',
			mediaAssetIds: media.image,
			...checking,
		};
		const { outputs, hints } = await runNode(new SocialPublishing(), {
			credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: keys.full } }],
			parameters,
		});
		expect(outputs[0]).toHaveLength(1);
		expect(hints).toMatchObject([
			{ message: expect.stringMatching(/^Item 0: Mastodon \(.* expires soon/) as string },
		]);
	});
});
