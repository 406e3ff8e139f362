import { createHash } from 'node:crypto';
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../client/publishing/index.js';
import { toIsoWithOffset } from '../shared/dates.js';
import { ParameterError } from '../shared/errors.js';
import { collectionField, optionsField, simplifyField } from '../shared/fields.js';
import { shown, toChoices, toList, toNames, toNumber, toSwitch } from '../shared/values.js';
import { normaliseBaseUrl } from '../SocialPublishing/client.js';
import { fieldLabel, statusNames, toOptions } from '../SocialPublishing/words/labels.js';
import { ofChannels, toChannelIds } from '../SocialPublishing/words/names.js';
import { outputPerChannelOption } from '../SocialPublishing/output/postOutput.js';
import { credentialType, type Credential } from '../SocialPublishing/signIn.js';
import { eventActions, eventDescriptions, eventNames, type EventName } from './events.js';
import type { DeadlineLimits } from './incidents/deadlines.js';

const eventsField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	options: (Object.keys(eventNames) as EventName[]).map((value) => ({
		name: eventNames[value],
		value,
		...(eventActions[value] === undefined ? {} : { action: eventActions[value] }),
		description: eventDescriptions[value],
	})),
	default: ['failed', 'partiallyPublished', 'published'],
	required: true,
};

const graceField: INodeProperties = {
	displayName: 'Overdue After (Minutes)',
	name: 'graceMinutes',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 15,
	description: 'How many minutes a post can be late before it counts as overdue',
	displayOptions: { show: { events: ['postOverdue'] } },
};

const reviewLimitField: INodeProperties = {
	displayName: 'Review Overdue After (Hours)',
	name: 'reviewLimitHours',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 24,
	description: 'How many hours a post can wait for approval before its review counts as overdue',
	displayOptions: { show: { events: ['reviewOverdue'] } },
};

const leadField: INodeProperties = {
	displayName: 'Report Before Due (Minutes)',
	name: 'leadMinutes',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description:
		'How many minutes before its time a post is due soon. A queued post counts if the service shows a time for it.',
	displayOptions: { show: { events: ['postDueSoon'] } },
};

const waitOption: INodeProperties = {
	displayName: 'Wait Before Reporting (Minutes)',
	name: 'waitMinutes',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'How many minutes a channel must have a lost connection or an expiring token before it is reported. Use it to ignore connections that recover quickly.',
	displayOptions: { show: { '/events': ['channelNeedsReconnecting', 'channelTokenExpiring'] } },
};

const expiryDaysOption: INodeProperties = {
	displayName: 'Days Before Expiry',
	name: 'expiryDays',
	type: 'string',
	default: '14, 3, 1',
	placeholder: 'e.g. 14, 3, 1',
	description: 'How many days before it expires an API key is reported, once for each number',
	displayOptions: { show: { '/events': ['apiKeyExpiring'] } },
};

const createdByThisKeyFilter: INodeProperties = {
	displayName: 'Created by This API Key',
	name: 'createdByThisKey',
	type: 'boolean',
	default: true,
	description: 'Whether to include only posts that were created with the API key of the credential',
};

const statusesFilter: INodeProperties = {
	displayName: 'Status',
	name: 'statuses',
	type: 'multiOptions',
	options: toOptions(statusNames),
	default: [],
	description: 'Only posts that have one of these statuses after the change',
};

const filters: INodeProperties[] = [
	{
		displayName: 'Channel Names or IDs',
		name: 'channels',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getChannelsAndGroups' },
		allowArbitraryValues: true,
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	createdByThisKeyFilter,
	statusesFilter,
];

const options: INodeProperties[] = [
	outputPerChannelOption,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			"When to start from. Everything that changed since then starts the workflow once. Leave empty to start from now. The time is in the workflow's time zone.",
	},
	waitOption,
	expiryDaysOption,
];

const shortNames = Object.fromEntries(
	Object.entries(eventNames).map(([event, name]) => [event, name.replace(/^Post /, '')]),
);

/** An expression that shows the chosen events below the node's name, such as 'Channel Published, Failed'. */
export const eventsSubtitle = `={{ [$parameter.events].flat().map((event) => (${JSON.stringify(shortNames)})[event] ?? event).join(", ") }}`;

export const triggerFields: INodeProperties[] = [
	eventsField,
	graceField,
	reviewLimitField,
	leadField,
	collectionField('Filters', 'filters', 'Add Filter', filters),
	simplifyField,
	optionsField(options),
];

/** The values of the trigger's fields. */
export interface TriggerSettings {
	events: EventName[];
	/** Names or IDs, as the user entered them. */
	channels: string[];
	channelIds: string[];
	statuses: string[];
	onlyThisKey: boolean;
	/** A time with an offset. Changes since then start the workflow, instead of changes from now on. */
	startFrom?: string;
	/** The limits of the events about times, how long a trouble of a channel must last, and how many days before its end to report a key. */
	limits: DeadlineLimits & { waitMs: number; expiryDays: number[] };
	outputPerChannel: boolean;
	simplify: boolean;
	/** The workflow's time zone. */
	zone: string;
}

function readEvents(context: IPollFunctions): EventName[] {
	const events = toChoices(context.getNodeParameter('events'), eventsField);
	if (events.length > 0) return events as EventName[];
	throw new ParameterError("'Trigger On' is empty", 'Choose at least one event');
}

const [minuteMs, hourMs] = [60_000, 3_600_000];

/** Reads a length of time in milliseconds. Returns its default if it's hidden, because no event that needs it is chosen. */
function readLength(
	events: readonly EventName[],
	{ displayName, default: fallback, displayOptions = {}, typeOptions = {} }: INodeProperties,
	value: unknown,
	unitMs: number,
): number {
	const needing = Object.values(displayOptions.show ?? {}).flat();
	if (!events.some((event) => needing.includes(event))) return Number(fallback) * unitMs;
	const length = toNumber(value);
	const { minValue = 0 } = typeOptions;
	if (Number.isFinite(length) && length >= minValue) return length * unitMs;
	throw new ParameterError(
		`'${displayName}' can't be ${shown(value)}`,
		`Enter a number of ${minValue} or more`,
	);
}

/** Reads the days before its end on which to report a key. An empty text counts as the default. */
function readExpiryDays(events: readonly EventName[], value: unknown): number[] {
	const { default: fallback, displayName } = expiryDaysOption;
	const typed = events.includes('apiKeyExpiring') ? toList(value) : [];
	const days = (typed.length > 0 ? typed : toList(fallback)).map(toNumber);
	if (days.every((day) => Number.isInteger(day) && day >= 1)) return days;
	throw new ParameterError(
		`'${displayName}' can't be ${shown(value)}`,
		'Enter whole numbers of 1 or more, with commas between them',
	);
}

function readLimits(
	context: IPollFunctions,
	events: readonly EventName[],
	options: Record<string, unknown>,
): TriggerSettings['limits'] {
	const read = (field: INodeProperties, unitMs: number): number =>
		readLength(events, field, context.getNodeParameter(field.name, field.default as number), unitMs);
	return {
		graceMs: read(graceField, minuteMs),
		reviewLimitMs: read(reviewLimitField, hourMs),
		leadMs: read(leadField, minuteMs),
		waitMs: readLength(
			events,
			waitOption,
			waitOption.name in options ? options[waitOption.name] : waitOption.default,
			minuteMs,
		),
		expiryDays: readExpiryDays(events, options[expiryDaysOption.name]),
	};
}

/** Reads the trigger's parameters. Looks up the names of channels at every poll, because they can change. */
export async function readSettings(
	context: IPollFunctions,
	{ accounts }: PublishingClient,
): Promise<TriggerSettings> {
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const startFrom = options.startFrom
		? toIsoWithOffset(options.startFrom, context.getTimezone(), 'Start From', false)
		: undefined;
	const channels = toNames(filters.channels, ofChannels);
	const events = readEvents(context);
	return {
		events,
		limits: readLimits(context, events, options),
		channels,
		channelIds: await toChannelIds(accounts, channels, fieldLabel('accounts')),
		statuses: toChoices(filters.statuses, statusesFilter),
		onlyThisKey: toSwitch(filters.createdByThisKey ?? false, createdByThisKeyFilter),
		startFrom,
		outputPerChannel: toSwitch(options.outputPerChannel, outputPerChannelOption),
		simplify: toSwitch(context.getNodeParameter('simplify', true), simplifyField),
		zone: context.getTimezone(),
	};
}

/** The settings that a stored state belongs to. */
export interface SettingsFingerprint {
	/** Events, filters and service. If they change, the trigger records a new baseline. */
	settings: string;
	/** Identifies the API key. Another key has its own ETags and its own ID. */
	key: string;
	/** 'Start From' as it was typed, because an expression can return a different time at every poll. */
	startFrom: string;
}

/** Long enough to distinguish keys, too short to reveal anything about them. */
const keyDigestLength = 10;

const keyDigestOf = (apiKey: string): string =>
	createHash('sha256').update(apiKey).digest('base64').slice(0, keyDigestLength);

function typedStartFrom(context: IPollFunctions): string {
	const options = context.getNodeParameter('options', {}, { rawExpressions: true });
	return String((options as Record<string, unknown>).startFrom ?? '');
}

/** Returns the fingerprint of the settings of this poll. */
export async function settingsFingerprint(
	context: IPollFunctions,
	{ events, channels, statuses, onlyThisKey }: TriggerSettings,
): Promise<SettingsFingerprint> {
	const { baseUrl, apiKey } = await context.getCredentials<Credential & object>(credentialType);
	const chosen = [events, channels, statuses].map((list) => [...list].sort());
	return {
		settings: JSON.stringify([...chosen, onlyThisKey, normaliseBaseUrl(baseUrl)]),
		key: keyDigestOf(apiKey),
		startFrom: typedStartFrom(context),
	};
}
