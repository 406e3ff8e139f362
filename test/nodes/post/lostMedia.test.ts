import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const node = () => nodeFor(sandbox());
const { channels, media } = seed;

const lost: Array<[title: string, parameters: IDataObject, says: RegExp]> = [
	[
		'all files of an item without any',
		{ media: 'binary', binaryPropertyName: '*' },
		/'Input Data Field Name' is \* and the item has none/,
	],
	['a URL', { media: 'url', mediaUrl: '={{ $json.image }}' }, /the expression in 'URL' returned nothing/],
	['an empty URL', { media: 'url', mediaUrl: "={{ ' ' }}" }, /the expression in 'URL' returned nothing/],
	[
		'an asset',
		{ media: 'assets', mediaAssetIds: '={{ $json.asset }}' },
		/the expression in 'Asset IDs' returned nothing/,
	],
	[
		'a field',
		{ media: 'binary', binaryPropertyName: '={{ [] }}' },
		/the expression in 'Input Data Field Name' returned nothing/,
	],
];

const post = { channels: [channels.facebook.id], caption: '={{ $json.text }}', delivery: 'now' };
const itemOf = (text: string) => ({ items: [{ json: { text } }] });

test('a list of media with a gap is named', async () => {
	const assetIds = `={{ ['${media.image}', $json.other] }}`;
	const { outputs } = await node().result(
		'post:create',
		{ ...post, media: 'assets', mediaAssetIds: assetIds },
		itemOf('Hi'),
	);
	const says =
		"'Media' lacks a file, because the expression in 'Asset IDs' returned an entry without a value";
	expect(outputs[0]?.[0]?.json.findings).toMatchObject([{ code: 'mediaLost', message: says }]);
});

describe.each(lost)('%s that is lost', (_title, parameters, says) => {
	const finding = { code: 'mediaLost', severity: 'warning', message: expect.stringMatching(says) as string };

	test('gets a yellow hint and a finding, and the post is published without it', async () => {
		for (const operation of ['post:create', 'post:upsert', 'post:syncCalendar']) {
			const { outputs, hints } = await node().result(
				operation,
				{ ...post, ...parameters },
				itemOf(operation),
			);
			expect(hints).toContainEqual(
				expect.objectContaining({ type: 'warning', message: expect.stringMatching(says) as string }),
			);
			expect(outputs[0]?.[0]?.json.message).toMatch(says);
			expect(outputs[0]?.[0]?.json.findings).toContainEqual(expect.objectContaining(finding));
		}
		const [verdict] = await node().json(
			'post:validate',
			{ source: 'new', ...post, ...parameters },
			itemOf('Hi'),
		);
		expect(verdict).toMatchObject({ valid: true, warnings: [finding] });
	});

	test('is named in the error of a post that needs one', async () => {
		const channel = { channels: [channels.instagram.id] };
		const error = await node().error('post:create', { ...post, ...channel, ...parameters }, itemOf('Hi'));
		expect(error.message).toContain('must have an image or a video');
		expect(error.description).toMatch(says);
	});

	test('leaves the files of an existing post alone', async () => {
		const assets = { media: 'assets', mediaAssetIds: media.image };
		const draft = { ...post, delivery: 'draft' };
		const [created] = await node().json('post:create', { ...draft, ...assets }, itemOf('Hi'));
		const postId = byId(String(created?.id));
		const [after] = await node().json('post:upsert', { ...draft, ...parameters, postId }, itemOf('Hi'));
		expect(after).toMatchObject({ action: 'unchanged' });
		const updateFields = { caption: 'Other' };
		const [updated] = await node().json('post:update', { postId, updateFields, ...parameters });
		expect(updated?.findings).toContainEqual(expect.objectContaining(finding));
		expect(sandbox().post(String(created?.id)).mediaAssetIds).toEqual([media.image]);
	});
});

test('A URL that is left empty in the form is no media', async () => {
	const [created] = await node().json('post:create', { ...post, media: 'url', mediaUrl: '' }, itemOf('Hi'));
	expect(created?.findings).toEqual([]);
});
