import type { CreatePost } from '../../../../client/publishing/requests';
import { seed } from '../../../../sandbox';
import { clientOf, wishOf } from '../../../support/publishingClient';
import { profile } from '../../../support/profile';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox({ publishMs: 1_000 });
const { channels, keys, boards, media } = seed;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });
const post = (changes: Partial<CreatePost> = {}): CreatePost => ({
	accounts: [channels.facebook.id],
	caption: 'Hello',
	...changes,
});

describe('a new post', () => {
	test('shows the result of each channel after publishing (P3, P28, P43, P44)', async () => {
		sandbox().outcomes.add({ platform: 'mastodon', outcome: 'fail', error: 'Mastodon is away' });
		sandbox().outcomes.add({
			platform: 'facebook',
			outcome: 'publish',
			warnings: [{ code: 'w', message: 'Cut' }],
		});
		const accounts = [channels.facebook.id, channels.mastodon.id];
		const { id } = await clientWith().posts.create(wishOf(post({ accounts, delivery: { mode: 'now' } })));
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
	const created = await clientWith().posts.create(wishOf({ accounts, caption: '', ...content, perAccount }));
	expect(created).toMatchObject({
		...content,
		caption: '',
		proposedPublishAt: expect.stringMatching(/^2026-02-01T09:00:00(\.000)?\+00:00$/),
	});
	expect(created.createdVia).toMatchObject({ credentialId: expect.any(String) });
	const stored = Object.fromEntries(
		sandbox()
			.post(created.id)
			.channels.map((channel) => [channel.accountId, channel]),
	);
	for (const [id, own] of Object.entries(perAccount)) expect(stored[id]).toMatchObject(own as object);
});
