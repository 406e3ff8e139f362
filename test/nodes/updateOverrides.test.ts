import type { IDataObject } from 'n8n-workflow';
import { seed, type Post } from '../../sandbox';
import { createFullPost } from '../support/fullPost';
import { byId, nodeFor } from '../support/publishingNode';
import { useSandbox } from '../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys } = seed;
const { facebook, tiktok, pinterest, youtube } = channels;
const nodeWith = (key = keys.full) => nodeFor({ url: sandbox().url, key });
const sent = () => sandbox().requests.at(-1)?.body as IDataObject;
const prepare = async () => await createFullPost(sandbox());

const update = async (postId: string, parameters: IDataObject) =>
	await nodeWith().json('post:update', { postId: byId(postId), simplify: false, ...parameters });

describe('overrides', () => {
	const list = (value: string) => byId(value, 'list');
	test.each<[string, string, IDataObject, IDataObject, object]>([
		[
			'P75 sets a text, leaves the others',
			facebook.id,
			{ texts: [{ channelId: facebook.id, fields: { caption: 'Newer' }, clear: [] }] },
			{ caption: 'Newer' },
			{ caption: 'Newer', firstComment: 'Comment' },
		],
		[
			'P75 clears a text',
			facebook.id,
			{ texts: [{ channelId: facebook.id, fields: {}, clear: ['caption', 'firstComment'] }] },
			{ caption: null, firstComment: null },
			{ caption: null, firstComment: null, options: { facebook: { publishAs: 'reel' } } },
		],
		[
			'P75 sets one text and clears another',
			facebook.id,
			{ texts: [{ channelId: facebook.id, fields: { caption: 'Newer' }, clear: ['firstComment'] }] },
			{ caption: 'Newer', firstComment: null },
			{ caption: 'Newer', firstComment: null },
		],
		[
			'P75 merges options',
			tiktok.id,
			{ tiktok: [{ channelId: tiktok.id, privacyLevel: list('SELF_ONLY'), settings: { allowDuet: false } }] },
			{ options: { tiktok: { privacyLevel: 'SELF_ONLY', allowDuet: false } } },
			{ options: { tiktok: { allowComment: true, allowDuet: false, privacyLevel: 'SELF_ONLY' } } },
		],
		[
			'P75 clears one option',
			tiktok.id,
			{ tiktok: [{ channelId: tiktok.id, settings: {}, clear: ['allowDuet'] }] },
			{ options: { tiktok: { allowDuet: null } } },
			{ options: { tiktok: { allowComment: true } } },
		],
		[
			'P75 clears the board',
			pinterest.id,
			{ pinterest: [{ channelId: pinterest.id, boardId: list(''), clear: ['boardId'] }] },
			{ boardId: null },
			{ boardId: null, title: 'Pin' },
		],
		[
			'P75 P37 clears thumbnail and category',
			youtube.id,
			{ youtube: [{ channelId: youtube.id, settings: {}, clear: ['thumbnail', 'categoryId'] }] },
			{ options: { youtube: { thumbnail: null, categoryId: null } } },
			{ options: { youtube: { madeForKids: true, tags: ['a'] } } },
		],
		[
			'P75 P38 clears the way to publish',
			facebook.id,
			{ facebook: [{ channelId: facebook.id, publishAs: '', clear: ['publishAs'] }] },
			{ options: { facebook: { publishAs: null } } },
			{ caption: 'Own', options: null },
		],
	])('%s', async (_title, channelId, channelOverrides, body, expected) => {
		const before = await prepare();
		await update(before.id, { channelOverrides });
		expect(sent()).toEqual({ perAccount: { [channelId]: body } });
		const after = sandbox().post(before.id).channels;
		expect(after.find(({ accountId }) => accountId === channelId)).toMatchObject(expected);
		const others = ({ channels: all }: Post) => all.filter(({ accountId }) => accountId !== channelId);
		expect(others(sandbox().post(before.id))).toEqual(others(before));
	});

	test.each<[string, unknown, object]>([
		['P75 null for all options', { [tiktok.id]: { options: null } }, { options: null }],
		['P34 P75 null for a whole channel', { [tiktok.id]: null }, { options: null }],
		[
			'P75 null for one option',
			{ [tiktok.id]: { options: { tiktok: { allowComment: null } } } },
			{ options: { tiktok: { allowDuet: true } } },
		],
	])('%s comes by JSON', async (_title, json, expected) => {
		const { id } = await prepare();
		await update(id, { channelOverridesJson: JSON.stringify(json) });
		expect(sent()).toEqual({ perAccount: json });
		expect(
			sandbox()
				.post(id)
				.channels.find(({ accountId }) => accountId === tiktok.id),
		).toMatchObject(expected);
	});
});
