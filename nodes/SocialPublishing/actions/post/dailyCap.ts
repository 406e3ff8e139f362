import type { INodeProperties } from 'n8n-workflow';
import type { ParameterReader } from '../../../shared/parameters';

/** What happens when a channel takes no more posts that day. */
export const dailyCapOption: INodeProperties = {
	displayName: 'When a Daily Cap Is Reached',
	name: 'onDailyCap',
	type: 'options',
	options: [
		{ name: 'Stop With an Error', value: 'fail', description: 'The error says when the post fits' },
		{
			name: 'Take the Next Time That Fits',
			value: 'reschedule',
			description: 'Schedules the post for the time the service names',
		},
	],
	default: 'fail',
	description: 'What to do when a channel takes no more posts on the day wanted',
};

/** Reads whether a post may move to the time that fits. */
export const readFitsDailyCap = (parameters: ParameterReader): boolean =>
	parameters.options.onDailyCap === 'reschedule';
