import type { Delivery, Schedule } from '../../../../client/publishing/requests';
import { toIsoWithOffset } from '../../../shared/dates';
import { ParameterError } from '../../../shared/errors';
import {
	locatorValue,
	readEntries,
	recordOf,
	shown,
	toLine,
	withoutUndefined,
	type ParameterReader,
} from '../../../shared/parameters';
import { mainQueue } from '../../locators';
import { deliveryModes, queuesJsonLabel, type DeliveryChoice } from './deliveryFields';

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

function readForm(parameters: ParameterReader): Queues {
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
function readJson(parameters: ParameterReader): Queues {
	const json = parameters.json('queuesJson', queuesJsonLabel) ?? {};
	return Object.entries(json).map(([channelId, queueId]) => [channelId, String(queueId ?? mainQueue)]);
}

function readQueueIds(parameters: ParameterReader): Record<string, string | null> | undefined {
	const chosen = [...readForm(parameters), ...readJson(parameters)].map(
		([channelId, queueId]): [string, string | null] => [channelId, queueId === mainQueue ? null : queueId],
	);
	return chosen.length > 0 ? recordOf(chosen) : undefined;
}

const queueDelivery =
	<Mode extends 'queue' | 'prioritise'>(mode: Mode) =>
	(parameters: ParameterReader) => ({ mode, queueIds: readQueueIds(parameters) });

const readers = {
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
		...readers[choice](parameters),
		timezone: toLine(timezone, 'Time Zone Name or ID') || undefined,
	});
}

/** Reads a delivery where the post has to go somewhere. */
export const readRequiredDelivery = (parameters: ParameterReader): Delivery =>
	readDelivery(parameters, ['at', 'now', 'prioritise', 'queue']) as Delivery;

/** Reads a delivery that has a time or a queue. */
export const readSchedule = (parameters: ParameterReader): Schedule =>
	readDelivery(parameters, ['at', 'prioritise', 'queue']) as Schedule;
