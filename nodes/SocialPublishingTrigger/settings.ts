import { createHash } from 'node:crypto';
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../client/publishing';
import { toIsoWithOffset } from '../shared/dates';
import { ParameterError } from '../shared/errors';
import { simplifyField } from '../shared/fields';
import { toList, toNames, toSwitch } from '../shared/parameters';
import { normaliseBaseUrl } from '../SocialPublishing/client';
import { fieldLabel, statusNames, toOptions } from '../SocialPublishing/labels';
import { toChannelIds } from '../SocialPublishing/names';
import { outputPerChannelOption } from '../SocialPublishing/output';
import { credentialType, type Credential } from '../SocialPublishing/signIn';
import { eventDescriptions, eventNames, type EventName } from './events';

const eventsField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	options: toOptions(eventNames).map((option) => ({
		...option,
		description: eventDescriptions[option.value as EventName],
	})),
	default: ['failed', 'partiallyPublished', 'published'],
	required: true,
};

const createdByThisKeyFilter: INodeProperties = {
	displayName: 'Created by This API Key',
	name: 'createdByThisKey',
	type: 'boolean',
	default: true,
	description: 'Whether to include only posts that were created with the API key of the credential',
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
	{
		displayName: 'Status',
		name: 'statuses',
		type: 'multiOptions',
		options: toOptions(statusNames),
		default: [],
		description: 'Only posts that have one of these statuses after the change',
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
			"When to start from. Everything that changed since then starts the workflow once. Leave empty to start from now. A time without an offset is in the workflow's time zone.",
	},
];

const shortNames = Object.fromEntries(
	Object.entries(eventNames).map(([event, name]) => [event, name.replace(/^Post /, '')]),
);

/** An expression that shows the chosen events below the node's name, such as 'Channel Published, Failed'. */
export const eventsSubtitle = `={{ [$parameter.events].flat().map((event) => (${JSON.stringify(shortNames)})[event] ?? event).join(", ") }}`;

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
	outputPerChannel: boolean;
	simplify: boolean;
	/** The workflow's time zone. */
	zone: string;
}

function readEvents(context: IPollFunctions): EventName[] {
	const events = toList(context.getNodeParameter('events'));
	const unknown = events.find((event) => !Object.hasOwn(eventNames, event));
	if (unknown !== undefined) {
		throw new ParameterError(
			`'Trigger On' has no event '${unknown}'`,
			`Use one of these values: ${Object.keys(eventNames).join(', ')}`,
		);
	}
	if (events.length > 0) return events as EventName[];
	throw new ParameterError("'Trigger On' is empty", 'Choose at least one event');
}

/** Reads the trigger's parameters. Looks up the names of channels at every poll, because they can change. */
export async function readSettings(
	context: IPollFunctions,
	{ accounts }: PublishingClient,
): Promise<TriggerSettings> {
	const filters = context.getNodeParameter('filters', {}) as Record<string, unknown>;
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const startFrom = options.startFrom
		? toIsoWithOffset(options.startFrom, context.getTimezone(), 'Start From')
		: undefined;
	const channels = toNames(filters.channels);
	return {
		events: readEvents(context),
		channels,
		channelIds: await toChannelIds(accounts, channels, fieldLabel('accounts')),
		statuses: toList(filters.statuses),
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
