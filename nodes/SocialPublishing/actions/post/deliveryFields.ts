import type { INodeProperties } from 'n8n-workflow';
import { sortedBy } from '../../../shared/alphabet';
import { notice } from '../../../shared/fields';
import { channelDropdown, queueLocator } from '../../locators';

/** The ways to deliver a post, as the menu shows them. */
export const deliveryModes = {
	draft: { name: 'Save as Draft', value: 'draft', description: 'Nothing goes out until you submit the post' },
	queue: { name: 'Add to Queue', value: 'queue', description: 'Goes out after what is queued already' },
	prioritise: {
		name: 'Prioritise in Queue',
		value: 'prioritise',
		description: 'Goes out as the next of its queue',
	},
	now: { name: 'Publish Now', value: 'now', description: 'Goes live at once' },
	at: { name: 'Schedule at a Time', value: 'at', description: 'Goes live at the time you set' },
};

/** A way to deliver a post, or to keep it. */
export type DeliveryChoice = keyof typeof deliveryModes;

const publishAtField: INodeProperties = {
	displayName: 'Publish At',
	name: 'publishAt',
	type: 'dateTime',
	default: '',
	required: true,
	description:
		"When the post goes live. A time without an offset is read in the time zone chosen under Options, else in the workflow's.",
	displayOptions: { show: { delivery: ['at'] } },
};

const queuesField: INodeProperties = {
	displayName: 'Queues',
	name: 'queues',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Choose Queue for Channel',
	default: {},
	description: "A channel left out goes to its queue for the post's content category, else to its Main queue",
	displayOptions: { show: { delivery: ['queue', 'prioritise'] } },
	options: [
		{
			displayName: 'Queue',
			name: 'queue',
			values: [channelDropdown('getChannels'), queueLocator],
		},
	],
};

/** Name of the field that takes the queues of all channels at once. */
export const queuesJsonLabel = 'Queues (JSON)';

/** The same where a form does not reach, such as for an AI agent. */
const queuesJsonField: INodeProperties = {
	displayName: queuesJsonLabel,
	name: 'queuesJson',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "<channel ID>": "<queue ID, or main>" }',
	description:
		'The same as JSON: queue IDs by channel ID, or main for the Main queue. Where both name a channel, this one holds.',
	displayOptions: { show: { delivery: ['queue', 'prioritise'] } },
};

const reviewNotice =
	'What happens with the post. It goes to Review instead if the key may not publish directly or the workspace requires approval.';

const liveNotice = notice(
	'liveNotice',
	'Goes live at once when the workflow runs. Use Save as Draft while you try things out.',
	{ delivery: ['now'] },
);

/** The fields of a delivery; which ways are offered, and which is chosen at first, differs between operations. */
export function deliveryFields(choices: DeliveryChoice[], first: DeliveryChoice): INodeProperties[] {
	const options = sortedBy(
		choices.map((choice) => deliveryModes[choice]),
		({ name }) => name,
	);
	const delivery: INodeProperties = {
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		options,
		default: first,
		description: reviewNotice,
	};
	return [delivery, liveNotice, publishAtField, queuesField, queuesJsonField];
}

/** The option that says in which zone wall-clock times are meant. */
export const timezoneOption: INodeProperties = {
	displayName: 'Time Zone Name or ID',
	name: 'timezone',
	type: 'options',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: { loadOptionsMethod: 'getTimezones' },
	default: '',
	hint: "The zone of times without an offset; empty is the workflow's",
};
