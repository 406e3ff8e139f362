import type { IDataObject } from 'n8n-workflow';
import { fileOf } from '../../support/mediaFiles';
import { itemWith, startsAt } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { movieFile } from '../../support/movieFile';
import { useBinaryMode } from '../../support/n8nBinary';
import { createRunData } from '../../support/n8nWorkflow';
import { pictureFiles } from '../../support/pictureFile';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ partSizeBytes: 8_000_000 });
const web = useFileServer();
const node = () => nodeFor(sandbox());
const mebibyte = 1024 * 1024;
const codecs: [string, string] = ['avc1', 'mp4a'];
const size = { width: 1080, height: 1920 };

const onChannel = (name: 'bluesky' | 'instagram' | 'tiktok' | 'youtube', values: IDataObject = {}) => ({
	channels: [sandbox().seed.channels[name].id],
	caption: 'With a video',
	...values,
});
const fromWeb = (path = '/file') => ({ media: 'url', mediaUrl: `${web().url}${path}` });
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

const validate = async (parameters: IDataObject, run = {}) => {
	const [verdict = {}] = await node().json('post:validate', { source: 'new', ...parameters }, run);
	return verdict as {
		valid: boolean;
		errors: Array<{ message: string }>;
		warnings: Array<{ message: string }>;
		media?: IDataObject[];
	};
};
const messages = (findings: Array<{ message: string }>) => findings.map(({ message }) => message);

describe('Validate', () => {
	test.each(['filesystem', 'default', 'database'] as const)(
		'shows what the files of the item are, in storage mode %s',
		async (mode) => {
			await useBinaryMode(mode);
			const film = movieFile({ seconds: 200, ...size, codecs, frames: 6_000, startsWithHeader: true });
			const picture = pictureFiles['jpeg on its side']?.(640, 480) ?? Buffer.alloc(0);
			const media = { media: 'binary', binaryPropertyName: 'film,picture', altText: '\nA sofa' };
			const items = [await itemWith({ film, picture })];
			const verdict = await validate(onChannel('bluesky', media), { items });
			expect(verdict.media).toEqual([
				{
					name: 'film',
					mediaType: 'video',
					sizeBytes: film.length,
					contentType: 'video/mp4',
					...size,
					durationSec: 200,
					videoCodec: 'h264',
					audioCodec: 'aac',
					frameRate: 30,
				},
				{
					name: 'picture',
					mediaType: 'image',
					sizeBytes: picture.length,
					contentType: 'image/jpeg',
					width: 640,
					height: 480,
					altText: 'A sofa',
				},
			]);
			expect(messages(verdict.warnings)).toEqual([
				expect.stringContaining("'Media' for Bluesky (acme.example) has a video of 200 seconds, but"),
			]);
			expect(writes()).toEqual([]);
		},
	);

	test('has no media in its output for a post without files', async () => {
		const assets = { media: 'assets', mediaAssetIds: sandbox().seed.media.image };
		expect(await validate(onChannel('bluesky'))).not.toHaveProperty('media');
		expect(await validate(onChannel('bluesky', assets))).not.toHaveProperty('media');
	});

	const film = (startsWithHeader: boolean) =>
		movieFile({ seconds: 200, ...size, codecs, frames: 6_000, startsWithHeader, dataBytes: 5 * mebibyte });
	const facts = {
		name: 'URL',
		mediaType: 'video',
		contentType: 'video/mp4',
		...size,
		durationSec: 200,
		videoCodec: 'h264',
		audioCodec: 'aac',
		frameRate: 30,
	};

	test('reads 1 MiB at each end of a file on the web, without uploading it', async () => {
		const bytes = film(false);
		web().serve({ bytes, knowsRanges: true });
		const verdict = await validate(onChannel('bluesky', fromWeb()));
		expect(verdict.media).toEqual([{ ...facts, sizeBytes: bytes.length }]);
		expect(verdict.warnings).toHaveLength(1);
		const ranges = web().requests.map(({ range = '' }) => range.match(/\d+/g)?.map(Number) ?? []);
		expect(ranges).toHaveLength(2);
		expect(ranges[0]).toEqual([0, mebibyte - 1]);
		const [from = 0, to = Infinity] = ranges[1] ?? [];
		expect(from).toBeGreaterThan(bytes.length - mebibyte);
		expect(to - from).toBe(mebibyte - 1);
		expect(writes()).toEqual([]);
	});

	test('reads only the beginning if that says everything', async () => {
		web().serve({ bytes: film(true), knowsRanges: true });
		expect((await validate(onChannel('bluesky', fromWeb()))).media).toMatchObject([facts]);
		expect(web().requests).toHaveLength(1);
	});

	test('knows less if the server offers no ranges, which is no error', async () => {
		const bytes = film(false);
		web().serve({ bytes });
		const verdict = await validate(onChannel('bluesky', fromWeb()));
		expect(verdict).toMatchObject({ valid: true, errors: [], warnings: [] });
		expect(verdict.media).toEqual([
			{ name: 'URL', mediaType: 'video', contentType: 'video/mp4', sizeBytes: bytes.length },
		]);
		web().serve({ bytes: film(true) });
		expect((await validate(onChannel('bluesky', fromWeb()))).media).toMatchObject([facts]);
	});

	test('reads no more than the beginning of a file without an end', async () => {
		web().serve({ bytes: film(true), isEndless: true, hidesSize: true });
		expect((await validate(onChannel('bluesky', fromWeb()))).media).toEqual([facts]);
		expect(web().endlessBytes).toBeLessThan(64 * mebibyte);
	});

	test.each<[string, string, Buffer, 'errors' | 'warnings', RegExp]>([
		[
			'a web page',
			'/file',
			Buffer.from('<!doctype html>'),
			'errors',
			/has a file that can't be used\. 'URL' isn't an image, a GIF or a video\. It's a web page\. Enter the address/,
		],
		['an empty file', '/file', Buffer.alloc(0), 'errors', /has an empty file/],
		[
			'a file that is gone',
			'/gone?token=secret',
			Buffer.alloc(0),
			'errors',
			/has a file that can't be used\. The file at 'URL' \(127\.0\.0\.1:\d+\) couldn't be loaded\. The server answered with status 404/,
		],
	])('reports %s', async (_title, path, bytes, list, message) => {
		web().serve({ bytes, contentType: 'text/html' });
		const verdict = await validate(onChannel('bluesky', fromWeb(path)));
		expect(messages(verdict[list])).toEqual([expect.stringMatching(message)]);
		expect(JSON.stringify(verdict)).not.toContain('secret');
		expect(verdict.valid).toBe(list === 'warnings');
	});

	test('reports an address that none is, and checks the others', async () => {
		web().serve({ bytes: fileOf('png', 300) });
		const verdict = await validate(
			onChannel('bluesky', { media: 'url', mediaUrl: ['sofa.png', `${web().url}/file`] }),
		);
		expect(messages(verdict.errors)).toEqual([
			expect.stringMatching(/has an address that can't be used\. 'URL 1' isn't a web address/),
		]);
		expect(verdict.media).toMatchObject([{ name: 'URL 1' }, { name: 'URL 2', mediaType: 'image' }]);
	});

	test('holds the type of a file on the web against what the channel requires (P16)', async () => {
		web().serve({ bytes: fileOf('png', 300) });
		const verdict = await validate(onChannel('youtube', { title: 'A tour', delivery: 'now', ...fromWeb() }));
		expect(messages(verdict.errors)).toEqual([expect.stringMatching(/must have a video/)]);
	});
});

describe('a file on the web that is read once while it is uploaded', () => {
	/** Too large for memory, so it's streamed. */
	const long = (startsWithHeader: boolean) =>
		movieFile({ seconds: 900, ...size, codecs, frames: 100, startsWithHeader, dataBytes: 34_000_000 });
	const onTikTok = (values: IDataObject = {}) =>
		onChannel('tiktok', { delivery: 'now', ...fromWeb(), ...values });
	const tooLong =
		/'Media' for TikTok .* has a video of 900 seconds, but this creator can post up to 600 seconds/;
	const textOf = ({ message, description }: { message: string; description?: string | null }) =>
		`${message} ${description}`;

	test('is refused before its first part if its beginning says that it is too long', async () => {
		web().serve({ bytes: long(true) });
		const error = await node().error('post:create', onTikTok());
		expect(textOf(error)).toMatch(tooLong);
		expect(web().requests).toHaveLength(1);
		expect(writes()).toEqual([]);
	});

	test('is refused before the post is made if its end says it, and again in a retry', async () => {
		web().serve({ bytes: long(false) });
		const items = [{ json: {} }];
		const run = { executionId: 'the same', items, runData: createRunData(items) };
		const error = await node().error('post:create', onTikTok(), run);
		expect(textOf(error)).toMatch(tooLong);
		expect(web().requests).toHaveLength(1);
		const [asset] = sandbox().media();
		expect(error.context.facts).toMatchObject({ uploadedAssetIds: [asset?.id] });
		expect(textOf(await node().error('post:create', onTikTok(), run))).toMatch(tooLong);
		expect(startsAt(sandbox())).toHaveLength(1);
		expect(writes().filter(({ path }) => path.endsWith('/posts/'))).toEqual([]);
	});

	test('is refused by every run of Create or Update, which uploads it only once', async () => {
		web().serve({ bytes: long(false) });
		const run = async () => await node().error('post:upsert', onTikTok());
		expect(textOf(await run())).toMatch(tooLong);
		expect(textOf(await run())).toMatch(tooLong);
		expect(sandbox().storageRequests.filter(({ status }) => status === 200)).toHaveLength(5);
		expect(writes().filter(({ path }) => path.endsWith('/posts/'))).toEqual([]);
	});

	test('is left to the service without the check', async () => {
		web().serve({ bytes: long(true) });
		const options = { options: { checkFirst: false } };
		const [created] = await node().json('post:create', onTikTok(options));
		expect(created?.id).toEqual(expect.any(String));
		expect(web().requests).toHaveLength(1);
	});

	test('is refused before its first part if the channel requires another kind', async () => {
		web().serve({ bytes: fileOf('png', 34_000_000) });
		const youtube = onChannel('youtube', { title: 'A tour', delivery: 'now', ...fromWeb() });
		expect(textOf(await node().error('post:create', youtube))).toMatch(/must have a video/);
		expect(writes()).toEqual([]);
	});

	test.each<[string, boolean]>([
		['beginning', true],
		['end', false],
	])('is posted with a warning if its %s exceeds a limit that is only usual', async (_title, isFirst) => {
		const bytes = long(isFirst);
		web().serve({ bytes });
		const values = onChannel('bluesky', { delivery: 'queue', ...fromWeb() });
		const { hints } = await node().result('post:create', values);
		const warnings = hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
		expect(warnings).toEqual([
			expect.stringMatching(/^'Media' for Bluesky .* has a video of 900 seconds, but the network/),
		]);
		expect(web().requests).toHaveLength(1);
	});
});

describe('a file that another node of the execution has uploaded', () => {
	const runs: Array<[operation: string, parameters: IDataObject]> = [
		['create', { delivery: 'draft' }],
		['create', { delivery: 'now' }],
		['validate', { source: 'new', delivery: 'now' }],
	];

	test.each(runs)('is checked with all that is known in %s with %j', async (operation, parameters) => {
		const item = await itemWith({ data: pictureFiles.png?.(3_000, 200) ?? Buffer.alloc(0) }, 'image/png');
		const runData = createRunData([item]);
		const execution = { executionId: 'one', runData };
		const [asset] = await node().json(
			'media:upload',
			{},
			{ ...execution, items: [item], nodeName: 'Upload' },
		);
		const post = onChannel('instagram', { media: 'assets', mediaAssetIds: asset?.id, ...parameters });
		const outcome = await node()
			.json(`post:${operation}`, post, { ...execution, nodeName: 'Post', nodeId: 'post' })
			.catch((error: Error & { description?: string }) => `${error.message} ${error.description}`);
		expect(JSON.stringify(outcome)).toMatch(/15 times as wide as high/);
	});
});
