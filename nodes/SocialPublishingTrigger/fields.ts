import type { INodeProperties } from 'n8n-workflow';
import { simplifyField } from '../shared/fields';
import { statusNames, toOptions } from '../SocialPublishing/labels';
import { outputPerChannelOption } from '../SocialPublishing/postOutput';
import { eventNames } from './events';

const eventsField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	options: toOptions(eventNames),
	default: ['failed', 'partiallyPublished', 'published'],
	required: true,
	description: 'What starts the workflow. Channel events tell of one channel of a post at a time.',
};

const filters: INodeProperties[] = [
	{
		displayName: 'Channel Names or IDs',
		name: 'channels',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getChannels' },
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Created by This Key',
		name: 'createdByThisKey',
		type: 'boolean',
		default: true,
		description: 'Whether to tell only of posts made with the key of the credential',
	},
	{
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		options: toOptions(statusNames),
		default: [],
		description: 'Only posts that are in one of these states after the change',
	},
];

const options: INodeProperties[] = [
	outputPerChannelOption,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			"Where to begin: everything that changed since this time starts the workflow once. Empty begins now. A time without an offset is read in the workflow's time zone.",
	},
];

/** The trigger's fields. */
export const triggerFields: INodeProperties[] = [
	eventsField,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: filters,
	},
	simplifyField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	},
];
