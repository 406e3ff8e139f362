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
	/** Name of the method that lists the channels for which these fields exist. */
	channelsMethod: string;
	fields: INodeProperties[];
	/** What an update can clear: the name in the menu by the name in the request. */
	clearable: Record<string, string>;
	/** Turns one entry into an override, without the fields that the user didn't set. */
	read(entry: IDataObject): ChannelOverride;
	/** The override that clears the named values. */
	clear(names: string[]): ChannelOverride;
}

/** Makes an override that clears texts or the board of a channel. */
export const clearFields = (names: string[]): ChannelOverride => recordOf(names.map((name) => [name, null]));

/** The values that the user chose in dropdowns and locators. Those that are empty are left out. */
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

/** Describes a group for n8n. With `canClear`, it also has the field 'Fields to Clear'. */
export function toCollection(group: OverrideGroup, canClear: boolean): INodePropertyCollection {
	const channel = channelDropdown(group.channelsMethod);
	return {
		displayName: group.displayName,
		name: group.name,
		values: [channel, ...group.fields, ...(canClear ? [clearField(group.clearable)] : [])],
	};
}
