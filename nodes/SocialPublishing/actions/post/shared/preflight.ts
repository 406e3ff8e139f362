import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isObject, ownValue, recordOf } from '../../../../../client/http/json';
import type { PublishingClient } from '../../../../../client/publishing';
import type { LiveOptions } from '../../../../../client/publishing/posts/content';
import type {
	ChannelOverride,
	Delivery,
	Overrides,
	UpdatePost,
} from '../../../../../client/publishing/requests';
import type { Post, PostChannel } from '../../../../../client/publishing/schemas';
import type { MediaFacts, PostToCheck } from '../../../../../client/publishing/validation/types';
import { openBinaryData, readBinaryFields, type BinaryField } from '../../../../shared/binary';
import { showHint } from '../../../../shared/operation';
import { withoutEmpty, type ParameterReader } from '../../../../shared/parameters';
import { describeFinding } from '../../../labels';
import { detailsOf } from '../../../media/mediaDetails';
import { checkMediaFile } from '../../../media/mediaType';
import type { NewPost } from '../form/newPost';

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

/** Options are merged one by one, and null clears (contract section 4, PATCH). */
function mergeField(before: unknown, change: unknown): unknown {
	if (!isObject(before) || !isObject(change)) return change;
	const entries = Object.entries(change).map(([name, value]): [string, unknown] => [
		name,
		mergeField(ownValue(before, name), value),
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

/** The option that looks for every problem of every channel before anything is sent. */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check Before Sending',
	name: 'checkFirst',
	type: 'boolean',
	default: false,
	description:
		'Whether to hold the post against what each channel takes before anything is sent or uploaded, and to stop with all problems at once. Reads the channels once per run.',
};

async function factsOf(context: IExecuteFunctions, field: BinaryField): Promise<MediaFacts> {
	const [name] = field;
	const file = await openBinaryData(context, field);
	const look = async (): Promise<MediaFacts> => {
		const mediaType = await checkMediaFile({ file, name }, undefined);
		const durationSec = mediaType === 'video' ? (await detailsOf(file)).durationSec : undefined;
		return { mediaType, durationSec, sizeBytes: file.sizeBytes };
	};
	return await look().finally(file.close);
}

/** What is known of a post's media: nothing of assets, kind and duration of files that are not uploaded yet. */
export async function mediaFacts(
	parameters: ParameterReader,
	assetIds: string[] = [],
	binaryFields?: unknown,
): Promise<MediaFacts[]> {
	const files = readBinaryFields(parameters, binaryFields);
	const facts = await Promise.all(files.map(async (field) => await factsOf(parameters.context, field)));
	return [...unknownMedia(assetIds), ...facts];
}

/** A new post, with the files of the item that go with it. */
export const asCreated = async (
	parameters: ParameterReader,
	{ post, binaryFields, liveOptions }: NewPost,
): Promise<PostToCheck> => ({
	...post,
	liveOptions,
	media: await mediaFacts(parameters, post.mediaAssetIds, binaryFields),
});

/**
 * Checks a post where the user wants it: problems are an error with all of them, warnings a hint beside the output.
 * @param readPost gives the post as it would be after the write; called only when it is needed
 */
export async function checkIfWanted(
	parameters: ParameterReader,
	client: PublishingClient,
	readPost: () => Promise<PostToCheck>,
): Promise<void> {
	if (!parameters.options.checkFirst) return;
	const warnings = await client.checks.require(await readPost());
	if (warnings.length === 0) return;
	const texts = warnings.map(describeFinding).join('; ');
	showHint(parameters.context, { message: `Item ${parameters.itemIndex}: ${texts}`, type: 'warning' });
}
