import type { INodeProperties } from 'n8n-workflow';
import { checkZone, isZone } from './dates.js';
import type { ParameterReader } from './parameters.js';

/** The option for the time zone of times that have no UTC offset. */
export const timezoneOption: INodeProperties = {
	displayName: 'Time Zone Name or ID',
	name: 'timezone',
	type: 'options',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: { loadOptionsMethod: 'getTimezones' },
	default: '',
	hint: "Applies to times in this node that don't include a time zone",
};

/** Returns the time zone for times without a UTC offset: the option's or, if it isn't set, the workflow's. Throws a `ParameterError` for another name. */
export function readTimezone(parameters: ParameterReader): string {
	parameters.requireResult(timezoneOption);
	const { timezone } = parameters.options;
	if (typeof timezone !== 'string' || timezone === '') return parameters.context.getTimezone();
	checkZone(timezone, timezoneOption.displayName);
	return timezone;
}

/** The time zone of times in outputs: the option's if there is such a zone, otherwise the workflow's. */
export function toldTimezone({ options, context }: ParameterReader): string {
	return isZone(options.timezone) ? options.timezone : context.getTimezone();
}
