import type { Editor } from '../support/editor';
import { post, chosenPost, newPost, type Screen } from './screens';

const { channels, posts } = testbed.seed;
const menu =
	(name: string) =>
	async (editor: Editor): Promise<unknown> =>
		await editor.page.getByPlaceholder(name).click();

/** The form of every operation. */
export const forms: Screen[] = [
	{ name: 'post-create', parameters: post('create'), sees: 'Delivery' },
	{ name: 'post-upsert', parameters: post('upsert'), sees: 'Delivery' },
	{ name: 'post-sync-calendar', parameters: post('syncCalendar'), sees: 'Delivery' },
	{ name: 'post-send-and-wait', parameters: post('sendAndWait'), sees: 'Message' },
	{ name: 'post-get-approval-link', parameters: post('getApprovalLink'), sees: 'Operation' },
	{
		name: 'post-create-now',
		parameters: post('create', newPost({ delivery: 'now' })),
		sees: 'Publishes as soon as this node runs',
	},
	{
		name: 'post-create-queue',
		parameters: post(
			'create',
			newPost({
				delivery: 'queue',
				queues: {
					queue: [{ channelId: channels.facebook.id, queueId: { __rl: true, mode: 'list', value: '' } }],
				},
			}),
		),
		sees: 'Add Queue',
	},
	{ name: 'post-create-at', parameters: post('create', newPost({ delivery: 'at' })), sees: 'Publish At' },
	{
		name: 'post-create-additional',
		parameters: post(
			'create',
			newPost({
				additionalFields: {
					firstComment: '',
					linkUrl: '',
					proposedPublishAt: '',
					title: '',
				},
			}),
		),
		sees: 'First Comment',
	},
	{
		name: 'post-create-media-files',
		parameters: post('create', newPost({ media: 'binary' })),
		sees: 'Input Data Field Name',
	},
	{
		name: 'post-create-media-url',
		parameters: post('create', newPost({ media: 'url' })),
		sees: 'URL',
	},
	{
		name: 'post-create-media-assets',
		parameters: post('create', newPost({ media: 'assets' })),
		sees: 'Asset IDs',
	},
	{
		name: 'post-create-overrides',
		parameters: post(
			'create',
			newPost({
				overrides: 'common',
				channelOverrides: {
					texts: [{ channelId: '', fields: { caption: '' } }],
					pinterest: [{ channelId: channels.pinterest.id, boardId: { __rl: true, mode: 'list', value: '' } }],
				},
			}),
		),
		sees: 'Pinterest: Board',
	},
	{
		name: 'post-create-all-options',
		parameters: post('create', newPost({ overrides: 'all' })),
		sees: 'Add option',
	},
	{
		name: 'post-create-options-menu',
		parameters: post('create', newPost()),
		open: menu('Add Option'),
		sees: 'When a Daily Limit Is Reached',
	},
	{ name: 'post-get', parameters: post('get'), sees: 'Simplify' },
	{
		name: 'post-getAll',
		parameters: post('getAll', { filters: { channelId: '', status: [], updatedSince: '' } }),
		sees: 'Updated Since',
	},
	{ name: 'post-update', parameters: post('update'), sees: 'Fields to Clear' },
	{
		name: 'post-update-fields',
		parameters: post('update', {
			...chosenPost(posts.draft),
			updateFields: { caption: '', channels: [channels.tiktok.id] },
		}),
		sees: 'Update Fields',
	},
	{ name: 'post-delete', parameters: post('delete'), sees: 'Post' },
	{ name: 'post-duplicate', parameters: post('duplicate'), sees: 'Post' },
	{ name: 'post-submit', parameters: post('submit'), sees: 'Delivery' },
	{ name: 'post-schedule', parameters: post('schedule'), sees: 'Publish At' },
	{ name: 'post-publish', parameters: post('publish'), sees: 'Post' },
	{ name: 'post-cancel', parameters: post('cancel'), sees: 'Post' },
	{ name: 'post-withdraw', parameters: post('withdraw'), sees: 'Post' },
	{ name: 'post-validate', parameters: post('validate'), sees: 'Caption' },
	{ name: 'post-validate-existing', parameters: post('validate', { source: 'existing' }), sees: 'Delivery' },
	{ name: 'post-waitForOutcome', parameters: post('waitForOutcome'), sees: 'Time Limit' },
	{
		name: 'channel-getAll',
		parameters: {
			resource: 'channel',
			operation: 'getAll',
			filters: { needsReconnect: true, platforms: [] },
		},
		sees: 'Networks',
	},
	{ name: 'channel-get', parameters: { resource: 'channel', operation: 'get' }, sees: 'Channel' },
	{ name: 'channel-getBoards', parameters: { resource: 'channel', operation: 'getBoards' }, sees: 'Channel' },
	{
		name: 'channel-getTikTokCreatorInfo',
		parameters: { resource: 'channel', operation: 'getTikTokCreatorInfo' },
		sees: 'Channel',
	},
	{
		name: 'channel-getYouTubeCategories',
		parameters: { resource: 'channel', operation: 'getYouTubeCategories' },
		sees: 'Channel',
	},
	{
		name: 'analytics-getChannelSnapshots',
		parameters: { resource: 'analytics', operation: 'getChannelSnapshots' },
		sees: 'Channel',
	},
	{
		name: 'analytics-getPostSnapshots',
		parameters: { resource: 'analytics', operation: 'getPostSnapshots' },
		sees: 'Post',
	},
	{
		name: 'media-upload',
		parameters: {
			resource: 'media',
			operation: 'upload',
			options: { altText: '', mediaType: '', parallelUploads: 5 },
		},
		sees: 'Alt Text',
	},
	{
		name: 'media-upload-url',
		parameters: { resource: 'media', operation: 'upload', fileFrom: 'url' },
		sees: 'URL',
	},
	{ name: 'workspace-get', parameters: { resource: 'workspace', operation: 'get' }, sees: 'Workspace' },
	{
		name: 'agent-listTools',
		parameters: { resource: 'agent', operation: 'listTools' },
		sees: 'Authentication',
	},
	{ name: 'agent-callTool', parameters: { resource: 'agent', operation: 'callTool' }, sees: 'Choose a tool' },
	{
		name: 'agent-callTool-arguments',
		parameters: {
			resource: 'agent',
			operation: 'callTool',
			toolName: { __rl: true, mode: 'id', value: 'social_create_draft' },
		},
		sees: 'Caption',
	},
	...[
		['score', 'packaging'],
		['score', 'videoHook'],
		['benchmark', 'channel'],
		['benchmark', 'video'],
		['research', 'getNiches'],
		['research', 'getContentGaps'],
	].map(
		([resource, operation]): Screen => ({
			name: `scoring-${resource}-${operation}`,
			node: 'scoring',
			parameters: { resource, operation },
			sees: 'credit',
		}),
	),
	...['get', 'getUsage'].map(
		(operation): Screen => ({
			name: `scoring-account-${operation}`,
			node: 'scoring',
			parameters: { resource: 'account', operation },
			sees: 'Account',
		}),
	),
	{ name: 'trigger', node: 'trigger', parameters: {}, sees: 'Trigger On' },
	{
		name: 'trigger-filters',
		node: 'trigger',
		parameters: {
			filters: { channels: [], createdByThisKey: true, statuses: [] },
			options: { outputPerChannel: true, startFrom: '' },
		},
		sees: 'Status',
	},
];
