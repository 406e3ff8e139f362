import type { IDataObject } from 'n8n-workflow';
import { profileNames, seed } from '../../../sandbox';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { clientOf, wishOf } from '../../support/publishingClient';
import { useSandbox } from '../../support/useSandbox';

/** A copy loses the TikTok settings of its original (contract section 4), so a private video could become public. */

const { channels, keys, media } = seed;
const { tiktok, bluesky } = channels;
const settings = {
	privacyLevel: 'SELF_ONLY',
	aiGenerated: true,
	disclose: true,
	brandOrganic: true,
} as const;

describe.each(profileNames)('in the profile %s', (profile) => {
	const sandbox = useSandbox({ profile, seed: 'default' });
	const posts = () => clientOf({ baseUrl: sandbox().url, key: keys.full }).posts;
	/** Nodes of one execution. */
	const execution = () => {
		const runData = createRunData(itemsOf({}));
		return (nodeName: string) => {
			const run = { runData, executionId: 'one', nodeName, nodeId: nodeName };
			const node = nodeFor(sandbox());
			return {
				json: async (operation: string, parameters: IDataObject) =>
					(await node.json(`post:${operation}`, parameters, run))[0] ?? {},
				fails: async (operation: string, parameters: IDataObject) =>
					await node.error(`post:${operation}`, parameters, run),
			};
		};
	};
	const original = async () =>
		await posts().create(
			wishOf({
				accounts: [tiktok.id, bluesky.id],
				caption: 'Private',
				mediaAssetIds: [media.video],
				perAccount: { [tiktok.id]: { options: { tiktok: settings } } },
			}),
		);
	const optionsOf = (id: unknown) =>
		sandbox()
			.post(String(id))
			.channels.find(({ accountId }) => accountId === tiktok.id)?.options as IDataObject | undefined;
	const now = { delivery: 'now', options: { checkFirst: false } };

	test('Duplicate gives the copy the TikTok settings of its original', async () => {
		const { id } = await original();
		const node = execution();
		const copy = await node('Copy').json('duplicate', { postId: byId(id) });
		expect(optionsOf(copy.id)?.tiktok).toMatchObject(settings);
		const sent = await node('Send').json('submit', { postId: byId(String(copy.id)), ...now });
		expect(sent).toMatchObject({ id: copy.id, routed: 'enacted' });
	});

	test('Duplicate fails if they cannot be set, names the copy, and a retry sets them', async () => {
		const { id } = await original();
		const node = execution()('Copy');
		sandbox().faults.add({ method: 'PATCH', path: /posts/, kind: 'status', status: 403 });
		const { message, description, context } = await node.fails('duplicate', { postId: byId(id) });
		const copyId = String((context.facts as IDataObject).postId);
		sandbox().vary({ times: 'Z' });
		expect(message).toContain('The copy has no TikTok settings');
		expect(description).toContain(copyId);
		const retried = await node.json('duplicate', { postId: byId(id) });
		expect(retried.id).toBe(copyId);
		expect(optionsOf(copyId)?.tiktok).toMatchObject(settings);
	});

	test('a retry leaves a copy as it is that someone has changed meanwhile', async () => {
		const { id } = await original();
		const node = execution()('Copy');
		sandbox().faults.add({ method: 'PATCH', path: /posts/, kind: 'status', status: 403 });
		const { context } = await node.fails('duplicate', { postId: byId(id) });
		const copyId = String((context.facts as IDataObject).postId);
		sandbox().clock.advance(1_000);
		const corrected = { privacyLevel: 'MUTUAL_FOLLOW_FRIENDS' } as const;
		await posts().update(copyId, {
			content: { perAccount: { [tiktok.id]: { options: { tiktok: corrected } } } },
		});
		await node.json('duplicate', { postId: byId(id) });
		expect(optionsOf(copyId)?.tiktok).toMatchObject(corrected);
		expect(optionsOf(copyId)?.tiktok).not.toHaveProperty('aiGenerated', true);
	});

	test.each<[string, IDataObject]>([
		['submit', now],
		['publish', { options: { checkFirst: false } }],
		['schedule', { delivery: 'queue', options: { checkFirst: false } }],
		['upsert', { ...now, caption: 'Private', channels: [tiktok.id, bluesky.id] }],
	])('%s in another node refuses a copy without a privacy level', async (operation, parameters) => {
		const { id } = await original();
		const node = execution();
		const copy = await node('Copy').json('duplicate', { postId: byId(id), options: { copyTikTok: false } });
		expect(copy.findings).toMatchObject([{ severity: 'warning', accountId: tiktok.id }]);
		const postId = byId(String(copy.id));
		const { message } = await node('Send').fails(operation, { postId, ...parameters });
		expect(message).toContain('The copy has no privacy level for TikTok');
		expect(sandbox().post(String(copy.id)).status).toBe('draft');
		await posts().update(String(copy.id), {
			content: { perAccount: { [tiktok.id]: { options: { tiktok: settings } } } },
		});
		await node('Send').json(operation, { postId, ...parameters });
		expect(sandbox().post(String(copy.id)).status).not.toBe('draft');
	});
});
