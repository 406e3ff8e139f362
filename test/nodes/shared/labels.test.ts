import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { byId, nodeFor } from '../../support/publishingNode';
import { sampleIds } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();
const { channel, post } = sampleIds;

type Part = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Every label that the editor shows, at any depth. */
function labelsIn(parts: Part[]): string[] {
	return parts.flatMap((part) => [
		...('displayName' in part ? [part.displayName] : []),
		...labelsIn('options' in part ? (part.options as Part[]) : []),
		...labelsIn('values' in part ? part.values : []),
	]);
}

const labels = new Set(labelsIn(new SocialPublishing().description.properties));
const create = (more: IDataObject): IDataObject => ({ channels: [channel], caption: 'Hi', ...more });
const override = (group: string, entry: IDataObject) =>
	create({ channelOverrides: { [group]: [{ channelId: channel, ...entry }] } });
const long = (length: number) => 'x'.repeat(length);

test.each<[string, string, IDataObject]>([
	['no channel', 'post:create', create({ channels: [] })],
	['a channel that is no id', 'post:create', create({ channels: 'facebook' })],
	['a caption that is an object', 'post:create', create({ caption: '={{ ({ a: 1 }) }}' })],
	['a long link', 'post:create', create({ additionalFields: { linkUrl: long(2049) } })],
	['a media asset that is no id', 'post:create', create({ additionalFields: { mediaAssetIds: 'image' } })],
	['a title that is an object', 'post:create', create({ additionalFields: { title: '={{ ({ a: 1 }) }}' } })],
	[
		'a comment that is an object',
		'post:create',
		create({ additionalFields: { firstComment: '={{ ({ a: 1 }) }}' } }),
	],
	['a proposed time', 'post:create', create({ additionalFields: { proposedPublishAt: 'soon' } })],
	['no time', 'post:create', create({ delivery: 'at', publishAt: '' })],
	['a time', 'post:create', create({ delivery: 'at', publishAt: 'soon' })],
	['an unknown delivery', 'post:create', create({ delivery: '={{ "later" }}' })],
	[
		'an unfinished queue',
		'post:create',
		create({ delivery: 'queue', queues: { queue: [{ channelId: channel, queueId: '' }] } }),
	],
	[
		'a queue that is no id',
		'post:create',
		create({ delivery: 'queue', queues: { queue: [{ channelId: channel, queueId: 'mornings' }] } }),
	],
	['a key that is an object', 'post:create', create({ options: { idempotencyKey: '={{ ({ a: 1 }) }}' } })],
	['further properties', 'post:create', create({ options: { additionalBody: '{' } })],
	['a board', 'post:create', override('pinterest', { boardId: long(129) })],
	['a privacy level', 'post:create', override('tiktok', { privacyLevel: 'NOBODY' })],
	['a cover', 'post:create', override('tiktok', { settings: { coverMs: -1 } })],
	['a switch', 'post:create', override('tiktok', { settings: { allowStitch: '={{ "yes" }}' } })],
	['a category', 'post:create', override('youtube', { categoryId: 'Music' })],
	['a privacy', 'post:create', override('youtube', { settings: { privacyStatus: '={{ "secret" }}' } })],
	['a thumbnail', 'post:create', override('youtube', { settings: { thumbnailAssetId: 'image' } })],
	['YouTube tags', 'post:create', override('youtube', { settings: { tags: long(501) } })],
	['dev.to tags', 'post:create', override('devto', { settings: { tags: long(101) } })],
	['a canonical URL', 'post:create', override('devto', { settings: { canonicalUrl: long(2049) } })],
	['a way to publish', 'post:create', override('facebook', { publishAs: '={{ "story" }}' })],
	['override JSON', 'post:create', create({ channelOverridesJson: '[]' })],
	[
		'a cleared field that is set',
		'post:update',
		{ postId: byId(post), updateFields: { linkUrl: 'x' }, clearFields: ['linkUrl'] },
	],
	['a field that cannot be cleared', 'post:update', { postId: byId(post), clearFields: ['caption'] }],
	['no post', 'post:get', { postId: byId('') }],
	['a post that is no id', 'post:get', { postId: byId('the newest') }],
	['no channel to read', 'channel:get', { channelId: byId('') }],
	['a channel to read that is no id', 'channel:getBoards', { channelId: byId('mine') }],
	['a channel to look into that is no id', 'analytics:getChannelSnapshots', { channelId: byId('mine') }],
	['a limit of 0', 'post:getAll', { limit: 0 }],
	['a limit of one and a half', 'channel:getAll', { limit: 1.5 }],
	['a filter by channel', 'post:getAll', { filters: { channelId: 'mine' } }],
	['a filter by status', 'post:getAll', { filters: { status: '={{ ["gone"] }}' } }],
	['a filter by change', 'post:getAll', { filters: { updatedSince: 'yesterday' } }],
])('an error about %s names the field as the screen does (D7)', async (_title, operation, parameters) => {
	server().answerWith({ body: { data: [] } });
	const { message, description } = await nodeFor({ url: server().url }).error(operation, parameters);
	const [, named = 'no label'] = /'([^']+)'/.exec(message) ?? [];
	expect(named.split(' > ').filter((label) => !labels.has(label))).toEqual([]);
	expect(`${message} ${String(description)}`).not.toMatch(/undefined|\[object|NaN|Error:|test-key/);
	expect(description).toBeTruthy();
	expect(server().requests).toEqual([]);
});
