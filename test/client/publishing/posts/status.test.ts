import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	allowedStatuses,
	hasTrait,
	isDraft,
	postStatuses,
	statusesWith,
	type PostStatus,
	type StatusTrait,
} from '../../../../client/publishing/posts/status';
import { planPost } from '../../../../client/publishing/posts/plan';
import { isDeliveredAs } from '../../../../client/publishing/posts/writes';
import { postSchema } from '../../../../client/publishing/schemas';
import { rootFolder } from '../../../support/sourceFiles';
import { seed } from '../../../../sandbox';
import { postStatuses as statusesOfSandbox } from '../../../../sandbox/types';

/** What each trait meant before it was read from one table. */
const sets: Array<[StatusTrait[], PostStatus[]]> = [
	[['draft'], ['draft']],
	[['unfinished'], ['changes_requested', 'draft']],
	[['inReview'], ['changes_requested', 'pending_approval']],
	[['waiting'], ['queued', 'scheduled']],
	[['goesOut'], ['approved', 'on_hold', 'publishing', 'queued', 'scheduled']],
	[['live'], ['partially_published', 'published', 'publishing']],
	[
		['live', 'settled'],
		['partially_published', 'published'],
	],
	[['failed'], ['failed', 'partially_published']],
	[['settled'], ['changes_requested', 'draft', 'failed', 'partially_published', 'published', 'rejected']],
	[['atRisk'], ['changes_requested', 'pending_approval', 'queued', 'scheduled']],
	[['removable'], ['draft', 'scheduled']],
	[['showsResults'], ['publishing', 'queued']],
];

test.each(sets)('posts with the traits %j are %j', (traits, statuses) => {
	expect(statusesWith(...traits)).toEqual(statuses);
});

test('the sandbox and the contract have the same statuses', () => {
	const contract = readFileSync(join(rootFolder, 'docs/contract.md'), 'utf8');
	expect([...statusesOfSandbox].sort()).toEqual(postStatuses);
	expect(postStatuses.filter((status) => !contract.includes(`\`${status}\``))).toEqual([]);
});

describe('a post with an undocumented status', () => {
	const post = postSchema.parse({
		id: seed.posts.draft,
		status: 'archived',
		caption: 'Hello',
		createdAt: '2026-01-01T09:00:00+00:00',
		updatedAt: '2026-01-02T09:00:00+00:00',
		channels: [{ accountId: seed.channels.facebook.id, platform: 'facebook', status: 'archived' }],
	});

	test.each<[StatusTrait, boolean]>([
		['draft', false],
		['live', true],
		['settled', false],
		['failed', false],
		['removable', false],
		['atRisk', false],
	])('has the trait %s: %s', (trait, expected) => {
		expect(hasTrait(post, trait)).toBe(expected);
	});

	test('allows no operation, and is no draft', () => {
		expect(postStatuses).not.toContain('archived');
		expect(Object.values(allowedStatuses).flat()).not.toContain('archived');
		expect(isDraft(post)).toBe(false);
	});

	test('counts as published after a lost answer, so it is not sent again', () => {
		expect(isDeliveredAs(post, { mode: 'now' })).toBe(true);
	});

	test('is not changed for a row with another text', () => {
		const wanted = { content: { caption: 'Another text' }, delivery: { mode: 'now' as const } };
		expect(planPost(post, wanted, { overwrites: true, withdraws: true }, 0)).toMatchObject({
			action: 'conflict',
			reason: 'status',
			writes: [],
		});
	});
});
