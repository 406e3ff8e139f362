import type { Editor } from '../support/editor';
import { publishingExamples } from '../../operations/publishing';
import { incidentEventNames } from '../../../nodes/SocialPublishingTrigger/incidents/findIncidents';
import { scoringExamples } from '../../operations/scoring';
import { listValue } from '../support/listValue';
import { post, chosenPost, newPost, type Screen } from './screens';

const { channels, posts } = testbed.seed;
const menu =
	(name: string) =>
	async (editor: Editor): Promise<unknown> =>
		await editor.page.getByPlaceholder(name).click();

/** The form of an operation as it is at first. */
function firstSight(operation: string, node?: 'scoring'): Screen {
	const [resource = '', name = ''] = operation.split(':');
	const prefix = node === undefined ? '' : `${node}-`;
	const parameters = { resource, operation: name };
	return { name: `${prefix}${resource}-${name}`, node, parameters, sees: 'Operation' };
}

/** The form of every operation, and forms of some with more fields. */
export const forms: Screen[] = [
	...Object.keys(publishingExamples).map((operation) => firstSight(operation)),
	...Object.keys(scoringExamples).map((operation) => firstSight(operation, 'scoring')),
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
		name: 'post-create-run-again',
		parameters: post(
			'create',
			newPost({ options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: '={{ $json.orderId }}' } } } }),
		),
		open: async (editor) => await editor.scrollTo('alsoByContent'),
		sees: 'Also by Content',
	},
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
					channels: [
						{ channelId: listValue(channels.linkedin), caption: '' },
						{ channelId: channels.pinterest.id, boardId: { __rl: true, mode: 'list', value: '' } },
					],
				},
			}),
		),
		sees: 'Board',
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
		sees: 'If a Daily Limit Is Hit',
	},
	{
		name: 'post-getAll-options',
		parameters: post('getAll', { filters: { channelId: '', status: [], updatedSince: '' } }),
		sees: 'Updated Since',
	},
	{
		name: 'post-update-fields',
		parameters: post('update', {
			...chosenPost(posts.draft),
			updateFields: { caption: '', channels: [channels.tiktok.id] },
		}),
		sees: 'Update Fields',
	},
	{ name: 'post-validate-existing', parameters: post('validate', { source: 'existing' }), sees: 'Delivery' },
	{
		name: 'channel-getAll-options',
		parameters: {
			resource: 'channel',
			operation: 'getAll',
			filters: { needsReconnect: true, platforms: [] },
		},
		sees: 'Networks',
	},
	{
		name: 'media-upload-options',
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
	{
		name: 'agent-callTool-arguments',
		parameters: {
			resource: 'agent',
			operation: 'callTool',
			toolName: { __rl: true, mode: 'id', value: 'social_create_draft' },
		},
		sees: 'Caption',
	},
	{
		name: 'post-waitForOutcome-confirm',
		parameters: post('waitForOutcome', { ...chosenPost(posts.published), options: { confirmAfter: 0.5 } }),
		sees: 'Confirm After (Minutes)',
	},
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
	{
		name: 'trigger-incidents',
		node: 'trigger',
		parameters: { events: incidentEventNames, options: { waitMinutes: 20, expiryDays: '14, 3, 1' } },
		sees: 'Wait Before Reporting (Minutes)',
	},
];
