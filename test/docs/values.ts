import { postStatuses } from '../../client/publishing/posts/status';
import { recordOf } from '../../client/http/json';
import { limits } from '../../client/publishing/values';
import {
	eventDescriptions,
	eventNames,
	eventsAbout,
	type EventName,
} from '../../nodes/SocialPublishingTrigger/events';
import { networkOptions } from '../../nodes/SocialPublishing/options/channelOptions';
import { nameOf, platformNames, statusNames } from '../../nodes/SocialPublishing/words/labels';
import { compactTable } from './markdown';

const subjects = {
	apiKey: 'the API key',
	channel: 'one channel',
	connection: 'one channel',
	deadline: 'the post',
	post: 'the post',
} as const;

/** What each event is about. */
const subjectOf = recordOf(
	(Object.keys(subjects) as Array<keyof typeof subjects>).flatMap((about) =>
		eventsAbout(about).map((event) => [event, subjects[about]] as const),
	),
);

/** Every event of the trigger. */
export const eventTable = (): string =>
	compactTable(
		['Trigger On', 'Value in `event`', 'Starts the workflow when', 'About'],
		(Object.keys(eventNames) as EventName[]).map((event) => [
			eventNames[event],
			`\`${event}\``,
			eventDescriptions[event],
			nameOf(subjectOf, event),
		]),
	);

/** Every status of a post. */
export const statusTable = (): string =>
	compactTable(
		['Status', 'Value in `status`'],
		postStatuses.map((status) => [statusNames[status], `\`${status}\``]),
	);

/** How to enter tags, and how many the service accepts. */
const tagNote = (tags: number, characters: number): string =>
	`Separated by commas. Up to ${tags} tags with up to ${characters} characters each.`;

/** Descriptions of options whose names don't explain them. A name can follow its network and a dot. */
const optionNotes: Record<string, string> = {
	aiGenerated: 'Labels the post as made with AI',
	autoAddMusic: 'Lets TikTok add music to a photo post',
	brandContent: 'The post promotes another brand for payment',
	brandOrganic: "The post promotes the creator's own brand",
	canonicalUrl: 'Web address where the article was first published',
	categoryId: 'The category of the video, by its name in the list or by its ID',
	'devto.tags': tagNote(limits.devtoTagsMax, limits.devtoTagMax),
	coverMs: 'Position of the cover frame, in milliseconds from the start of the video',
	disclose: 'Says that the post promotes something. Needs **Paid Partnership**, **Your Brand** or both',
	madeForKids: 'The video is made for kids',
	privacyLevel: 'Who can see the post. TikTok decides which levels a creator can choose.',
	privacyStatus: 'Who can see the video',
	publishAs: 'How to publish a video',
	thumbnailAssetId: 'ID of an image asset to use as the thumbnail',
	thumbnailCoverFrame: 'Uses a frame of the video as the thumbnail',
	'youtube.tags': tagNote(limits.youTubeTagsMax, limits.youTubeTagMax),
};

/** Every option of a network that the form always offers. */
export const networkOptionTable = (): string =>
	compactTable(
		['Network', 'Option', 'Value', 'Description'],
		Object.entries(networkOptions).flatMap(([network, options]) =>
			options.map(({ name, displayName, type, choices }) => [
				nameOf(platformNames, network),
				displayName,
				choices
					? Object.values(choices).join(', ')
					: ({ boolean: 'on or off', number: 'number' }[type as 'boolean'] ?? 'text'),
				optionNotes[`${network}.${name}`] ?? optionNotes[name] ?? '',
			]),
		),
	);

/** The fields of a simplified post and of its channels, each with its meaning. */
export const simplifiedFields = {
	post: {
		message:
			'What was done with the post, or how it is, in a sentence. The time of a scheduled or queued post is in the same zone as its other times',
		id: 'The ID of the post',
		status: 'See [Post statuses](#post-statuses)',
		urls: 'The addresses at which it was published, one for each channel that has one, in the order of `channels`',
		channels:
			'Its channels, as below. A tool whose output is simplified leaves out the caption of a channel that is the caption of the post',
		routed:
			'After a write: `draft` if the post was saved as a draft, `enacted` if the service did what you chose, `pending_approval` if a reviewer must approve the post first',
		caption: "The post's own text",
		scheduledAt: 'When the post goes out. Empty without a time',
		publishedAt: 'When it was published. Empty before that',
		updatedAt: 'When it was last changed',
		droppedChannels:
			"After **Duplicate**: the channels that the copy leaves out because nothing can be published there. Those that already have the post aren't named",
		keptFailedOnly:
			"After **Duplicate**: whether the copy has only the channels on which the post wasn't published",
		deliveryError: "Why a saved draft wasn't scheduled, queued or published",
		serverTime:
			"After **Get Many**: the time for 'Updated Since' of the next run. It's a little early so that no change is missed, so a post can be listed twice, with the same `updatedAt`",
		proposedPublishAt: 'The time suggested to the reviewer, if there is one',
		attentionResolvedAt: 'When someone dealt with the channels that failed, if any did',
		textLinks: 'The web addresses in its texts, and its **Link**',
		media:
			'Its files, each with `assetId`. A file that this execution uploaded also has `fileName` and `mediaType`',
		findings:
			'What the check before sending has found. In a draft, `blocksPublishing` marks what must be fixed before it can be published. Missing without the check',
	},
	channel: {
		accountId: 'The ID of the channel',
		platform: 'Its network as the service writes it, such as `tiktok`',
		network: 'Its network as people write it, such as TikTok',
		handle: 'Its name on the network',
		status: 'The status of the post on this channel. In review, it can be that of a draft',
		scheduledAt: 'When the post goes out here',
		publishedAt: 'When it was published here',
		url: 'The address of the published post',
		failureReason: 'Why the post failed here',
		warnings: 'What the network or the service warns about',
		caption: 'The text that this channel gets',
		title: "Its own title, or else the post's. Networks without titles don't use it",
		firstComment: 'The first comment that it gets',
		boardId: 'The board that it gets',
		textChanges: 'With **Adapt Text**: what was changed in the text',
	},
} as const;

/** What a simplified post or one of its channels has. */
export const outputFieldTable = (of: keyof typeof simplifiedFields): string =>
	compactTable(
		['Field', 'Meaning'],
		Object.entries(simplifiedFields[of]).map(([name, meaning]) => [`\`${name}\``, `${meaning}.`]),
	);
