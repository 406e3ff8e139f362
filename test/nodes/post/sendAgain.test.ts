import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { profileNames, seed, type FaultSpec } from '../../../sandbox';
import { fuzzRuns, fuzzSeed } from '../../fuzz/settings';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { clientOf, wishOf } from '../../support/publishingClient';
import { useSandbox } from '../../support/useSandbox';

const { channels, keys, media } = seed;
const { bluesky, facebook, linkedin, tiktok } = channels;
const settings = { privacyLevel: 'SELF_ONLY', aiGenerated: true } as const;
const hour = 3_600_000;

describe.each(profileNames)('in the profile %s', (profile) => {
	// Without its options, nothing shows the TikTok settings of a post.
	const sandbox = useSandbox({ profile, seed: 'empty', variants: { optionalFields: 'sent' } });
	const posts = () => clientOf({ baseUrl: sandbox().url, key: keys.full }).posts;

	/** A post that failed on some channels and was published on the others. */
	const failedPost = async (failedOn: string[], publishedOn: string[] = []): Promise<string> => {
		const accounts = [...failedOn, ...publishedOn];
		const { id } = await posts().create(
			wishOf({
				accounts,
				caption: 'New showroom',
				mediaAssetIds: [media.video],
				...(accounts.includes(tiktok.id)
					? { perAccount: { [tiktok.id]: { options: { tiktok: settings } } } }
					: {}),
				delivery: { mode: 'now' },
			}),
		);
		for (const channelId of failedOn) sandbox().outcomes.fail(id, channelId, 'The video is too long');
		for (const channelId of publishedOn) sandbox().outcomes.publish(id, channelId);
		sandbox().clock.advance(60_000);
		return id;
	};
	/** A node of one execution. */
	const execution = (executionId: string, staticData: IDataObject = {}) => {
		const runData = createRunData(itemsOf({}));
		const run = { runData, executionId, staticData };
		const node = nodeFor(sandbox());
		const parameters = (id: string, more: IDataObject) => ({ postId: byId(id), delivery: 'now', ...more });
		return {
			json: async (id: string, more: IDataObject = {}) =>
				(await node.json('post:sendAgain', parameters(id, more), run))[0] ?? {},
			fails: async (id: string, more: IDataObject = {}) =>
				await node.error('post:sendAgain', parameters(id, more), run),
		};
	};
	let executions = 0;
	const sendAgain = async (id: string, more?: IDataObject) =>
		await execution(`execution ${(executions += 1)}`).json(id, more);
	const channelsOf = (id: unknown) =>
		sandbox()
			.post(String(id))
			.channels.map(({ accountId }) => accountId);
	const copies = (id: string) =>
		sandbox()
			.posts()
			.filter((post) => post.id !== id);

	test('sends the channels that failed, and only them', async () => {
		const id = await failedPost([bluesky.id, linkedin.id], [facebook.id]);
		const sent = await sendAgain(id);
		expect(sent).toMatchObject({ originalId: id, action: 'sentAgain', routed: 'enacted', leftOut: [] });
		expect(channelsOf(sent.id)).toEqual([bluesky.id, linkedin.id]);
		expect(sandbox().post(String(sent.id)).status).toBe('publishing');
		expect(copies(id)).toHaveLength(1);
	});

	test('keeps the TikTok settings of the original', async () => {
		const id = await failedPost([tiktok.id], [facebook.id]);
		const { id: copyId } = await sendAgain(id);
		const [channel] = sandbox().post(String(copyId)).channels;
		expect((channel?.options as IDataObject).tiktok).toMatchObject(settings);
	});

	test('sends changes, and leaves the original as it is', async () => {
		const id = await failedPost([bluesky.id, tiktok.id]);
		const sent = await sendAgain(id, { updateFields: { caption: 'Shorter' } });
		expect(sandbox().post(String(sent.id)).caption).toBe('Shorter');
		expect(sandbox().post(id)).toMatchObject({ caption: 'New showroom', status: 'failed' });
	});

	test('sends a channel that was taken back only if that is wanted, with all that it had', async () => {
		sandbox().outcomes.add({ platform: 'tiktok', outcome: 'publish', takenBackAfterMs: 1_000 });
		const { id } = await posts().create(
			wishOf({
				accounts: [facebook.id, tiktok.id],
				caption: 'New showroom',
				mediaAssetIds: [media.video],
				perAccount: { [tiktok.id]: { caption: 'For TikTok', options: { tiktok: settings } } },
				delivery: { mode: 'now' },
			}),
		);
		sandbox().clock.advance(60_000);
		expect(await sendAgain(id)).toMatchObject({ action: 'skipped', reason: 'nothingFailed', id });
		const { hints } = await nodeFor(sandbox()).result('post:sendAgain', { postId: byId(id) });
		expect(hints).toMatchObject([
			{
				type: 'warning',
				message: expect.stringContaining("wasn't sent again, because the networks") as string,
			},
		]);
		const named = { onlyChannels: [tiktok.id] };
		const { description } = await execution('named').fails(id, { options: named });
		expect(description).toContain('Taken Back Too');
		const sent = await sendAgain(id, { options: { takenBackToo: true } });
		expect(channelsOf(sent.id)).toEqual([tiktok.id]);
		const [channel] = sandbox().post(String(sent.id)).channels;
		expect(channel).toMatchObject({ caption: 'For TikTok', options: { tiktok: settings } });
	});

	describe('nothing is sent', () => {
		const skipped = async (id: string, more?: IDataObject) => {
			const before = sandbox().posts().length;
			const output = await sendAgain(id, more);
			expect(sandbox().posts()).toHaveLength(before);
			return output;
		};

		test.each([0, 25 * hour, 50 * hour])('by another execution %i ms later', async (later) => {
			const id = await failedPost([bluesky.id], [facebook.id]);
			const sent = await sendAgain(id);
			sandbox().clock.advance(60_000 + later);
			const again = await skipped(id);
			expect(again).toMatchObject({ id: sent.id, originalId: id, action: 'skipped', reason: 'alreadySent' });
			expect(again.message).toContain("wasn't sent again, because the post");
			expect(await skipped(id, { updateFields: { caption: 'Other' } })).toMatchObject({
				reason: 'alreadySent',
			});
		});

		test.each([25 * hour, 50 * hour])(
			'of changed content that was sent %i ms before, without notes',
			async (later) => {
				const id = await failedPost([bluesky.id], [facebook.id]);
				const changed = { updateFields: { caption: 'Shorter' } };
				const { id: copyId } = await sendAgain(id, changed);
				sandbox().clock.advance(later);
				const other = nodeFor(sandbox());
				const [output] = await other.json(
					'post:sendAgain',
					{ postId: byId(id), delivery: 'now', ...changed },
					{ runData: createRunData(itemsOf({})), executionId: 'other', nodeId: 'other', nodeName: 'Other' },
				);
				expect(output).toMatchObject({ id: copyId, action: 'skipped', reason: 'alreadySent' });
			},
		);

		test('if someone has dealt with the post, unless channels are named', async () => {
			const id = await failedPost([bluesky.id], [facebook.id]);
			sandbox().review.resolveAttention(id);
			expect(await skipped(id)).toMatchObject({ id, action: 'skipped', reason: 'dealtWith' });
			const named = await sendAgain(id, { options: { onlyChannels: [bluesky.id] } });
			expect(named).toMatchObject({ action: 'sentAgain' });
		});

		test('if a channel must be reconnected, unless it may be left out', async () => {
			const id = await failedPost([bluesky.id, linkedin.id], [facebook.id]);
			sandbox().channels.disconnect(linkedin.id);
			const { message } = await execution('broken').fails(id);
			expect(message).toContain("Can't publish to LinkedIn");
			expect(copies(id)).toEqual([]);
			const sent = await sendAgain(id, { options: { ifUnusable: 'leaveOut' } });
			expect(channelsOf(sent.id)).toEqual([bluesky.id]);
			expect(sent.leftOut).toMatchObject([{ accountId: linkedin.id, reason: 'needsReconnect' }]);
			sandbox().channels.reconnect(linkedin.id);
			sandbox().clock.advance(60_000);
			expect(await skipped(id)).toMatchObject({ reason: 'alreadySent', id: sent.id });
			const rest = await sendAgain(id, { options: { onlyChannels: ['LinkedIn: Acme Studio'] } });
			expect(channelsOf(rest.id)).toEqual([linkedin.id]);
		});

		test('for a post that has not failed', async () => {
			const { id } = await posts().create(wishOf({ accounts: [bluesky.id], caption: 'Draft' }));
			expect((await execution('draft').fails(id)).message).toBe(
				"Can't send a post with the status Draft again",
			);
		});

		test('on a channel that nobody knows, with the name of the field', async () => {
			const id = await failedPost([bluesky.id]);
			const { message } = await execution('nobody').fails(id, { options: { onlyChannels: ['Nobody'] } });
			expect(message).toContain("In 'Only These Channel Names or IDs', 'Nobody'");
		});

		test('on a channel that has not failed', async () => {
			const id = await failedPost([bluesky.id], [facebook.id]);
			const { message } = await execution('named').fails(id, { options: { onlyChannels: [facebook.id] } });
			expect(message).toContain("The post hasn't failed on Facebook");
			expect(copies(id)).toEqual([]);
		});

		test('with Drafts and Review Only', async () => {
			const id = await failedPost([bluesky.id]);
			const { message } = await nodeFor(sandbox()).error('post:sendAgain', {
				postId: byId(id),
				delivery: 'now',
				draftsAndReviewOnly: true,
			});
			expect(message).toContain("'Drafts and Review Only' is on");
			expect(copies(id)).toEqual([]);
		});

		test('on TikTok without a privacy level', async () => {
			const { id } = await posts().create(
				wishOf({
					accounts: [tiktok.id],
					caption: 'New showroom',
					mediaAssetIds: [media.video],
					delivery: { mode: 'now' },
				}),
			);
			sandbox().outcomes.fail(id);
			const { message } = await execution('level').fails(id);
			expect(message).toContain('The copy has no privacy level for TikTok');
			expect(copies(id)).toEqual([]);
		});
	});

	test('a copy that has failed itself is sent again, not the original', async () => {
		const id = await failedPost([bluesky.id], [facebook.id]);
		const first = await sendAgain(id);
		sandbox().outcomes.fail(String(first.id));
		sandbox().clock.advance(60_000);
		const second = await sendAgain(id);
		expect(second).toMatchObject({ action: 'sentAgain', originalId: first.id });
		expect(copies(id)).toHaveLength(2);
	});

	test('the copy of a copy is known a day later, whatever its text and the wanted one are', async () => {
		const staticData: IDataObject = {};
		const again = async (id: string, caption: string) =>
			await execution(`chain ${(executions += 1)}`, staticData).json(id, { updateFields: { caption } });
		const id = await failedPost([bluesky.id], [facebook.id]);
		const first = await again(id, 'First');
		sandbox().outcomes.fail(String(first.id));
		sandbox().clock.advance(60_000);
		const second = await again(id, 'Second');
		sandbox().clock.advance(25 * hour);
		expect(await again(id, 'Third')).toMatchObject({ action: 'skipped', id: second.id });
		expect(copies(id)).toHaveLength(2);
	});

	test('two executions at the same moment send it once', async () => {
		const id = await failedPost([bluesky.id, tiktok.id], [facebook.id]);
		await Promise.allSettled([sendAgain(id), sendAgain(id)]);
		expect(copies(id).filter(({ status }) => status !== 'draft')).toHaveLength(1);
	});

	test('a copy that is partly published is named', async () => {
		const id = await failedPost([bluesky.id, linkedin.id]);
		const first = await sendAgain(id);
		sandbox().outcomes.fail(String(first.id), bluesky.id);
		sandbox().outcomes.publish(String(first.id), linkedin.id);
		sandbox().clock.advance(60_000);
		expect(await sendAgain(id)).toMatchObject({ action: 'skipped', reason: 'alreadySent', id: first.id });
		const named = { options: { onlyChannels: [bluesky.id] } };
		expect(await sendAgain(id, named)).toMatchObject({ action: 'skipped', id: first.id });
		expect(await sendAgain(String(first.id))).toMatchObject({ action: 'sentAgain', originalId: first.id });
	});

	test.each([
		['POST', /\/duplicate$/],
		['PATCH', /posts/],
		['POST', /\/submit$/],
	] as const)('a retry goes on after a refused %s %s', async (method, path) => {
		const id = await failedPost([bluesky.id, tiktok.id], [facebook.id]);
		const node = execution('retried');
		sandbox().faults.add({ method, path, kind: 'status', status: 403 });
		await node.fails(id);
		const retried = await node.json(id);
		expect(retried).toMatchObject({ action: 'sentAgain', originalId: id });
		expect(copies(id).map((post) => post.id)).toEqual([retried.id]);
	});

	test.each([
		['POST', /\/duplicate$/],
		['PATCH', /posts/],
		['POST', /\/submit$/],
	] as const)('a lost answer of %s %s is made good', async (method, path) => {
		const id = await failedPost([bluesky.id, tiktok.id], [facebook.id]);
		sandbox().faults.add({ method, path, kind: 'dropAfter' });
		const sent = await sendAgain(id);
		expect(sent).toMatchObject({ action: 'sentAgain', originalId: id });
		expect(copies(id).map((post) => post.id)).toEqual([sent.id]);
	});

	test('nothing is submitted if someone deals with the original meanwhile', async () => {
		const id = await failedPost([bluesky.id, tiktok.id], [facebook.id]);
		const node = execution('meanwhile');
		sandbox().faults.add({ method: 'POST', path: /\/submit$/, kind: 'status', status: 403 });
		const { context } = await node.fails(id);
		const copyId = String((context.facts as IDataObject).postId);
		sandbox().review.resolveAttention(id);
		const { message, description } = await node.fails(id);
		expect(message).toContain('Someone has dealt with the failed post meanwhile');
		expect(description).toContain(copyId);
		expect(sandbox().post(copyId).status).toBe('draft');
	});

	const pool = [bluesky, linkedin, tiktok, facebook, channels.threads, channels.instagram].map(
		({ id }) => id,
	);
	const faults: Array<Omit<FaultSpec, 'path'>> = [
		{ kind: 'drop', times: 2 },
		{ kind: 'dropAfter' },
		{ kind: 'cut' },
		{ kind: 'status', status: 503 },
		{ kind: 'statusAfter', status: 500 },
	];
	const fault = fc.record({
		fault: fc.constantFrom(...faults),
		request: fc.constantFrom(
			{ method: 'POST' as const, path: /\/duplicate$/ },
			{ method: 'PATCH' as const, path: /posts/ },
			{ method: 'POST' as const, path: /\/submit$/ },
			{ method: 'GET' as const, path: /posts/ },
		),
	});
	const history = fc.record({
		failedCount: fc.integer({ min: 1, max: 5 }),
		shuffled: fc.shuffledSubarray(pool, { minLength: pool.length, maxLength: pool.length }),
		faults: fc.array(fault, { maxLength: 2 }),
		caption: fc.constantFrom(undefined, 'Shorter'),
	});

	test('each failed channel is sent once, whatever is lost, and nothing again a day and two days later', async () => {
		await fc.assert(
			fc.asyncProperty(history, async ({ failedCount, shuffled, faults: lost, caption }) => {
				sandbox().reset();
				const failedOn = shuffled.slice(0, failedCount);
				const id = await failedPost(failedOn, shuffled.slice(failedCount));
				const more = caption === undefined ? {} : { updateFields: { caption } };
				const staticData: IDataObject = {};
				const next = () => execution(`execution ${(executions += 1)}`, staticData);
				const node = next();
				lost.forEach(({ fault: one, request }) => sandbox().faults.add({ ...request, ...one }));
				const first = await node.json(id, more).catch(() => undefined);
				sandbox().faults.clear();
				const sent = first ?? (await node.json(id, more));
				expect(sent).toMatchObject({ action: 'sentAgain', originalId: id });
				const live = () => copies(id).filter(({ status }) => status !== 'draft');
				expect(live().map((post) => post.id)).toEqual([sent.id]);
				expect(channelsOf(sent.id).sort()).toEqual([...failedOn].sort());
				const ofTikTok = (postId: string) =>
					sandbox()
						.post(postId)
						.channels.find(({ accountId }) => accountId === tiktok.id)?.options;
				if (failedOn.includes(tiktok.id)) expect(ofTikTok(String(sent.id))).toEqual(ofTikTok(id));
				for (const changes of [more, {}, { updateFields: { caption: 'Another' } }]) {
					sandbox().clock.advance(25 * hour);
					expect(await next().json(id, changes)).toMatchObject({ action: 'skipped', reason: 'alreadySent' });
				}
				expect(live()).toHaveLength(1);
			}),
			{ seed: fuzzSeed, numRuns: fuzzRuns(200), endOnFailure: true },
		);
	}, 600_000);
});
