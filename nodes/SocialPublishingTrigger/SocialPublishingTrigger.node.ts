import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { credentialTest } from '../SocialPublishing/methods/credentialTest';
import { loadOptions } from '../SocialPublishing/methods/loadOptions';
import { runPoll } from './runPoll';
import { eventsSubtitle, triggerFields } from './settings';

/** The publishing service's trigger: starts workflows when posts change. It polls, so that it works behind a firewall. */
export class SocialPublishingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Publishing Trigger',
		name: 'socialPublishingTrigger',
		icon: {
			light: 'file:../../icons/socialPublishing.svg',
			dark: 'file:../../icons/socialPublishing.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description: 'Draft, schedule and publish social media posts, and start workflows when posts change',
		defaults: { name: 'Social Publishing Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'socialPublishingApi', required: true, testedBy: 'socialPublishingApiTest' }],
		properties: triggerFields,
	};

	methods = { credentialTest, loadOptions: { getChannels: loadOptions.getChannels } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this);
	}
}
