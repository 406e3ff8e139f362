import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { recordOf, withoutUndefined } from '../../../client/http/json.js';
import type { Delivery, Schedule } from '../../../client/publishing/requests.js';
import { toIsoWithOffset } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { sortedBy, notice } from '../../shared/fields.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { readTimezone, timezoneOption } from '../../shared/timezone.js';
import {
	listChoices,
	choiceIn,
	isUnset,
	locatorValue,
	readEntries,
	shown,
	toJsonObject,
	toLine,
} from '../../shared/values.js';
import { mainQueue, postChannelDropdown, queueLocator } from '../words/locators.js';
import { idOrNameIn } from '../words/names.js';

/** A value of the field Delivery: a way to deliver the post, `draft`, which delivers nothing, or `approved` for Submit. */
type DeliveryChoice = Delivery['mode'] | 'approved' | 'draft';

/** The value of Delivery with which Submit publishes an approved post. */
export const asApproved = 'approved';

/** Hides an option that doesn't apply to an approved post. */
export const unlessApproved = (option: INodeProperties): INodeProperties => ({
	...option,
	displayOptions: { ...option.displayOptions, hide: { '/delivery': [asApproved] } },
});

const deliveryModes: Record<DeliveryChoice, INodePropertyOptions> = {
	draft: {
		name: 'Save as Draft',
		value: 'draft',
		description: 'Publishes nothing until you submit the post',
	},
	queue: {
		name: 'Add to Queue',
		value: 'queue',
		description: 'Publishes after the posts that are already queued',
	},
	prioritise: {
		name: 'Add to Front of Queue',
		value: 'prioritise',
		description: 'Publishes next in its queue',
	},
	now: { name: 'Publish Now', value: 'now', description: 'Publishes as soon as this node runs' },
	at: { name: 'Schedule at a Time', value: 'at', description: 'Publishes at the time you set' },
	approved: {
		name: 'As Approved',
		value: 'approved',
		description: "Publishes what was approved in 'Wait for Approval', as planned there",
	},
};

/** How to reach the field while an expression chooses the delivery. */
const showPublishAt =
	"The form shows it only for 'Schedule at a Time'. Choose that in 'Delivery', enter a time, then enter the expression again";

const publishAtField: INodeProperties = {
	displayName: 'Publish At',
	name: 'publishAt',
	type: 'dateTime',
	default: '',
	// Not required for n8n, which would ask for a time that the form hides while an expression chooses the delivery.
	description: "Uses the time zone set under 'Options', otherwise the workflow's",
	displayOptions: { show: { delivery: ['at'] } },
};

const queuesField: INodeProperties = {
	displayName: 'Queues',
	name: 'queues',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Queue',
	default: {},
	description: "Channels without an entry use the queue of the post's category, or their Main queue",
	displayOptions: { show: { delivery: ['queue', 'prioritise'] } },
	options: [
		{
			displayName: 'Queue',
			name: 'queue',
			values: [postChannelDropdown, queueLocator],
		},
	],
};

const liveNotice = (canSave: boolean): INodeProperties =>
	notice(
		'liveNotice',
		`Publishes as soon as this node runs.${canSave ? " Use 'Save as Draft' while testing." : ''}`,
		{ delivery: ['now'] },
	);

/**
 * Returns the fields of a delivery.
 * @param choices the choices that the operation offers
 * @param first the default choice
 */
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
		description: 'How to publish the post, after approval if the workspace or the API key requires it',
	};
	const notices = choices.includes('now') ? [liveNotice(choices.includes('draft'))] : [];
	return [delivery, ...notices, publishAtField, queuesField];
}

const queuesJsonLabel = 'Queues (JSON)';

/** For AI agents, and for channels that are known only when the workflow runs. */
const queuesJsonOption: INodeProperties = {
	displayName: queuesJsonLabel,
	name: 'queuesJson',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "<channel ID>": "<queue ID, or main>" }',
	description: "Queues by channel, as names or IDs. They replace the same channels in 'Queues'.",
	displayOptions: { show: { '/delivery': ['queue', 'prioritise'] } },
};

/** The options of an operation that has {@link deliveryFields}. */
export const deliveryOptions: INodeProperties[] = [queuesJsonOption, timezoneOption];

function refuseRepeats(channelIds: string[]): void {
	const seen = new Set<string>();
	const twice = channelIds.find((id) => seen.size === seen.add(id).size);
	if (twice === undefined) return;
	throw new ParameterError(
		`'Queues' has more than one entry for channel ${shown(twice)}`,
		'Keep one of them. A post goes to one queue of a channel',
	);
}

type Queues = Array<[channelId: string, queueId: string]>;

function readQueuesForm(parameters: ParameterReader): Queues {
	const entries = readEntries(parameters.collection('queues'), 'queue');
	const chosen = entries.map((entry): Queues[number] => {
		const channelId = idOrNameIn(locatorValue(entry.channelId));
		const queueId = locatorValue(entry.queueId);
		if (channelId === '' || queueId === '') {
			throw new ParameterError(
				"An entry of 'Queues' isn't complete",
				'Choose a channel and a queue for the entry, or remove it',
			);
		}
		return [channelId, queueId];
	});
	refuseRepeats(chosen.map(([channelId]) => channelId));
	return chosen;
}

/** Reads the queues from JSON. Null means the Main queue, because the service writes it that way. */
function readQueuesJson(parameters: ParameterReader): Queues {
	const json = toJsonObject(parameters.options.queuesJson, queuesJsonLabel) ?? {};
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
		if (isUnset(time) && ['delivery', 'publishAt'].some((name) => parameters.isWorkedOut(name)))
			throw parameters.emptyField('publishAt', 'Publish At', showPublishAt);
		const zone = readTimezone(parameters);
		return { mode: 'at' as const, at: toIsoWithOffset(time, zone, 'Publish At') };
	},
	now: () => ({ mode: 'now' as const }),
	queue: queueDelivery('queue'),
	prioritise: queueDelivery('prioritise'),
};

const allChoices: readonly DeliveryChoice[] = ['draft', 'queue', 'prioritise', 'now', 'at'];

/**
 * Reads the delivery that the user chose. Undefined if the post stays a draft. Throws a `ParameterError` if an expression returns
 * a value that isn't one of `choices`.
 */
export function readDelivery(
	parameters: ParameterReader,
	choices: readonly DeliveryChoice[] = allChoices,
): Delivery | undefined {
	const given = parameters.value('delivery');
	const choice = choiceIn(choices, given);
	if (choice === undefined) {
		throw new ParameterError(
			`'Delivery' can't be ${shown(given)} in this operation`,
			`Use one of these values: ${listChoices(choices, Object.values(deliveryModes))}`,
		);
	}
	if (choice === 'draft' || choice === asApproved) return undefined;
	const { timezone } = parameters.options;
	return withoutUndefined({
		...deliveryReaders[choice](parameters),
		timezone: toLine(timezone, 'Time Zone Name or ID') || undefined,
	});
}

/** Reads the delivery of an operation that always delivers the post. */
export const readRequiredDelivery = (parameters: ParameterReader): Delivery =>
	readDelivery(parameters, ['at', 'now', 'prioritise', 'queue']) as Delivery;

/** Reads the delivery of an operation that delivers the post later: at a time or through a queue. */
export const readSchedule = (parameters: ParameterReader): Schedule =>
	readDelivery(parameters, ['at', 'prioritise', 'queue']) as Schedule;

/** The option for what happens when a channel has reached its daily limit. */
export const dailyLimitOption: INodeProperties = {
	displayName: 'If a Daily Limit Is Hit',
	name: 'onDailyLimit',
	type: 'options',
	options: [
		{ name: 'Stop With an Error', value: 'fail', description: 'The error says which time is possible' },
		{
			name: 'Use the Next Possible Time',
			value: 'reschedule',
			description: 'Schedules the post for the time that the service suggests',
		},
	],
	default: 'fail',
	description: 'What to do when a channel has reached its limit for that day',
};

/** Whether to schedule a post for the next possible time if a daily limit refuses it. */
export const readFitsDailyLimit = (parameters: ParameterReader): boolean =>
	parameters.choice(dailyLimitOption) === 'reschedule';
