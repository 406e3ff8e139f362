import type { Example } from '../../operations/example';
import { publishingExamples } from '../../operations/publishing';
import { scoringExamples } from '../../operations/scoring';
import { post, chosenPost, newPost, type Screen } from './screens';

const { boards, channels, media, posts, queues } = testbed.seed;

/** The fields of a post, as a user fills them in for several channels. */
const fullPost = {
	channels: [channels.facebook.id, channels.linkedin.id, channels.pinterest.id],
	caption: 'Our new showroom opens tomorrow. Come and see it!',
	media: 'assets',
	mediaAssetIds: media.image,
	title: 'The new showroom',
	additionalFields: { linkUrl: 'https://example.com/showroom' },
	overrides: 'common',
	channelOverrides: {
		channels: [
			{ channelId: channels.linkedin.id, caption: 'Visit our new showroom.' },
			{
				channelId: channels.pinterest.id,
				boardId: {
					__rl: true,
					mode: 'list',
					value: boards.interiors.id,
					cachedResultName: boards.interiors.name,
				},
			},
		],
	},
};

/** Operations on the seeded draft, in an order that works. At the end it's published, so it can't be withdrawn. */
const onDraft = (
	[
		['update', 'opens on Friday', { updateFields: { caption: 'Our new showroom opens on Friday' } }],
		['upsert', 'updated', fullPost],
		['validate', 'valid', { source: 'existing' }],
		['duplicate', 'draft'],
		['schedule', 'scheduled', { publishAt: '2099-03-01T09:00:00' }],
		['cancel', 'draft'],
		['submit', 'queue', { delivery: 'queue' }],
		['publish', 'publish'],
		['withdraw', "Can't withdraw"],
	] as const
).map(
	([operation, returns, others = {}]): Screen => ({
		name: `post-${operation}-filled`,
		parameters: post(operation, { ...chosenPost(posts.draft), ...others }),
		returns,
	}),
);

/** Examples filled in, and what they return. */
const examplesWith = (examples: Readonly<Record<string, Example>>, node?: 'scoring'): Screen[] =>
	Object.entries(examples).flatMap(([name, { parameters, shows }]): Screen[] => {
		if (shows === undefined) return [];
		const [resource, operation] = name.split(':');
		const screen = `${node === undefined ? '' : `${node}-`}${resource}-${operation}-filled`;
		return [{ name: screen, node, parameters: { resource, operation, ...parameters }, returns: shows }];
	});

/** The form of every operation filled in as a user would, and what it returns. Reads come first, before the seed is changed. */
export const filledForms: Screen[] = [
	...examplesWith(publishingExamples),
	...examplesWith(scoringExamples, 'scoring'),
	{
		name: 'post-create-filled',
		parameters: post('create', { ...fullPost, delivery: 'at', publishAt: '2099-03-01T09:00:00' }),
		returns: 'scheduled',
	},
	{
		name: 'post-create-filled-below',
		parameters: post('create', { ...fullPost, delivery: 'at', publishAt: '2099-03-01T09:00:00' }),
		open: async (editor) => await editor.scrollTo('simplify'),
		sees: 'Pinterest: Board',
	},
	{
		name: 'post-create-queue-filled',
		parameters: post(
			'create',
			newPost({
				delivery: 'queue',
				queues: {
					queue: [
						{
							channelId: channels.facebook.id,
							queueId: {
								__rl: true,
								mode: 'list',
								value: queues.facebookMornings.id,
								cachedResultName: queues.facebookMornings.name,
							},
						},
					],
				},
			}),
		),
		returns: 'queued',
	},
	{
		name: 'post-create-all-options-filled',
		parameters: post('create', {
			channels: [channels.youtube.id],
			caption: 'Hello',
			overrides: 'all',
			channelOptions: {
				mappingMode: 'defineBelow',
				value: { 'youtube:privacyStatus': 'unlisted', 'youtube:tags': 'showroom, design' },
			},
		}),
		open: async (editor) => await editor.scrollTo('simplify'),
		sees: 'YouTube: Tags',
	},
	...onDraft,
	{
		name: 'post-sync-calendar-filled',
		parameters: post(
			'syncCalendar',
			newPost({
				postId: { __rl: true, mode: 'id', value: '={{ $json.postId }}' },
				caption: '={{ $json.text }}',
				delivery: 'at',
				publishAt: '={{ $json.publishAt }}',
				title: '={{ $json.title }}',
				removeMissing: true,
				removeFrom: '2026-03-01T00:00:00',
				removeTo: '2026-04-01T00:00:00',
				options: { dryRun: true, knownUpdatedAt: '={{ $json.postUpdatedAt }}', onReview: 'withdraw' },
			}),
		),
		open: async (editor) => await editor.scrollTo('removalsMax'),
		sees: 'Stop If More Than',
	},
	{
		name: 'post-send-and-wait-filled',
		parameters: post('sendAndWait', { ...fullPost, source: 'new' }),
		sees: 'Post Source',
	},
	{
		name: 'post-getAll-filled',
		parameters: post('getAll', {
			filters: { channelId: channels.facebook.id, status: ['published', 'failed', 'partially_published'] },
		}),
		returns: 'published',
	},
	{
		name: 'post-validate-new-filled',
		parameters: post('validate', { ...fullPost, channels: [...fullPost.channels, channels.youtube.id] }),
		returns: 'valid',
	},
	{
		name: 'post-delete-filled',
		parameters: post('delete', chosenPost(posts.scheduled)),
		returns: 'deleted',
	},
	{
		name: 'media-upload-filled',
		parameters: {
			resource: 'media',
			operation: 'upload',
			fileFrom: 'url',
			url: `${testbed.n8nUrl}/static/n8n-logo.png`,
			options: { altText: 'A red sofa', mediaType: 'image', parallelUploads: 2 },
		},
		returns: 'ready',
	},
	{
		name: 'trigger-filled',
		node: 'trigger',
		parameters: {
			events: ['published', 'failed'],
			filters: { channels: [channels.facebook.id], createdByThisKey: true },
			options: { outputPerChannel: true, startFrom: '2026-01-01T00:00:00' },
		},
		sees: 'Published',
	},
];
