import type { IPollFunctions } from 'n8n-workflow';
import { toIsoWithOffset } from '../shared/dates';
import { ParameterError } from '../shared/errors';
import { toList } from '../shared/parameters';
import { eventNames, type EventName } from './events';

/** What the user set. */
export interface TriggerSettings {
	events: EventName[];
	channelIds: string[];
	statuses: string[];
	onlyThisKey: boolean;
	/** A time with offset: the watch begins there instead of now. */
	startFrom?: string;
	outputPerChannel: boolean;
	simplify: boolean;
}

function readEvents(context: IPollFunctions): EventName[] {
	const events = toList(context.getNodeParameter('events'));
	const unknown = events.find((event) => !Object.hasOwn(eventNames, event));
	if (unknown !== undefined) {
		throw new ParameterError(
			`'Trigger On' has no event '${unknown}'`,
			`Use ${Object.keys(eventNames).join(', ')}`,
		);
	}
	if (events.length > 0) return events as EventName[];
	throw new ParameterError("'Trigger On' is empty", 'Choose at least one event');
}

/** Reads the trigger's parameters. */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const startFrom = options.startFrom
		? toIsoWithOffset(options.startFrom, context.getTimezone(), 'Start From')
		: undefined;
	return {
		events: readEvents(context),
		channelIds: toList(filters.channels),
		statuses: toList(filters.statuses),
		onlyThisKey: filters.createdByThisKey === true,
		startFrom,
		outputPerChannel: options.outputPerChannel === true,
		simplify: context.getNodeParameter('simplify', true) as boolean,
	};
}
