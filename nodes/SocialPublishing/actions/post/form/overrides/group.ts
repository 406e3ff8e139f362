import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { recordOf } from '../../../../../../client/http/json';
import type { ChannelOverride } from '../../../../../../client/publishing/requests';
import { locatorValue } from '../../../../../shared/parameters';
import { toOptions } from '../../../../labels';
import { channelDropdown } from '../../../../locators';

/** One group of the Channel Overrides menu: its fields, and how an entry becomes an override. */
export interface OverrideGroup {
	name: string;
	displayName: string;
	/** Lists the channels that can take these fields. */
	channelsMethod: string;
	fields: INodeProperties[];
	/** What an update can clear: the name in the menu by the name in the request. */
	clearable: Record<string, string>;
	/** Turns one entry into an override; fields the user left alone are absent. */
	read(entry: IDataObject): ChannelOverride;
	/** The override that clears the named values. */
	clear(names: string[]): ChannelOverride;
}

/** Clears values that stand directly in the override. */
export const clearFields = (names: string[]): ChannelOverride => recordOf(names.map((name) => [name, null]));

/** Takes the values of dropdowns and locators; what the user did not choose is empty there and is left out. */
export function chosen(values: Record<string, unknown>): IDataObject {
	const entries = Object.entries(values).map(([name, value]): [string, string] => [
		name,
		locatorValue(value),
	]);
	return recordOf(entries.filter(([, value]) => value !== ''));
}

const clearField = (clearable: Record<string, string>): INodeProperties => ({
	displayName: 'Clear',
	name: 'clear',
	type: 'multiOptions',
	options: toOptions(clearable),
	default: [],
	description:
		"Values to remove from this channel. The post's own values or the network's defaults apply again.",
});

/** The group as n8n shows it; clearing is offered where there is something to clear. */
export function toCollection(group: OverrideGroup, canClear: boolean): INodePropertyCollection {
	const channel = channelDropdown(group.channelsMethod);
	return {
		displayName: group.displayName,
		name: group.name,
		values: [channel, ...group.fields, ...(canClear ? [clearField(group.clearable)] : [])],
	};
}
