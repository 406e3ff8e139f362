import { incidentEventNames } from '../../../nodes/SocialPublishingTrigger/incidents/findIncidents';
import type { Editor } from '../support/editor';
import { post, chosenPost, chosenChannel, newPost, type Screen } from './screens';

const { channels, posts } = testbed.seed;
const openCredential = async (editor: Editor): Promise<unknown> =>
	await editor.page.getByTestId('credential-edit-button').click();
const run = async (editor: Editor): Promise<unknown> => await editor.executeStep();
const list =
	(locator: string) =>
	async (editor: Editor): Promise<unknown> =>
		await editor.page.getByTestId(`resource-locator-${locator}`).getByTestId('rlc-input').click();

/** What lists say when they have nothing to show, or cannot be loaded. */
export const lists: Screen[] = [
	{
		name: 'list-channels-needs-reconnect',
		parameters: { resource: 'channel', operation: 'get' },
		open: list('channelId'),
		sees: 'LinkedIn: Acme Careers (needs reconnecting)',
	},
	{
		name: 'list-no-boards',
		parameters: post('create', {
			overrides: 'common',
			channelOverrides: {
				channels: [
					{ channelId: channels.pinterestSecond.id, boardId: { __rl: true, mode: 'list', value: '' } },
				],
			},
		}),
		open: list('boardId'),
		sees: 'This channel has no boards',
	},
	{
		name: 'list-boards-expression',
		parameters: post('create', {
			overrides: 'common',
			channelOverrides: {
				channels: [{ channelId: '={{ $json.id }}', boardId: { __rl: true, mode: 'list', value: '' } }],
			},
		}),
		open: list('boardId'),
		sees: 'The channel is an expression',
	},
	{
		name: 'list-no-channels',
		parameters: { resource: 'channel', operation: 'getBoards' },
		as: 'limited',
		open: list('channelId'),
		sees: 'No Pinterest channel for this API key',
	},
	{
		name: 'list-wrong-key',
		parameters: { resource: 'channel', operation: 'get' },
		as: 'expired',
		open: list('channelId'),
		sees: 'Check the API key and',
	},
	{
		name: 'list-service-down',
		parameters: { resource: 'channel', operation: 'get' },
		as: 'unreachable',
		open: list('channelId'),
		sees: "Check 'Base URL'",
	},
	{
		name: 'list-no-permission',
		parameters: post('create', {
			overrides: 'common',
			channelOverrides: {
				channels: [{ channelId: channels.pinterest.id, boardId: { __rl: true, mode: 'list', value: '' } }],
			},
		}),
		as: 'limited',
		open: list('boardId'),
		sees: 'Use an API key that has this channel',
	},
	{
		name: 'options-wrong-key',
		parameters: post('create', newPost({ overrides: 'all' })),
		as: 'expired',
		sees: 'The service refused the API key',
	},
	{
		name: 'agent-oauth2',
		parameters: { resource: 'agent', operation: 'listTools', authentication: 'oAuth2' },
		as: 'oAuth2',
		sees: 'Authentication',
	},
	{ name: 'credential-key', parameters: post('get'), open: openCredential, sees: 'tested successfully' },
	{
		name: 'credential-scoring',
		node: 'scoring',
		parameters: { resource: 'account', operation: 'get' },
		open: openCredential,
		sees: 'tested successfully',
	},
	{
		name: 'credential-oauth2',
		parameters: { resource: 'agent', operation: 'listTools', authentication: 'oAuth2' },
		as: 'oAuth2',
		open: openCredential,
		sees: 'OAuth Redirect URL',
	},
];

/** What the trigger returns for an event that isn't a change of a post. */
const incidentOutput = (event: string): Screen => ({
	name: `trigger-${event}`,
	node: 'trigger',
	parameters: { events: [event] },
	open: async (editor) => {
		await editor.executeStep();
		await editor.showOutputAs('json');
	},
	sees: `"${event}"`,
});

/** What the editor shows beside the output after a run. */
export const outcomes: Screen[] = [
	...incidentEventNames.map(incidentOutput),
	{
		name: 'hint-review',
		parameters: post('create', newPost({ delivery: 'now' })),
		as: 'drafts',
		open: run,
		sees: 'sent for approval',
	},
	{
		name: 'hint-reconnect',
		parameters: { resource: 'channel', operation: 'get', ...chosenChannel(channels.linkedinBroken.id) },
		open: run,
		sees: 'Reconnect the channel in the web app',
	},
	{
		name: 'sync-calendar-dry-run',
		parameters: post(
			'syncCalendar',
			newPost({
				postId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				caption: "={{ $json.caption.replace('new', 'old') }}",
				delivery: 'at',
				publishAt: '2099-03-01T09:00:00',
				options: { dryRun: true },
			}),
		),
		after: 'post-getAll',
		open: async (editor) => {
			await run(editor);
			await editor.showOutputAs('table');
		},
		sees: 'conflict',
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
		sees: 'to fix before',
	},
	{
		name: 'error-wrong-key',
		parameters: post('get', chosenPost(posts.draft)),
		as: 'expired',
		open: run,
		sees: 'API key',
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
];
