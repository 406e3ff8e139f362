import type { IDataObject } from 'n8n-workflow';
import { changedTexts } from '../../../nodes/SocialPublishing/approval/page/earlierSection';
import { channelWordsOf, type ChannelWords } from '../../../nodes/SocialPublishing/approval/channelWords';
import { createDiffBudget } from '../../../nodes/SocialPublishing/approval/page/wordDiff';
import { seed } from '../../../sandbox';
import type { Post } from '../../../client/publishing/schemas';
import { byId } from '../../support/nodeUnderTest';
import { samplePost } from '../../support/sampleAnswers';
import { createRunData } from '../../support/n8nWorkflow';
import { onDraft, onNewPost, tomorrow, useApprovals } from '../../support/useApprovals';

const { ask, node } = useApprovals();
const { posts } = seed;

const update = async (updateFields: object) =>
	await node().json('post:update', { postId: byId(posts.draft), updateFields: { ...updateFields } });

/** Asks, answers, changes the post, and asks again in the same execution. Returns the second page. */
async function askAgain(
	answer: Record<string, string>,
	change: () => Promise<unknown>,
	parameters: IDataObject = {},
): Promise<string> {
	const waiting = await ask({ ...onDraft, ...tomorrow, ...parameters });
	await waiting.send({ name: 'Ada', ...answer });
	await change();
	await waiting.runAgain();
	const { text } = await waiting.get();
	expect(text).toContain('<button name="action" value="approved"');
	return text;
}

const changesRequested = { action: 'changesRequested', 'comment-0': 'Say when <we> open' };
const heading = 'Changed since the last request';

describe('a page that asks again', () => {
	test.each([true, false])(
		'has the earlier comment and the changed words (simplified: %s)',
		async (simplify) => {
			await update({ caption: 'We open soon.' });
			const text = await askAgain(
				changesRequested,
				async () => await update({ caption: 'We open on Monday.' }),
				{
					simplify,
				},
			);
			expect(text).toContain(heading);
			expect(text).toMatch(/<bdi>Ada<\/bdi> requested changes on [A-Z]\w+day, /);
			expect(text).toContain('>Say when &lt;we&gt; open</blockquote>');
			expect(text).toContain(
				'We open <del><span class="unseen"> Removed: </span>soon<span class="unseen"> End. </span></del><ins><span class="unseen"> Added: </span>on Monday<span class="unseen"> End. </span></ins>.',
			);
		},
	);

	test('says that nothing has changed', async () => {
		const text = await askAgain(changesRequested, async () => undefined);
		expect(text).toContain('The texts are the same as before.');
	});

	test.each(['approved', 'rejected'])("doesn't compare after another decision: %s", async (action) => {
		const text = await askAgain({ action }, async () => undefined, { delivery: 'draft', publishAt: '' });
		expect(text).not.toContain(heading);
	});

	test('escapes texts, and folds what is long and unchanged', async () => {
		const long = 'The same words in every version. '.repeat(20);
		await update({ caption: `${long}<script>alert(1)</script> old` });
		const text = await askAgain(
			changesRequested,
			async () => await update({ caption: `${long}</ins><b> new` }),
		);
		expect(text).not.toContain('<script>');
		expect(text).not.toContain('<b> new');
		expect(text).toContain('Show text without changes');
	});

	test('has the comment but no comparison if the texts are too long to keep', async () => {
		await update({ caption: 'x '.repeat(30_000) });
		const options = { checkFirst: false };
		const text = await askAgain(changesRequested, async () => await update({ caption: 'Short' }), {
			options,
		});
		expect(text).toContain('>Say when &lt;we&gt; open</blockquote>');
		expect(text).toContain("The earlier texts weren't kept, so they can't be compared.");
	});

	test('compares with what was shown last, also if a try of this round showed it already', async () => {
		const runData = createRunData([{ json: {} }]);
		const waiting = await ask({ ...onDraft, ...tomorrow }, { runData });
		await waiting.send(changesRequested);
		await update({ caption: 'Second text' });
		await waiting.runAgain();
		await waiting.runAgain();
		expect((await waiting.get()).text).toMatch(/<ins>.*Second/);
	});

	test('finds what an approver answered to another node, in the item that comes from it', async () => {
		const waiting = await ask({ ...onDraft, delivery: 'draft' });
		await waiting.send({ ...changesRequested, name: 'Ada' });
		const items = waiting.resumed[0] ?? [];
		const next = await ask({ ...onDraft, ...tomorrow }, { items, nodeName: 'Second', nodeId: 'second' });
		const { text } = await next.get();
		expect(text).toContain(heading);
		expect(text).toContain('>Say when &lt;we&gt; open</blockquote>');
	});

	test('compares nothing if each round makes a new post', async () => {
		const waiting = await ask({ ...onNewPost, caption: 'First text' });
		await waiting.send(changesRequested);
		await waiting.runAgain();
		expect((await waiting.get()).text).not.toContain(heading);
	});
});

describe('the texts of a post', () => {
	const channel = {
		accountId: '1',
		platform: 'bluesky',
		handle: 'acme',
		status: 'draft',
		warnings: [],
		options: null,
	};
	const post = { ...samplePost(), mediaAssetIds: [], caption: 'a', title: 'T', firstComment: null };

	test.each<[title: string, post: Post, expected: unknown]>([
		[
			'no channels',
			{ ...post, channels: [] },
			[{ channelId: '', label: '', caption: 'a', title: 'T', firstComment: '' }],
		],
		[
			"a channel's own texts, of which some are empty",
			{ ...post, channels: [{ ...channel, caption: 'own', title: '', firstComment: null }] },
			[{ channelId: '1', label: 'Bluesky: acme', caption: 'own', title: '', firstComment: '' }],
		],
	])('are read from %s', (_title, given, expected) => {
		expect(channelWordsOf(given)).toEqual(expected);
	});
});

describe('changes of the texts', () => {
	const on = (channelId: string, caption: string, title = ''): ChannelWords => ({
		...{ channelId, label: `Network: ${channelId}`, caption, title, firstComment: '' },
	});
	test.each<
		[title: string, before: ChannelWords[], after: ChannelWords[], labels: string[], notes: string[]]
	>([
		['none', [on('a', '1')], [on('a', '1')], [], []],
		['one for all channels', [on('a', '1'), on('b', '1')], [on('a', '2'), on('b', '2')], ['Caption'], []],
		[
			'one for some channels',
			[on('a', '1'), on('b', '1'), on('c', '1')],
			[on('a', '2'), on('b', '2'), on('c', '1')],
			['Caption · Network: a and Network: b'],
			[],
		],
		['a title', [on('a', '1')], [on('a', '1', 'New')], ['Title'], []],
		[
			'other channels',
			[on('a', '1'), on('b', '1')],
			[on('b', '1'), on('__proto__', '1')],
			[],
			['Added: Network: __proto__', 'Removed: Network: a'],
		],
	])('%s', (_title, before, after, labels, notes) => {
		const found = changedTexts(before, after, createDiffBudget());
		expect([found.changes?.map(({ label }) => label), found.notes]).toEqual([labels, notes]);
	});
});
