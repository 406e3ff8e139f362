import type { INodeProperties } from 'n8n-workflow';
import { recordOf } from '../../../../../client/http/json';
import type { Delivery, Schedule } from '../../../../../client/publishing/requests';
import { toIsoWithOffset } from '../../../../shared/dates';
import { ParameterError } from '../../../../shared/errors';
import { sortedBy, notice } from '../../../../shared/fields';
import {
	locatorValue,
	readEntries,
	shown,
	toLine,
	withoutUndefined,
	type ParameterReader,
} from '../../../../shared/parameters';
import { channelDropdown, queueLocator, mainQueue } from '../../../locators';

/** The ways to deliver a post, as the menu shows them. */
const deliveryModes = {
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
type DeliveryChoice = keyof typeof deliveryModes;

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
const queuesJsonLabel = 'Queues (JSON)';

/** Queues as JSON, where a form does not reach, such as for an AI agent. */
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

/** The zone in which the user's wall-clock times are read. */
export function readTimezone(parameters: ParameterReader): string {
	const { timezone } = parameters.options;
	return typeof timezone === 'string' && timezone !== '' ? timezone : parameters.context.getTimezone();
}

function refuseRepeats(channelIds: string[]): void {
	const twice = channelIds.find((id, index) => channelIds.indexOf(id) !== index);
	if (twice === undefined) return;
	throw new ParameterError(
		`'Queues' names the channel '${twice}' twice`,
		'Keep one of the two: a post goes to one queue of a channel',
	);
}

type Queues = Array<[channelId: string, queueId: string]>;

function readQueuesForm(parameters: ParameterReader): Queues {
	const entries = readEntries(parameters.collection('queues'), 'queue');
	const chosen = entries.map((entry): Queues[number] => {
		const [channelId, queueId] = [locatorValue(entry.channelId), locatorValue(entry.queueId)];
		if (channelId === '' || queueId === '') {
			throw new ParameterError(
				"An entry of 'Queues' is not complete",
				'Choose a channel and a queue in it, or remove it',
			);
		}
		return [channelId, queueId];
	});
	refuseRepeats(chosen.map(([channelId]) => channelId));
	return chosen;
}

/** In JSON, null stands for the Main queue as well: so the service has it. */
function readQueuesJson(parameters: ParameterReader): Queues {
	const json = parameters.json('queuesJson', queuesJsonLabel) ?? {};
	return Object.entries(json).map(([channelId, queueId]) => [channelId, String(queueId ?? mainQueue)]);
}

function readQueueIds(parameters: ParameterReader): Record<string, string | null> | undefined {
	const chosen = [...readQueuesForm(parameters), ...readQueuesJson(parameters)].map(
		([channelId, queueId]): [string, string | null] => [channelId, queueId === mainQueue ? null : queueId],
	);
	return chosen.length > 0 ? recordOf(chosen) : undefined;
}

const queueDelivery =
	<Mode extends 'queue' | 'prioritise'>(mode: Mode) =>
	(parameters: ParameterReader) => ({ mode, queueIds: readQueueIds(parameters) });

const deliveryReaders = {
	at: (parameters: ParameterReader) => {
		const time = parameters.value('publishAt', '');
		const zone = readTimezone(parameters);
		return { mode: 'at' as const, at: toIsoWithOffset(time, zone, 'Publish At') };
	},
	now: () => ({ mode: 'now' as const }),
	queue: queueDelivery('queue'),
	prioritise: queueDelivery('prioritise'),
};

const allChoices = Object.keys(deliveryModes) as DeliveryChoice[];

/**
 * Reads the delivery the user chose; undefined keeps the post as a draft.
 * Throws a `ParameterError` for a choice that is none of `choices`, such as an expression may give.
 */
export function readDelivery(
	parameters: ParameterReader,
	choices: readonly DeliveryChoice[] = allChoices,
): Delivery | undefined {
	const choice = parameters.value('delivery') as DeliveryChoice;
	if (!choices.includes(choice)) {
		throw new ParameterError(
			`'Delivery' is ${shown(choice)}, which this operation cannot do`,
			`Use one of ${[...choices].sort().join(', ')}`,
		);
	}
	if (choice === 'draft') return undefined;
	const { timezone } = parameters.options;
	return withoutUndefined({
		...deliveryReaders[choice](parameters),
		timezone: toLine(timezone, 'Time Zone Name or ID') || undefined,
	});
}

/** Reads a delivery where the post has to go somewhere. */
export const readRequiredDelivery = (parameters: ParameterReader): Delivery =>
	readDelivery(parameters, ['at', 'now', 'prioritise', 'queue']) as Delivery;

/** Reads a delivery that has a time or a queue. */
export const readSchedule = (parameters: ParameterReader): Schedule =>
	readDelivery(parameters, ['at', 'prioritise', 'queue']) as Schedule;

/** What happens when a channel takes no more posts that day. */
export const dailyLimitOption: INodeProperties = {
	displayName: 'When a Daily Limit Is Reached',
	name: 'onDailyLimit',
	type: 'options',
	options: [
		{ name: 'Stop With an Error', value: 'fail', description: 'The error says when the post fits' },
		{
			name: 'Take the Next Time That Fits',
			value: 'reschedule',
			description: 'Schedules the post for the time the service names',
		},
	],
	default: 'fail',
	description: 'What to do when a channel takes no more posts on the day wanted',
};

/** Reads whether a post may move to the time that fits. */
export const readFitsDailyLimit = (parameters: ParameterReader): boolean =>
	parameters.options.onDailyLimit === 'reschedule';
