import type { Editor } from './editor';

/** One screen of the editor: a node with parameters, what is done in it, and what can then be read on it. */
export interface Screen {
	/** Of the picture, and of the node in the workflow. */
	name: string;
	parameters: object;
	/** Default is the node Social Publishing. */
	node?: 'scoring' | 'trigger';
	/** Whose credential the node has; default is the one that may do everything. */
	as?: CredentialOfScreen;
	/** Other settings of the node, such as On Error. */
	settings?: object;
	/** Brings the panel to where the picture is taken. */
	open?: (editor: Editor) => Promise<unknown>;
	/** A text that can be read on the screen. */
	sees: string;
}

/** Credentials with which something goes wrong, and one that a person gives access by. */
export type CredentialOfScreen = 'drafts' | 'expired' | 'limited' | 'noAnalytics' | 'unreachable' | 'oAuth2';

const { channels, posts, media } = testbed.seed;
const post = (operation: string, others: object = {}) => ({ resource: 'post', operation, ...others });
const chosenPost = (id: string) => ({ postId: { __rl: true, mode: 'id', value: id } });
const chosenChannel = (id: string) => ({ channelId: { __rl: true, mode: 'id', value: id } });
const newPost = (others: object = {}) => ({ channels: [channels.facebook.id], caption: 'Hello', ...others });

const run = async (editor: Editor): Promise<unknown> => await editor.executeStep();
const list =
	(locator: string) =>
	async (editor: Editor): Promise<unknown> =>
		await editor.page.getByTestId(`resource-locator-${locator}`).getByTestId('rlc-input').click();
const menu =
	(name: string) =>
	async (editor: Editor): Promise<unknown> =>
		await editor.page.getByPlaceholder(name).click();

/** The form of every operation. */
export const forms: Screen[] = [
	{ name: 'post-create', parameters: post('create'), sees: 'Delivery' },
	{ name: 'post-create-now', parameters: post('create', newPost({ delivery: 'now' })), sees: 'Publish Now' },
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
		sees: 'Queues',
	},
	{ name: 'post-create-at', parameters: post('create', newPost({ delivery: 'at' })), sees: 'Publish At' },
	{
		name: 'post-create-additional',
		parameters: post(
			'create',
			newPost({
				additionalFields: {
					binaryFields: 'data',
					firstComment: '',
					linkUrl: '',
					mediaAssetIds: '',
					proposedPublishAt: '',
					title: '',
				},
			}),
		),
		sees: 'Input Binary Fields',
	},
	{
		name: 'post-create-overrides',
		parameters: post(
			'create',
			newPost({
				channelOverrides: {
					texts: [{ channelId: '', fields: { caption: '' } }],
					pinterest: [{ channelId: channels.pinterest.id, boardId: { __rl: true, mode: 'list', value: '' } }],
					tiktok: [
						{
							channelId: channels.tiktok.id,
							privacyLevel: { __rl: true, mode: 'list', value: '' },
							settings: { allowComment: true },
						},
					],
				},
			}),
		),
		sees: 'Pinterest: Board',
	},
	{
		name: 'post-create-options-menu',
		parameters: post('create', newPost()),
		open: menu('Add Option'),
		sees: 'When a Daily Cap Is Reached',
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
	{ name: 'post-validate', parameters: post('validate'), sees: 'A New Post' },
	{ name: 'post-validate-existing', parameters: post('validate', { source: 'existing' }), sees: 'Existing' },
	{ name: 'post-waitForOutcome', parameters: post('waitForOutcome'), sees: 'Time Limit' },
	{
		name: 'channel-getAll',
		parameters: {
			resource: 'channel',
			operation: 'getAll',
			filters: { needsReconnect: true, platforms: [] },
		},
		sees: 'Platforms',
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
			options: { altText: '', mediaType: '', workers: 5 },
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
		sees: 'Arguments',
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
		sees: 'Statuses',
	},
];

/** What lists say when they have nothing to show, or cannot be loaded. */
export const lists: Screen[] = [
	{
		name: 'list-channels-needs-reconnect',
		parameters: { resource: 'channel', operation: 'get' },
		open: list('channelId'),
		sees: 'LinkedIn: Acme Careers (needs reconnect)',
	},
	{
		name: 'list-no-boards',
		parameters: post('create', {
			channelOverrides: {
				pinterest: [
					{ channelId: channels.pinterestSecond.id, boardId: { __rl: true, mode: 'list', value: '' } },
				],
			},
		}),
		open: list('boardId'),
		sees: 'This channel has no boards',
	},
	{
		name: 'list-boards-no-channel',
		parameters: post('create', {
			channelOverrides: { pinterest: [{ channelId: '', boardId: { __rl: true, mode: 'list', value: '' } }] },
		}),
		open: list('boardId'),
		sees: 'Choose a channel first',
	},
	{
		name: 'list-no-channels',
		parameters: { resource: 'channel', operation: 'getBoards' },
		as: 'limited',
		open: list('channelId'),
		sees: 'No results',
	},
	{
		name: 'list-wrong-key',
		parameters: { resource: 'channel', operation: 'get' },
		as: 'expired',
		open: list('channelId'),
		sees: 'key',
	},
	{
		name: 'menu-wrong-key',
		parameters: post('create'),
		as: 'expired',
		open: async (editor) => await editor.page.getByTestId('parameter-input-channels').first().hover(),
		sees: 'Channel Options',
	},
	{
		name: 'list-service-down',
		parameters: { resource: 'channel', operation: 'get' },
		as: 'unreachable',
		open: list('channelId'),
		sees: 'address',
	},
	{
		name: 'list-no-permission',
		parameters: post('create', {
			channelOverrides: {
				pinterest: [{ channelId: channels.pinterest.id, boardId: { __rl: true, mode: 'list', value: '' } }],
			},
		}),
		as: 'limited',
		open: list('boardId'),
		sees: 'key',
	},
	{
		name: 'options-wrong-key',
		parameters: post('create', newPost()),
		as: 'expired',
		sees: 'The API key was refused',
	},
	{
		name: 'agent-oauth2',
		parameters: { resource: 'agent', operation: 'listTools', authentication: 'oAuth2' },
		as: 'oAuth2',
		sees: 'OAuth2',
	},
];

/** What stands beside the output after a run. */
export const outcomes: Screen[] = [
	{ name: 'output-preview', parameters: post('get'), sees: 'mock data' },
	{
		name: 'hint-review',
		parameters: post('create', newPost({ delivery: 'now' })),
		as: 'drafts',
		open: run,
		sees: 'went to Review',
	},
	{
		name: 'hint-reconnect',
		parameters: { resource: 'channel', operation: 'get', ...chosenChannel(channels.linkedinBroken.id) },
		open: run,
		sees: 'before somebody connects it again',
	},
	{
		name: 'error-caption',
		parameters: post('create', {
			channels: [channels.bluesky.id],
			caption: 'Our new showroom opens tomorrow. '.repeat(10),
			delivery: 'now',
		}),
		open: run,
		sees: '300',
	},
	{
		name: 'error-check',
		parameters: post('create', {
			channels: [channels.bluesky.id, channels.tiktok.id, channels.pinterest.id],
			caption: 'Our new showroom opens tomorrow. '.repeat(10),
			delivery: 'now',
			options: { checkFirst: true },
		}),
		open: run,
		sees: 'problems',
	},
	{ name: 'error-empty', parameters: post('get'), open: run, sees: 'Post' },
	{
		name: 'error-wrong-key',
		parameters: post('get', chosenPost(posts.draft)),
		as: 'expired',
		open: run,
		sees: 'API key',
	},
	{
		name: 'error-service-down',
		parameters: post('get', chosenPost(posts.draft)),
		as: 'unreachable',
		open: run,
		sees: 'reach',
	},
	{
		name: 'error-no-permission',
		parameters: {
			resource: 'analytics',
			operation: 'getChannelSnapshots',
			...chosenChannel(channels.facebook.id),
		},
		as: 'noAnalytics',
		open: run,
		sees: 'permission',
	},
	{
		name: 'error-not-live',
		parameters: post('cancel', chosenPost(posts.published)),
		open: run,
		sees: 'state',
	},
	{
		name: 'result-validate',
		parameters: post(
			'validate',
			newPost({ channels: [channels.tiktok.id], additionalFields: { mediaAssetIds: media.image } }),
		),
		open: run,
		sees: 'valid',
	},
];
