import { seed, type Post, type Sandbox } from '../../sandbox';
import { nodeFor } from './publishingNode';

const { channels, keys, boards, media } = seed;
const { facebook, tiktok, pinterest, youtube } = channels;

const perAccount = {
	[facebook.id]: { caption: 'Own', firstComment: 'Comment', options: { facebook: { publishAs: 'reel' } } },
	[tiktok.id]: { options: { tiktok: { allowComment: true, allowDuet: true } } },
	[pinterest.id]: { boardId: boards.ideas.id, title: 'Pin' },
	[youtube.id]: {
		options: {
			youtube: { madeForKids: true, tags: ['a'], categoryId: '22', thumbnail: { coverFrame: true } },
		},
	},
};

/** Creates a draft with a value in every field, on four channels with overrides of their own. */
export async function createFullPost(sandbox: Sandbox): Promise<Post> {
	const [created] = await nodeFor({ url: sandbox.url, key: keys.full }).json('post:create', {
		channels: Object.keys(perAccount),
		caption: 'Caption',
		additionalFields: {
			title: 'Title',
			linkUrl: 'https://a.example',
			mediaAssetIds: media.image,
			proposedPublishAt: '2026-02-01T09:00:00Z',
		},
		channelOverridesJson: JSON.stringify(perAccount),
	});
	return sandbox.post(String(created?.id));
}
