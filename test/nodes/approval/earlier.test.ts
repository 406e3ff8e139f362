import type { IDataObject } from 'n8n-workflow';
import { changedTexts } from '../../../nodes/SocialPublishing/approval/earlier';
import { channelWordsOf } from '../../../nodes/SocialPublishing/approval/earlier';
import type { ChannelWords } from '../../../nodes/SocialPublishing/approval/request';
import { createDiffBudget } from '../../../nodes/SocialPublishing/approval/page/wordDiff';
import { seed } from '../../../sandbox';
import { byId } from '../../support/nodeUnderTest';
import { onDraft, tomorrow, useApprovals } from '../../support/useApprovals';

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
		expect(text).toContain('The earlier texts are too long to compare.');
	});
});

describe('the texts of a post', () => {
	test.each<[title: string, post: unknown, expected: unknown]>([
		['nothing', undefined, undefined],
		['a list', [], undefined],
		['no caption', { channels: [] }, undefined],
		['channels of another kind', { caption: 'a', channels: 'b' }, undefined],
		[
			'no channels',
			{ caption: 'a', title: null, channels: [null, 1, 'x'] },
			[{ channelId: '', label: '', caption: 'a', title: '', firstComment: '' }],
		],
		[
			"a channel's own text, and values of another kind",
			{
				caption: 'a',
				title: 'T',
				channels: [
					{ accountId: '1', platform: 'bluesky', handle: 'acme', caption: 'own' },
					{ accountId: 2, platform: {}, title: ['x'], firstComment: 7 },
				],
			},
			[
				{ channelId: '1', label: 'Bluesky: acme', caption: 'own', title: 'T', firstComment: '' },
				{ channelId: '', label: ': ', caption: 'a', title: '', firstComment: '' },
			],
		],
	])('are read from %s', (_title, post, expected) => {
		expect(channelWordsOf(post)).toEqual(expected);
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
