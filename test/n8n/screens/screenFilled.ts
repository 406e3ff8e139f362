import { post, chosenPost, chosenChannel, newPost, type Screen } from './screens';

const { boards, channels, media, posts, queues } = testbed.seed;

/** The fields of a post, as a person fills them in for several channels. */
const fullPost = {
	channels: [channels.facebook.id, channels.linkedin.id, channels.pinterest.id],
	caption: 'Our new showroom opens tomorrow. Come and see it!',
	media: 'assets',
	mediaAssetIds: media.image,
	additionalFields: { title: 'The new showroom', linkUrl: 'https://example.com/showroom' },
	overrides: 'common',
	channelOverrides: {
		texts: [{ channelId: channels.linkedin.id, fields: { caption: 'Visit our new showroom.' } }],
		pinterest: [
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
		['get', 'draft'],
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

/** The form of every operation filled in as a person would, and what it returns. */
export const filledForms: Screen[] = [
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
		sees: 'Tags',
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
				additionalFields: { title: '={{ $json.title }}' },
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
		name: 'post-get-approval-link-filled',
		parameters: post('getApprovalLink'),
		returns: 'approvalLink',
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
		name: 'post-waitForOutcome-filled',
		parameters: post('waitForOutcome', chosenPost(posts.partiallyPublished)),
		returns: 'partially',
	},
	{
		name: 'post-delete-filled',
		parameters: post('delete', chosenPost(posts.scheduled)),
		returns: 'deleted',
	},
	{
		name: 'channel-get-filled',
		parameters: { resource: 'channel', operation: 'get', ...chosenChannel(channels.pinterest.id) },
		returns: 'pinterest',
	},
	{
		name: 'channel-getAll-filled',
		parameters: {
			resource: 'channel',
			operation: 'getAll',
			filters: { platforms: ['linkedin', 'facebook'] },
		},
		returns: 'linkedin',
	},
	...(
		[
			['channel', 'getBoards', channels.pinterest, 'Chairs'],
			['channel', 'getTikTokCreatorInfo', channels.tiktok, 'privacy'],
			['channel', 'getYouTubeCategories', channels.youtube, 'Education'],
			['analytics', 'getChannelSnapshots', channels.facebook, 'followers'],
		] as const
	).map(([resource, operation, { id }, returns]): Screen => {
		const parameters = { resource, operation, ...chosenChannel(id) };
		return { name: `${resource}-${operation}-filled`, parameters, returns };
	}),
	{
		name: 'analytics-getPostSnapshots-filled',
		parameters: { resource: 'analytics', operation: 'getPostSnapshots', ...chosenPost(posts.published) },
		returns: 'likes',
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
		name: 'workspace-get-filled',
		parameters: { resource: 'workspace', operation: 'get' },
		returns: 'Acme Studio',
	},
	{
		name: 'agent-listTools-filled',
		parameters: { resource: 'agent', operation: 'listTools' },
		returns: 'social_create_draft',
	},
	{
		name: 'agent-callTool-filled',
		parameters: {
			resource: 'agent',
			operation: 'callTool',
			toolName: { __rl: true, mode: 'id', value: 'social_list_accounts' },
			argumentsMode: 'json',
		},
		returns: 'Acme Studio',
	},
	...(
		[
			['score', 'packaging', { title: 'I built a house in 30 days', thumbnailFrom: 'none' }, 'score'],
			['score', 'videoHook', { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }, 'clarity'],
			['benchmark', 'channel', { url: 'https://www.youtube.com/@acmestudio' }, 'niche'],
			['benchmark', 'video', { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }, 'niche'],
			['research', 'getNiches', {}, 'gap'],
			[
				'research',
				'getContentGaps',
				{ niche: { __rl: true, mode: 'id', value: 'home-cooking' }, filters: { minScore: 50 } },
				'gap',
			],
			['account', 'get', {}, 'plan'],
			['account', 'getUsage', {}, 'credits_remaining'],
		] as const
	).map(([resource, operation, fields, returns]): Screen => {
		const parameters = { resource, operation, ...fields };
		return { name: `scoring-${resource}-${operation}-filled`, node: 'scoring', parameters, returns };
	}),
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
