import type { IDataObject } from 'n8n-workflow';
import { seed, type Post } from '../../../sandbox';
import { createFullPost } from '../../support/fullPost';
import { byId, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

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
			'sets a text, leaves the others (P75)',
			facebook.id,
			{ texts: [{ channelId: facebook.id, fields: { caption: 'Newer' }, clear: [] }] },
			{ caption: 'Newer' },
			{ caption: 'Newer', firstComment: 'Comment' },
		],
		[
			'clears a text (P75)',
			facebook.id,
			{ texts: [{ channelId: facebook.id, fields: {}, clear: ['caption', 'firstComment'] }] },
			{ caption: null, firstComment: null },
			{ caption: null, firstComment: null, options: { facebook: { publishAs: 'reel' } } },
		],
		[
			'sets one text and clears another (P75)',
			facebook.id,
			{ texts: [{ channelId: facebook.id, fields: { caption: 'Newer' }, clear: ['firstComment'] }] },
			{ caption: 'Newer', firstComment: null },
			{ caption: 'Newer', firstComment: null },
		],
		[
			'merges options (P75)',
			tiktok.id,
			{ tiktok: [{ channelId: tiktok.id, privacyLevel: list('SELF_ONLY'), settings: { allowDuet: false } }] },
			{ options: { tiktok: { privacyLevel: 'SELF_ONLY', allowDuet: false } } },
			{ options: { tiktok: { allowComment: true, allowDuet: false, privacyLevel: 'SELF_ONLY' } } },
		],
		[
			'clears one option (P75)',
			tiktok.id,
			{ tiktok: [{ channelId: tiktok.id, settings: {}, clear: ['allowDuet'] }] },
			{ options: { tiktok: { allowDuet: null } } },
			{ options: { tiktok: { allowComment: true } } },
		],
		[
			'clears the board (P75)',
			pinterest.id,
			{ pinterest: [{ channelId: pinterest.id, boardId: list(''), clear: ['boardId'] }] },
			{ boardId: null },
			{ boardId: null, title: 'Pin' },
		],
		[
			'clears thumbnail and category (P75, P37)',
			youtube.id,
			{ youtube: [{ channelId: youtube.id, settings: {}, clear: ['thumbnail', 'categoryId'] }] },
			{ options: { youtube: { thumbnail: null, categoryId: null } } },
			{ options: { youtube: { madeForKids: true, tags: ['a'] } } },
		],
		[
			'clears the way to publish (P75, P38)',
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
		['null for all options (P75)', { [tiktok.id]: { options: null } }, { options: null }],
		['null for a whole channel (P34, P75)', { [tiktok.id]: null }, { options: null }],
		[
			'null for one option (P75)',
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
