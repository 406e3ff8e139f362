import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import {
	approvalKeyMaker,
	keyOfInput,
	keyOfPost,
	userIdempotencyKey,
} from '../../../nodes/shared/idempotency';
import { useBinaryMode } from '../../support/n8nBinary';
import { fileOfKind, itemWith } from '../../support/mediaItems';
import { itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

/**
 * The keys that follow from content, as earlier versions made them. A service knows them for 24 hours, so a version with other keys makes a
 * post again that the version before has made. If one has to change, say so in CHANGELOG.md.
 */

const sandbox = useSandbox();
const { channels } = seed;
const form = {
	channels: [channels.facebook.id],
	caption: '={{ $json.text }}',
	delivery: 'at',
	publishAt: '2026-01-20T09:00:00+00:00',
};
const items = () => itemsOf({ text: 'Hello' });
const options = { ifRunAgain: { settings: { send: 'content' } } };

beforeAll(async () => await useBinaryMode('default'));

const keysSent = (): unknown[] =>
	sandbox()
		.requests.filter(({ method, path }) => method === 'POST' && /\/posts\/|\/uploads$/.test(path))
		.map(({ headers }) => headers['idempotency-key']);

test.each<[string, string, IDataObject, string[]]>([
	[
		'a post',
		'post:create',
		{ ...form, options },
		['n8n-content-5c0f92ae76f4fbf345b1eaa601ae49db7e893702871de7f08c43f5e2d04047f9'],
	],
	[
		'a post with a name',
		'post:create',
		{
			...form,
			options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'order-1', alsoByContent: true } } },
		},
		['n8n-content-b60340bec2e642e858399503a0145387709c673a5ff223b4f6668d4206aa0edf'],
	],
	[
		'a row',
		'post:upsert',
		form,
		['n8n-content-ded1ed523f8eabb5780f8d275155e6ba4f0d01d70d0f4d7928f32f935b839722'],
	],
	[
		'a row of a calendar',
		'post:syncCalendar',
		form,
		['n8n-content-ded1ed523f8eabb5780f8d275155e6ba4f0d01d70d0f4d7928f32f935b839722'],
	],
])('the key of %s is that of earlier versions', async (_title, operation, parameters, expected) => {
	await nodeFor(sandbox()).json(operation, parameters, { items: items() });
	expect(keysSent()).toEqual(expected);
});

test('the key of a file is that of earlier versions', async () => {
	await nodeFor(sandbox()).json(
		'media:upload',
		{ options },
		{ items: [await itemWith({ data: fileOfKind('mp4') })] },
	);
	expect(keysSent()).toEqual([
		'n8n-content-5664fc5025f05f7ca9e3f5b50b75a8e29a2a7d4f86c37911714007c2adb61358',
	]);
});

test('keys that follow from other values are those of earlier versions', () => {
	const id = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
	expect([
		keyOfPost(id),
		keyOfInput(['score', 'packaging'], { title: 'Hello', nested: { b: 1, a: 2 } }),
		approvalKeyMaker({ postId: id, version: '1' })([]).idempotencyKey,
		userIdempotencyKey('Bestellung №5'),
	]).toEqual([
		'n8n-content-078ff5874a1a6c516d484a43e6b89cb0d6bfbffbe85589225eda9df5b7623341',
		'n8n-content-cc9844b919a5cd051e09ec90ff8ab8793456ffb9bad15a85794bd2bb183dce25',
		'n8n-approval-890a4661f780313ba29e4d87b5e720803def7b32359d6737e07a047028ef353a',
		'n8n-text-76bf4d0974c8ce3c3d80dc2e57e38e126719774c7b5dc2b31102074f20bcb2aa',
	]);
});
