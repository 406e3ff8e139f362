import { asObject, ownValue, recordOf } from '../../http/json.js';
import type { ChannelOverride } from '../requests.js';
import type { Post, PostChannel } from '../schemas.js';
import { differingNames, hasOverride, type Content, type LiveOptions } from './content.js';
import type { PostWish } from './wish.js';

const textNames = ['caption', 'title', 'firstComment', 'boardId'] as const;

const overrideTexts = (channel: PostChannel): ChannelOverride =>
	Object.fromEntries(textNames.map((name) => [name, channel[name] ?? null]));

/** Returns the earlier options. Options that were added since are null, which clears them. */
function formerOptions(before: unknown, now: unknown): LiveOptions[string] {
	const [former, current] = [before, now].map((options) => asObject(options));
	const networks = [...new Set([...Object.keys(former ?? {}), ...Object.keys(current ?? {})])];
	return recordOf(
		networks.map((network): [string, Record<string, unknown>] => {
			const values = ownValue(former ?? {}, network);
			const others = ownValue(current ?? {}, network);
			const cleared = Object.keys(asObject(others)).map((name) => [name, null] as const);
			return [network, { ...recordOf(cleared), ...asObject(values) }];
		}),
	);
}

/** The update that restores a post's earlier content. Undefined if the post already has that content. */
export function editBackTo(before: Post, now: Post): PostWish | undefined {
	const { caption, title = null, firstComment = null, linkUrl = null, mediaAssetIds, channels } = before;
	const accounts = channels.map(({ accountId }) => accountId);
	const content: Content = { accounts, caption, title, firstComment, linkUrl, mediaAssetIds };
	const names = differingNames(now, content);
	const liveOptions: LiveOptions = recordOf([]);
	const perAccount: Record<string, ChannelOverride> = recordOf([]);
	for (const channel of channels) {
		const { accountId } = channel;
		const current = now.channels.find((each) => each.accountId === accountId);
		const texts = overrideTexts(channel);
		if (!hasOverride(current, texts)) perAccount[accountId] = texts;
		const options = formerOptions(channel.options, current?.options);
		if (!hasOverride(current, { options })) liveOptions[accountId] = options;
	}
	const values = names.map((name) => [name, content[name]] as const);
	const changes = {
		...recordOf(values),
		...(Object.keys(perAccount).length > 0 ? { perAccount } : {}),
	};
	const isSame = Object.keys(changes).length + Object.keys(liveOptions).length === 0;
	return isSame ? undefined : { content: changes, liveOptions };
}
