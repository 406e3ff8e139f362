import type { CreatePost } from '../../../../client/publishing/requests';
import { seed } from '../../../../sandbox';
import { clientOf } from '../../../support/publishingClient';
import { profile } from '../../../support/profile';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox({ publishMs: 1_000 });
const { channels, keys, queues, boards, media } = seed;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });
const post = (changes: Partial<CreatePost> = {}): CreatePost => ({
	accounts: [channels.facebook.id],
	caption: 'Hello',
	...changes,
});
const tomorrow = '2026-01-06T09:00:00.000+00:00';
const at = { mode: 'at', at: '2026-01-06T10:00:00+01:00' } as const;

describe('a new post', () => {
	const now = { mode: 'now' } as const;
	test.each<[string, string, CreatePost['delivery'], { status: string; [field: string]: unknown }]>([
		['is a draft (P45)', keys.full, undefined, { status: 'draft', routed: 'draft', scheduledAt: null }],
		[
			'is scheduled at a time (P41, P46)',
			keys.full,
			at,
			{ status: 'scheduled', routed: 'enacted', scheduledAt: tomorrow },
		],
		['is published now (P41, P46)', keys.full, now, { status: 'publishing', routed: 'enacted' }],
		['is queued (P40, P46)', keys.full, { mode: 'queue' }, { status: 'queued', routed: 'enacted' }],
		[
			'is queued first (P40, P46)',
			keys.full,
			{ mode: 'prioritise' },
			{ status: 'queued', routed: 'enacted' },
		],
		[
			"is in review with a key that can't publish (P47, P94)",
			keys.drafts,
			at,
			{ status: 'pending_approval', routed: 'pending_approval' },
		],
		[
			'is in review instead of being published now (P47, P94)',
			keys.drafts,
			now,
			{ status: 'pending_approval', routed: 'pending_approval' },
		],
		[
			"is a draft with a key that can't publish (P45, P93)",
			keys.drafts,
			undefined,
			{ status: 'draft', routed: 'draft' },
		],
	])('%s (P42, P70)', async (_title, key, delivery, expected) => {
		const created = await clientWith(key).posts.create(post({ delivery }));
		expect(created).toMatchObject(expected);
		expect(sandbox().post(created.id).status).toBe(expected.status);
	});

	test('waits in review, labeled with the key, in a workspace that approves everything (P47, P94)', async () => {
		const created = await clientWith(keys.approval).posts.create(
			post({ accounts: [channels.approvalFacebook.id], delivery: at }),
		);
		expect(created).toMatchObject({ routed: 'pending_approval', createdVia: { name: 'Careful automation' } });
		sandbox().review.approve(created.id);
		expect(await clientWith(keys.approval).posts.get(created.id)).toMatchObject({ status: 'scheduled' });
	});

	test('shows the result of each channel after publishing (P3, P28, P43, P44)', async () => {
		sandbox().outcomes.add({ platform: 'mastodon', outcome: 'fail', error: 'Mastodon is away' });
		sandbox().outcomes.add({
			platform: 'facebook',
			outcome: 'publish',
			warnings: [{ code: 'w', message: 'Cut' }],
		});
		const accounts = [channels.facebook.id, channels.mastodon.id];
		const { id } = await clientWith().posts.create(post({ accounts, delivery: { mode: 'now' } }));
		sandbox().clock.advance(2_000);
		expect(await clientWith().posts.get(id)).toMatchObject({
			status: 'partially_published',
			publishedAt: '2026-01-05T09:00:01.000+00:00',
			attentionResolvedAt: null,
			channels: [
				{
					platform: 'facebook',
					status: profile === 'observed' ? 'published' : 'DONE',
					publishedAt: expect.any(String),
					url: expect.stringContaining('/sandbox/live/'),
					error: null,
					warnings: [{ code: 'w', message: 'Cut' }],
				},
				{ platform: 'mastodon', url: null, error: 'Mastodon is away', publishedAt: null },
			],
		});
		sandbox().review.resolveAttention(id);
		expect((await clientWith().posts.get(id)).attentionResolvedAt).toBe('2026-01-05T09:00:02.000+00:00');
	});

	test('is added to the chosen queue of each channel, with null for the Main queue (P15, P40)', async () => {
		const accounts = [channels.facebook.id, channels.linkedin.id, channels.mastodon.id];
		const queueIds = { [channels.facebook.id]: queues.facebookMornings.id, [channels.linkedin.id]: null };
		const created = await clientWith().posts.create(
			post({ accounts, delivery: { mode: 'queue', queueIds } }),
		);
		expect(created.channels.map(({ queueId, queuePosition }) => [queueId, queuePosition])).toEqual([
			[queues.facebookMornings.id, 1],
			[null, 1],
			[null, 1],
		]);
	});
});

describe('the proposed publish time', () => {
	const proposedPublishAt = '2026-02-01T09:00:00Z';
	test.each<[string, string, Partial<CreatePost>, string | null]>([
		['is a note on a draft (P29)', keys.full, { proposedPublishAt }, '2026-02-01T09:00:00.000+00:00'],
		['is unset for null (P33)', keys.full, { proposedPublishAt: null }, null],
		['is empty after the delivery (P31)', keys.full, { proposedPublishAt, delivery: at }, null],
		['becomes the time in review (P32)', keys.drafts, { proposedPublishAt, delivery: at }, tomorrow],
		[
			'stays if the review has no time (P32)',
			keys.drafts,
			{ proposedPublishAt, delivery: { mode: 'now' } },
			'2026-02-01T09:00:00.000+00:00',
		],
	])('%s', async (_title, key, fields, expected) => {
		const created = await clientWith(key).posts.create(post(fields));
		expect(created.proposedPublishAt).toBe(expected);
	});

	test('publishes nothing by itself (P29)', async () => {
		const { id } = await clientWith().posts.create(post({ proposedPublishAt }));
		sandbox().clock.set('2026-03-01T09:00:00Z');
		expect((await clientWith().posts.get(id)).status).toBe('draft');
	});
});

test('sends and returns every value of a post (P26, P28, P34, P35, P36, P37, P38)', async () => {
	const { facebook, tiktok, youtube, devto, pinterest } = channels;
	const content = {
		title: 'Title',
		linkUrl: 'https://example.com/article',
		mediaAssetIds: [media.video, media.image],
		proposedPublishAt: '2026-02-01T09:00:00Z',
	};
	const options: Record<string, object> = {
		[tiktok.id]: {
			tiktok: {
				privacyLevel: 'SELF_ONLY',
				allowComment: true,
				allowDuet: false,
				allowStitch: false,
				disclose: true,
				brandOrganic: true,
				brandContent: false,
				aiGenerated: true,
				coverMs: 0,
				autoAddMusic: false,
			},
		},
		[devto.id]: { devto: { tags: ['webdev'], canonicalUrl: 'https://example.com' } },
		[youtube.id]: {
			youtube: {
				privacyStatus: 'unlisted',
				madeForKids: false,
				tags: ['a'],
				categoryId: '22',
				thumbnail: { assetId: media.image },
			},
		},
		[facebook.id]: { facebook: { publishAs: 'reel' } },
	};
	const overrides = Object.entries(options).map(([id, own]) => [id, { caption: `For ${id}`, options: own }]);
	const perAccount = {
		...Object.fromEntries(overrides),
		[pinterest.id]: { title: 'Pin', boardId: boards.ideas.id },
	};
	const accounts = Object.keys(perAccount);
	const created = await clientWith().posts.create({ accounts, caption: '', ...content, perAccount });
	expect(created).toMatchObject({
		...content,
		caption: '',
		proposedPublishAt: '2026-02-01T09:00:00.000+00:00',
	});
	expect(created.createdVia).toMatchObject({ name: 'Automation' });
	const stored = Object.fromEntries(
		sandbox()
			.post(created.id)
			.channels.map((channel) => [channel.accountId, channel]),
	);
	for (const [id, own] of Object.entries(perAccount)) expect(stored[id]).toMatchObject(own as object);
});
