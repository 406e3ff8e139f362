import type { INodeProperties } from 'n8n-workflow';
import type { ClashLimits } from '../../../client/publishing/clashes/clashes.js';
import { ParameterError } from '../../shared/errors.js';
import { sorted } from '../../shared/fields.js';
import { readSettings, type ParameterReader } from '../../shared/parameters.js';
import { pick, shown, toNumber } from '../../shared/values.js';

const daysMax = 365;
/** A week. */
const minutesMax = 10_080;

const textDaysField: INodeProperties = {
	displayName: 'Same Text (Days)',
	name: 'textDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: daysMax },
	default: 3,
	description:
		'Looks for the same or nearly the same text on the channel this many days before and after the post. 0 turns this off.',
};

const spacingField: INodeProperties = {
	displayName: 'Any Post (Minutes)',
	name: 'spacingMinutes',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: minutesMax },
	default: 0,
	description:
		"How many minutes before and after the post the same channel can't have any other post. 0 turns this off.",
};

/** What to do with a post that clashes. */
export type ClashAction = 'skip' | 'stop' | 'warn';

const actions: Record<ClashAction, ClashAction> = { skip: 'skip', stop: 'stop', warn: 'warn' };

const actionField: INodeProperties = {
	displayName: 'If a Post Clashes',
	name: 'ifClash',
	type: 'options',
	options: [
		{
			name: 'Skip the Item',
			value: 'skip',
			description: 'Leave the post out. The output says which post is the reason.',
		},
		{ name: 'Stop With an Error', value: 'stop', description: 'The error names the other post' },
		{ name: 'Warn', value: 'warn', description: 'Send the post, and name the other post above the output' },
	],
	default: 'warn',
	description: 'What to do if a post clashes with another one',
};

/** The option that compares a post with others on the same channels before it's sent. */
export const compareOption: INodeProperties = {
	displayName: 'Compare With Other Posts',
	name: 'comparePosts',
	type: 'fixedCollection',
	placeholder: 'Set Up',
	default: { settings: {} },
	description:
		'Look for the same text and for posts at nearly the same time on the same channels. The output lists them in clashes.',
	options: [
		{ displayName: 'Settings', name: 'settings', values: sorted([actionField, spacingField, textDaysField]) },
	],
};

/** What to compare, and what to do then. */
export interface ComparisonSettings extends ClashLimits {
	action: ClashAction;
}

function readLimit(value: unknown, { displayName }: INodeProperties, max: number) {
	const limit = toNumber(value);
	if (limit >= 0 && limit <= max) return limit;
	throw new ParameterError(`'${displayName}' can't be ${shown(value)}`, `Enter a number from 0 to ${max}`);
}

/** Reads {@link compareOption}. Undefined if the user doesn't want a comparison. Throws a `ParameterError` for other values. */
export function readComparison(parameters: ParameterReader): ComparisonSettings | undefined {
	const settings = readSettings(parameters, compareOption);
	if (settings === undefined) return undefined;
	const setting = (field: INodeProperties): unknown => parameters.setting(settings, field);
	const read = {
		textDays: readLimit(setting(textDaysField), textDaysField, daysMax),
		spacingMinutes: readLimit(setting(spacingField), spacingField, minutesMax),
		action: pick(actions, setting(actionField), actionField.displayName),
	};
	return read.textDays === 0 && read.spacingMinutes === 0 ? undefined : read;
}
