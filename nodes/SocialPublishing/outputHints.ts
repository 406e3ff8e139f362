import type { IDataObject } from 'n8n-workflow';
import type { Hint } from '../shared/hints';
import { channelLabel } from './labels';

const objectsIn = (value: unknown): IDataObject[] =>
	Array.isArray(value)
		? value.filter((one): one is IDataObject => typeof one === 'object' && one !== null)
		: [];

const channelText = ({ id, handle, platform }: IDataObject): string =>
	channelLabel(platform as string, handle as string | null, id as string);

const channelTexts = (channels: IDataObject[]): string => [...new Set(channels.map(channelText))].join(', ');

/** One thing that an output may have in it and that people should not overlook. */
type Rule = (outputs: IDataObject[]) => Hint | undefined;

/** An output with an item for each channel names its post in each. */
const wentToReview: Rule = (outputs) => {
	const inReview = outputs.filter(({ routed }) => routed === 'pending_approval');
	const { size } = new Set(inReview.map(({ id, postId }) => postId ?? id));
	if (size === 0) return undefined;
	return {
		message: `${size === 1 ? 'The post' : `${size} posts`} went to Review and ${size === 1 ? 'goes' : 'go'} out when somebody approves: the key may not publish directly, or the workspace requires approval`,
		type: 'info',
	};
};

const needsReconnect: Rule = (outputs) => {
	const broken = outputs.filter((channel) => channel.needsReconnect === true);
	if (broken.length === 0) return undefined;
	return {
		message: `Nothing can be posted to ${channelTexts(broken)} before somebody connects it again in the service`,
		type: 'warning',
	};
};

const leftOut: Rule = (outputs) => {
	const dropped = outputs.flatMap(({ droppedChannels }) => objectsIn(droppedChannels));
	if (dropped.length === 0) return undefined;
	return {
		message: `The copy leaves out ${channelTexts(dropped)}, which cannot be posted to`,
		type: 'warning',
	};
};

const rules: Rule[] = [wentToReview, needsReconnect, leftOut];

/** What people should not overlook in the output of a run. */
export const outputHints = (outputs: IDataObject[]): Hint[] =>
	rules.map((rule) => rule(outputs)).filter((hint) => hint !== undefined);
