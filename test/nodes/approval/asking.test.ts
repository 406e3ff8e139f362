import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { createRunData } from '../../support/n8nWorkflow';
import { itemWith } from '../../support/mediaItems';
import { movieOf } from '../../support/movieFile';
import { useBinaryMode } from '../../support/n8nBinary';
import { pictureFiles } from '../../support/pictureFile';
import { byId, itemsOf } from '../../support/nodeUnderTest';
import { useFileServer } from '../../support/useFileServer';
import { onDraft, onNewPost, tomorrow, useApprovals } from '../../support/useApprovals';

const { ask, made, node, read, sandbox, submits } = useApprovals();
const { keys } = seed;

const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

describe('a post before someone approves it', () => {
	test.each<[string, IDataObject, string]>([
		['a delivery', { delivery: { mode: 'now' } }, keys.full],
		['a delivery with a key that sends posts to review', { delivery: { mode: 'now' } }, keys.drafts],
		['a field unknown to this version', { publishNow: true }, keys.full],
		[
			'a delivery in an override',
			{ perAccount: { [seed.channels.bluesky.id]: { delivery: {} } } },
			keys.full,
		],
	])("isn't saved with %s among the additional fields (P45)", async (_title, additionalBody, key) => {
		const asking = ask(
			{ ...onNewPost, options: { additionalBody: JSON.stringify(additionalBody) } },
			{ key },
		);
		await expect(asking).rejects.toThrow(
			/'Advanced: Additional Fields \(JSON\)' has '(delivery|publishNow)'/,
		);
		expect(writes()).toEqual([]);
	});

	test('accepts additional fields that publish nothing', async () => {
		const additionalBody = JSON.stringify({
			firstComment: 'Which color?',
			linkUrl: 'https://acme.example/a',
		});
		const waiting = await ask({ ...onNewPost, options: { additionalBody } });
		expect(await read(String(waiting.output[0]?.id))).toMatchObject({ linkUrl: 'https://acme.example/a' });
	});

	test.each<[string, boolean, number]>([
		['the execution remembers it', true, 1],
		['the service repeats its response', false, 2],
	])('must still be a draft in a retry if %s (P45)', async (_title, keepsRunData, requests) => {
		const channels = `={{ $json.ok ? ["${seed.channels.bluesky.id}"] : [] }}`;
		const runData = createRunData([{ json: {} }]);
		const run = { executionId: `saved-before-${requests}`, ...(keepsRunData ? { runData } : {}) };
		const tryWith = async (ok: boolean) =>
			await ask({ ...onNewPost, channels }, { ...run, items: itemsOf({ ok: true }, { ok }) });
		await expect(tryWith(false)).rejects.toThrow("'Channel Names or IDs' is empty");
		const [{ id }] = (await node().json('post:getAll', { limit: 1 })) as [{ id: string }];
		await node().json('post:publish', { postId: byId(id) });
		await expect(tryWith(true)).rejects.toThrow(
			/Can't ask for the approval of a post with the status Publish/,
		);
		expect(made()).toHaveLength(requests);
	});
});

describe('media on the page', () => {
	const mediaOf = (text: string) =>
		[...text.matchAll(/<li(?: class="file")?>(.*?)<\/li>/gs)].map(([, entry = '']) => [
			/<bdi>(.*)<\/bdi>|alt="(.*?) \(/.exec(entry)?.slice(1).join(''),
			entry.includes('<img'),
		]);

	const withPictures = async (...names: string[]) => {
		await useBinaryMode('filesystem');
		const files = names.map((name, index) => [name, Buffer.concat([png, Buffer.alloc(index)])] as const);
		const { binary } = await itemWith(Object.fromEntries(files), 'image/png');
		return await ask(
			{ ...onNewPost, ...tomorrow, media: 'binary', binaryPropertyName: '*' },
			{ items: [{ json: {}, binary }] },
		);
	};

	test('are the current ones of the post, in order, after someone changed them (P82)', async () => {
		const waiting = await withPictures('one', 'two');
		const id = String(waiting.output[0]?.id);
		const { mediaAssetIds } = (await read(id)) as { mediaAssetIds: string[] };
		const other = await withPictures('three');
		const { mediaAssetIds: foreign } = (await read(String(other.output[0]?.id))) as {
			mediaAssetIds: string[];
		};
		const update = async (assetIds: string[]) =>
			await node().json('post:update', { postId: byId(id), media: 'assets', mediaAssetIds: assetIds.join() });
		await update([...mediaAssetIds].reverse());
		expect(mediaOf((await waiting.get()).text)).toEqual([
			['two.bin', true],
			['one.bin', true],
		]);
		await update([String(foreign[0]), String(mediaAssetIds[1])]);
		expect(mediaOf((await waiting.get()).text)).toEqual([
			[`Asset ${foreign[0]}`, false],
			['two.bin', true],
		]);
	});

	test('are checked with what was known when the node asked, such as that a file is a video (P16)', async () => {
		await useBinaryMode('filesystem');
		const { binary } = await itemWith({ data: movieOf(10) }, 'video/mp4');
		const film = {
			...onNewPost,
			...tomorrow,
			channels: [seed.channels.youtube.id],
			title: 'A film',
			media: 'binary',
		};
		const waiting = await ask(film, { items: [{ json: {}, binary }] });
		const { text } = await waiting.get();
		expect(text).toContain('data.bin');
		expect(text).not.toContain('be checked whether the files');
	});

	const png = pictureFiles.png?.(40, 30) as Buffer;

	test.each([
		['by the same execution are shown', true],
		['by another execution have the names that the item brings along', false],
	])('of a draft that were uploaded %s', async (_title, isSame) => {
		await useBinaryMode('filesystem');
		const run = { runData: createRunData([{ json: {} }]), executionId: `pictures-${isSame}` };
		const { source: _source, ...content } = onNewPost;
		const files = { items: [await itemWith({ data: png }, 'image/png')], ...run };
		const [created] = await node().json('post:create', { ...content, media: 'binary' }, files);
		const waiting = await ask(
			{ source: 'existing', postId: byId(String(created?.id)) },
			{ items: [{ json: created ?? {} }], ...(isSame ? run : {}) },
		);
		expect(mediaOf((await waiting.get()).text)).toEqual([['data.bin', isSame]]);
	});

	const web = useFileServer();

	test.each([
		['are shown', png, true],
		['are shown if they are streamed', Buffer.concat([png, Buffer.alloc(2_000_000)]), true],
		[
			'have only their names if they are too large for the page',
			Buffer.concat([png, Buffer.alloc(8_000_000)]),
			false,
		],
	])('from a URL %s, never with its signature', async (_title, bytes, isShown) => {
		await useBinaryMode('filesystem');
		web().serve({ bytes, contentType: 'image/png' });
		const waiting = await ask({
			...onNewPost,
			media: 'url',
			mediaUrl: `${web().url}/file?X-Signature=secret#part`,
		});
		const { text } = await waiting.get();
		expect(mediaOf(text)).toEqual([['file', isShown]]);
		expect(text).not.toContain('secret');
		const [, data = ''] = /base64,([^"]*)"/.exec(text) ?? [];
		expect(Buffer.from(data, 'base64').equals(bytes)).toBe(isShown);
	});
});

describe('before the first write', () => {
	const link = (execution: string) =>
		`http://127.0.0.1:5678/webhook-waiting/${execution}/approval?signature=x&request=6f9619ff-8b86-4d01-b42d-00c04fc964ff`;

	test.each<[string, IDataObject, string]>([
		['a time limit', { options: { limitHours: 'soon' } }, "'Time Limit (Hours)' is 'soon'"],
		['an empty time limit', { options: { limitHours: '={{ undefined }}' } }, "'Time Limit (Hours)' is empty"],
		['a time limit of 0', { options: { limitHours: 0 } }, "'Time Limit (Hours)' is 0"],
		['a time zone', { options: { approverTimezone: 'Mars' } }, "'Mars' isn't a time zone"],
		['a field for the name', { options: { nameField: 'maybe' } }, "'Ask for a Name' can't be 'maybe'"],
		['a message', { message: { text: 'Hi' } }, "'Message' must be text"],
		['a sender', { options: { sender: { name: 'Lena' } } }, "'Sender' must be text"],
		[
			'an approval link',
			{ options: { approvalLink: 'https://acme.example' } },
			"isn't a link of 'Get Approval Link'",
		],
		[
			'an approval link of another execution',
			{ options: { approvalLink: link('another') } },
			"'Approval Link' belongs to another execution",
		],
		['additional fields', { options: { additionalBody: '[' } }, "isn't valid JSON"],
	])("rejects %s that it can't use", async (_title, parameters, message) => {
		for (const continueOnFail of [false, true]) {
			const outcome = await ask({ ...onNewPost, ...parameters }, { continueOnFail }).then(
				({ output }) => JSON.stringify(output),
				({ message: text }: Error) => text,
			);
			expect(outcome).toContain(message);
			expect(writes()).toEqual([]);
		}
	});

	test('rejects more posts than fit on one page', async () => {
		const items = itemsOf(...Array.from({ length: 26 }, () => ({})));
		await expect(ask(onNewPost, { items })).rejects.toThrow('One page can ask about at most 25 posts');
		expect(writes()).toEqual([]);
	});

	test("rejects the first item's settings for every item", async () => {
		const limitHours = '={{ $json.limit }}';
		const items = itemsOf({ limit: 'soon' }, { limit: 5 });
		await ask({ ...onNewPost, options: { limitHours } }, { items, continueOnFail: true }).catch(
			() => undefined,
		);
		expect(writes()).toEqual([]);
	});
});

describe('a review of a tool call', () => {
	const call = (toolParameters: IDataObject) => ({
		isHumanReview: true,
		items: [{ json: { tool: 'publish', toolParameters, toolCallId: '1' } }],
	});

	test('keeps parameters whose names JavaScript uses itself', async () => {
		const toolParameters = JSON.parse('{"constructor": "A", "__proto__": "B", "toString": 5}') as IDataObject;
		const waiting = await ask(onDraft, call(toolParameters));
		const { status, text } = await waiting.get();
		expect([status, submits()]).toEqual([200, []]);
		for (const value of ['>A<', '>B<', '>5<']) expect(text).toContain(value);
	});

	test.each<[string, IDataObject]>([
		['an empty field', { postId: byId('') }],
		['an expression that returns nothing', { postId: byId('={{ $json.toolParameters.post }}') }],
	])('asks for no approval if By ID contains no post: %s', async (_title, parameters) => {
		await expect(ask(parameters, call({}))).rejects.toThrow("'Post' is empty");
	});

	test('works without a post', async () => {
		const waiting = await ask({ postId: { __rl: true, mode: 'list', value: '' } }, call({ post: '1' }));
		expect((await waiting.get()).text).toContain('An AI agent wants to use the tool');
		await waiting.send({ action: 'approved' });
		expect(waiting.resumed).toMatchObject([[{ json: { approved: true } }]]);
	});
});

test('says once what is the same for several channels of a card', async () => {
	const { bluesky, facebook, linkedin } = seed.channels;
	const channels = [bluesky.id, facebook.id, linkedin.id];
	const waiting = await ask({
		...onNewPost,
		channels,
		additionalFields: { linkUrl: 'https://acme.example' },
	});
	const { text } = await waiting.get();
	expect(text.match(/The link isn&#39;t shown on/g)).toHaveLength(1);
});
