import type { LiveOptions } from '../../../../client/publishing/liveOptions';
import type { ChannelOverride, Overrides } from '../../../../client/publishing/overrides';
import type { Delivery, UpdatePost } from '../../../../client/publishing/requests';
import type { Post, PostChannel } from '../../../../client/publishing/schemas';
import type { MediaFacts, PostToCheck } from '../../../../client/publishing/validation/types';
import { ownValue, recordOf, withoutEmpty } from '../../../shared/parameters';
import type { IDataObject } from 'n8n-workflow';

const compact = <T>(values: object): T => withoutEmpty(values as IDataObject) as T;

const overrideOf = ({ caption, title, firstComment, boardId, options }: PostChannel): ChannelOverride =>
	compact({ caption, title, firstComment, boardId, options });

const withoutMedia = (post: Post) => ({
	accounts: post.channels.map(({ accountId }) => accountId),
	caption: post.caption,
	...compact<object>({
		title: post.title,
		firstComment: post.firstComment,
		linkUrl: post.linkUrl,
		proposedPublishAt: post.proposedPublishAt,
	}),
	perAccount: recordOf(
		post.channels.map((channel): [string, ChannelOverride] => [channel.accountId, overrideOf(channel)]),
	),
});

const unknownMedia = (assetIds: string[]): MediaFacts[] => assetIds.map(() => ({}));

/** A post of the service, as it would be delivered. */
export const asDelivered = (post: Post, delivery: Delivery | undefined): PostToCheck => ({
	...withoutMedia(post),
	media: unknownMedia(post.mediaAssetIds),
	...(delivery ? { delivery } : {}),
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Options are merged one by one, and null clears (contract section 4, PATCH). */
function mergeField(before: unknown, change: unknown): unknown {
	if (!isObject(before) || !isObject(change) || Array.isArray(change)) return change;
	const entries = Object.entries(change).map(([name, value]): [string, unknown] => [
		name,
		mergeField(ownValue(before as Record<string, unknown>, name), value),
	]);
	return compact({ ...before, ...recordOf(entries) });
}

type Changes = UpdatePost & { liveOptions?: LiveOptions };

const asOverrides = (live: LiveOptions): object =>
	recordOf(Object.entries(live).map(([channelId, options]): [string, object] => [channelId, { options }]));

/** A post of the service, as an update would leave it; overrides of channels it no longer has go with them. */
export function asUpdated(post: Post, changes: Changes, media: MediaFacts[]): PostToCheck {
	const { mediaAssetIds, perAccount = {}, liveOptions = {}, ...fields } = changes;
	const before = withoutMedia(post);
	const accounts = fields.accounts ?? before.accounts;
	const kept = Object.entries(before.perAccount).filter(([id]) => accounts.includes(id));
	return {
		...compact<typeof before>({ ...before, ...fields }),
		perAccount: [asOverrides(liveOptions), perAccount].reduce<unknown>(
			mergeField,
			recordOf(kept),
		) as Overrides,
		media: [...unknownMedia(mediaAssetIds ?? post.mediaAssetIds), ...media],
	};
}
