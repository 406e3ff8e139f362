import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../client/http/json.js';
import type { PublishingClient } from '../../../client/publishing/index.js';

/** Whether an object in an output is a channel of a post with a title. Only simplified channels have the name of their network. */
const isTitled = (value: unknown): value is IDataObject =>
	isObject(value) && 'network' in value && Boolean(value.title);

const channelsIn = ({ channels }: IDataObject): unknown[] => (Array.isArray(channels) ? channels : []);

/**
 * Removes the title from each channel in outputs that takes none, where the post's title means nothing. Reads the channels only if an
 * output has a title. If they can't be read, the titles stay.
 */
export async function withoutUnusedTitles(
	outputs: IDataObject[],
	{ accounts }: PublishingClient,
): Promise<IDataObject[]> {
	if (!outputs.some((json) => [json, ...channelsIn(json)].some(isTitled))) return outputs;
	const channels = await accounts.list().catch(() => []);
	const untitled = channels.flatMap(({ id, capabilities }) =>
		capabilities.title?.supported === false ? [id] : [],
	);
	const fitting = <Value>(value: Value): Value =>
		isTitled(value) && untitled.includes(String(value.accountId)) ? { ...value, title: null } : value;
	return outputs.map((json) =>
		fitting(Array.isArray(json.channels) ? { ...json, channels: json.channels.map(fitting) } : json),
	);
}
