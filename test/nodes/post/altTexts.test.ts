import type { IDataObject } from 'n8n-workflow';
import { readAltTexts } from '../../../nodes/SocialPublishing/media/altTexts';
import { fileOf } from '../../support/mediaFiles';
import { itemWith, startsAt } from '../../support/mediaItems';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { useBinaryMode } from '../../support/n8nBinary';
import { createRunData } from '../../support/n8nWorkflow';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ partSizeBytes: 1000 });
const web = useFileServer();
const node = () => nodeFor(sandbox());
const files = { one: fileOf('png', 500), two: fileOf('gif', 700), three: fileOf('mp4', 900) };
const fields = 'one,two,three';

const post = (altText: unknown): IDataObject => ({
	channels: [sandbox().seed.channels.facebook.id],
	caption: 'With files',
	media: 'binary',
	binaryPropertyName: fields,
	altText: altText as IDataObject,
});

/** The alt texts of a post's files, in order. */
const altTextsOf = (postId: unknown) =>
	sandbox()
		.post(String(postId))
		.mediaAssetIds.map(
			(id) =>
				sandbox()
					.media()
					.find((asset) => asset.id === id)?.altText,
		);

beforeAll(async () => await useBinaryMode('filesystem'));

describe('the alt texts of a post', () => {
	test.each<[string, unknown, Array<string | null>]>([
		['none', '', [null, null, null]],
		['one line for each file', 'A sofa\nA cat jumps\r\nA tour', ['A sofa', 'A cat jumps', 'A tour']],
		['an empty line', 'A sofa\n\nA tour', ['A sofa', null, 'A tour']],
		['an empty first line', '\n A cat ', [null, 'A cat', null]],
		['fewer lines than files', 'A sofa', ['A sofa', null, null]],
		['empty lines at the end', 'A sofa\n\n\n\n', ['A sofa', null, null]],
		[
			'a list with a text of two lines',
			['A sofa\non a lawn', null, 'A tour'],
			['A sofa\non a lawn', null, 'A tour'],
		],
		['a list as JSON text', '["A sofa", "A cat"]', ['A sofa', 'A cat', null]],
		['text that only begins like a list', '[Photo] A sofa', ['[Photo] A sofa', null, null]],
		['emoji', '🛋️'.repeat(300), ['🛋️'.repeat(300), null, null]],
		['a number', 2026, ['2026', null, null]],
		['nothing from an expression', null, [null, null, null]],
	])('can be %s (N1)', async (_title, altText, expected) => {
		const [created] = await node().json('post:create', post(altText), { items: [await itemWith(files)] });
		expect(altTextsOf(created?.id)).toEqual(expected);
	});

	test('can be for files of the web', async () => {
		web().serve({ bytes: files.one });
		const urls = { media: 'url', mediaUrl: `${web().url}/file,${web().url}/moved` };
		const [created] = await node().json('post:create', { ...post('A sofa\nA lamp'), ...urls });
		expect(altTextsOf(created?.id)).toEqual(['A sofa', 'A lamp']);
	});

	test.each<[string, unknown, string]>([
		['more lines than files', 'A\nB\nC\nD', "'Alt Text' has 4 lines, but there are 3 files"],
		['a list that is too long', ['A', 'B', 'C', 'D'], "'Alt Text' has 4 lines, but there are 3 files"],
		[
			'a text that is too long',
			`A\n${'x'.repeat(1001)}`,
			"'Alt Text' of file 2 is too long: 1,001 of 1,000 characters",
		],
		['an object', { text: 'A sofa' }, "'Alt Text' must be text, but it is an object with 'text'"],
		['an object in a list', [{ a: 1 }], '\'Alt Text\' must be text, but it is {"a":1}'],
	])('are refused before the first upload: %s', async (_title, altText, message) => {
		const error = await node().error('post:create', post(altText), { items: [await itemWith(files)] });
		expect(error.message).toBe(message);
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('are refused if they contain themselves or are huge', () => {
		const cyclic: unknown[] = [];
		cyclic.push([cyclic]);
		expect(() => readAltTexts(cyclic, 3)).toThrow("'Alt Text' must be text, but it is an object");
		expect(() => readAltTexts('\n'.repeat(1_000_000), 3)).not.toThrow();
		expect(() => readAltTexts('x\n'.repeat(1_000_000), 3)).toThrow('has 1,000,000 lines');
	});

	test('stay in a retry, which uploads nothing again', async () => {
		const items = [await itemWith(files)];
		const run = { executionId: 'the same', items, runData: createRunData(items) };
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'status', status: 401 });
		await node().error('post:create', post('A sofa\nA cat'), run);
		const [created] = await node().json('post:create', post('A sofa\nA cat'), run);
		expect(startsAt(sandbox())).toHaveLength(3);
		expect(altTextsOf(created?.id)).toEqual(['A sofa', 'A cat', null]);
	});

	test('can be corrected in a retry, which uploads only that file again (N23)', async () => {
		const items = [await itemWith(files)];
		const run = { executionId: 'another', items, runData: createRunData(items) };
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'status', status: 401 });
		await node().error('post:create', post('A sofa\nA cat'), run);
		const [created] = await node().json('post:create', post('A sofa\nA dog'), run);
		expect(startsAt(sandbox())).toHaveLength(4);
		expect(altTextsOf(created?.id)).toEqual(['A sofa', 'A dog', null]);
	});

	test('belong to the files of an update', async () => {
		const [draft] = await node().json('post:create', post(''), { items: [await itemWith(files)] });
		const { channels: _channels, caption: _caption, ...media } = post('A cat');
		const parameters = { ...media, postId: byId(String(draft?.id)), binaryPropertyName: 'two' };
		await node().run('post:update', parameters, { items: [await itemWith(files)] });
		expect(altTextsOf(draft?.id)).toEqual(['A cat']);
	});

	test.each(['post:upsert', 'post:syncCalendar'])(
		'stay with the files of a post that %s finds unchanged',
		async (operation) => {
			const items = [await itemWith(files)];
			const [created] = await node().json(operation, post('A sofa\nA cat'), { items });
			const again = { ...post('A sofa\nA dog'), postId: byId(String(created?.id)) };
			const [unchanged] = await node().json(operation, again, { items });
			expect([created?.action, unchanged?.action]).toEqual(['created', 'unchanged']);
			expect(altTextsOf(created?.id)).toEqual(['A sofa', 'A cat', null]);
		},
	);

	test('make another asset of the same file', async () => {
		const items = [await itemWith(files)];
		const options = { options: { ifRunAgain: { settings: { send: 'content' } } } };
		const one = await node().json('post:create', { ...post('A sofa'), ...options }, { items });
		const other = await node().json('post:create', { ...post('A lamp'), ...options }, { items });
		expect([one, other].map(([created]) => altTextsOf(created?.id)[0])).toEqual(['A sofa', 'A lamp']);
	});
});

describe('a hint', () => {
	const hintsOf = async (operation: string, parameters: IDataObject): Promise<string[]> => {
		const items = [await itemWith(files), await itemWith(files)];
		const { hints } = await node().result(`post:${operation}`, parameters, { items });
		const messages = hints.map(({ message }) => message.replace(/^Item [01]: /, ''));
		return messages.filter((message) => message.includes('alt text'));
	};

	test('of Validate counts the images without an alt text, for the first item that has them', async () => {
		const missing = (images: string) => [
			`${images} no alt text. Enter it in 'Alt Text' for people who can't see images.`,
		];
		const validate = async (altText: string) =>
			await hintsOf('validate', { source: 'new', ...post(altText) });
		expect(await validate('')).toEqual(missing('2 images have'));
		expect(await validate('A sofa')).toEqual(missing('1 image has'));
		expect(await validate('A sofa\nA cat')).toEqual([]);
	});

	test('says that assets keep their alt texts', async () => {
		// With an expression, the form shows every field.
		const assets = { media: '={{ "assets" }}', mediaAssetIds: sandbox().seed.media.image };
		const kept = [
			"Files that were uploaded before keep their alt text, because the service can't change it. 'Alt Text' only applies to files that are uploaded now.",
		];
		expect(await hintsOf('create', { ...post('A sofa'), ...assets })).toEqual(kept);
		expect(await hintsOf('create', { ...post(''), ...assets })).toEqual([]);
		const [created] = await node().json('post:upsert', post('A sofa'), { items: [await itemWith(files)] });
		const again = { ...post('A dog'), postId: byId(`={{ $itemIndex ? '' : '${String(created?.id)}' }}`) };
		expect(await hintsOf('upsert', again)).toEqual(kept);
		expect(await hintsOf('create', post('A sofa'))).toEqual([]);
	});
});

test('one alt text or a list of them applies to the files of Media > Upload', async () => {
	const upload = async (altText: unknown) => {
		const parameters = { binaryPropertyName: fields, options: { altText: altText as IDataObject } };
		const assets = await node().json('media:upload', parameters, { items: [await itemWith(files)] });
		return assets.map(
			({ id }) =>
				sandbox()
					.media()
					.find((asset) => asset.id === id)?.altText,
		);
	};
	expect(await upload('Our showroom')).toEqual(['Our showroom', 'Our showroom', 'Our showroom']);
	expect(await upload(['A sofa', '', 'A tour'])).toEqual(['A sofa', null, 'A tour']);
	await expect(upload(['A', 'B', 'C', 'D'])).rejects.toThrow('has 4 lines, but there are 3 files');
});

describe('A service that refuses alt texts', () => {
	const refuse = (times: number) =>
		sandbox().faults.add({ path: '/media/uploads', method: 'POST', kind: 'status', status: 422, times });
	const starts = () => startsAt(sandbox()).map(({ body }) => (body as IDataObject).altText ?? null);
	const create = async () =>
		await node().result('post:create', post('A sofa\nA cat\n'), { items: [await itemWith(files)] });

	test('gets the file once more without it, and then all files without, each with a finding', async () => {
		refuse(1);
		const { outputs, hints } = await create();
		expect(starts()).toEqual(['A sofa', null, null, null]);
		const keys = startsAt(sandbox()).map(({ headers }) => headers['idempotency-key']);
		expect(keys[1]).toBe(`${keys[0]}-2`);
		const findings = outputs[0]?.[0]?.json.findings as Array<{ code: string; message: string }>;
		expect(findings.filter(({ code }) => code === 'altTextRefused').map(({ message }) => message)).toEqual([
			expect.stringMatching(/file 1, 'one'\) that was saved without its alt text/),
			expect.stringMatching(/file 2, 'two'\) that was saved without its alt text/),
		]);
		expect(
			hints.some(({ type, message }) => type === 'warning' && /without its alt text/.test(message)),
		).toBe(true);
		expect(altTextsOf(outputs[0]?.[0]?.json.id)).toEqual([null, null, null]);
	});

	test('and then the file, too, has the first error, and is not asked again', async () => {
		refuse(2);
		const error = await node().error('post:create', post('A sofa\nA cat\n'), {
			items: [await itemWith(files)],
		});
		expect(error.message).toBe("The service refused the file 'one'");
		expect(starts()).toEqual(['A sofa', null]);
	});

	test('is not asked again for a file without one', async () => {
		refuse(1);
		await node().error('post:create', post(''), { items: [await itemWith(files)] });
		expect(starts()).toEqual([null]);
	});
});
