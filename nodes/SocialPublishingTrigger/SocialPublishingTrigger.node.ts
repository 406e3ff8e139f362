import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { credentialTest } from '../SocialPublishing/methods/credentialTest.js';
import { loadOptions } from '../SocialPublishing/methods/loadOptions.js';
import { runPoll } from './runPoll.js';
import { eventsSubtitle, triggerFields } from './settings.js';

/** The publishing service's trigger. It starts workflows when posts change. It polls, so it also works behind a firewall. */
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
		// The editor shows this text for the entry of the whole package, too.
		description:
			'Start workflows when social media posts change, and use actions to draft, schedule and publish them',
		defaults: { name: 'Social Publishing Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'socialPublishingApi', required: true, testedBy: 'socialPublishingApiTest' }],
		properties: triggerFields,
		builderHint: {
			searchHint:
				"Starts once for each change of a post or one of its channels, when a channel must be reconnected, when the API key expires soon, and when a post or its review is overdue or a post is due soon. It can't start on comments, messages, mentions or new followers. Changes from before its activation start nothing unless Start From is set.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-social-publishing.socialPublishing',
					relationHint: 'Reads, duplicates, updates or reschedules the post that changed',
				},
			],
			extraTypeDefContent: [
				{
					content: `<patterns>
<pattern title="Start when a post fails on one of its channels">
const whenPostFails = trigger({
  type: 'n8n-nodes-social-publishing.socialPublishingTrigger',
  version: 1,
  config: {
    name: 'When Post Fails',
    parameters: { events: ['channelFailed'] }
  }
});
</pattern>
<pattern title="Warn before a connection is lost, and when a post hangs">
const whenSomethingIsWrong = trigger({
  type: 'n8n-nodes-social-publishing.socialPublishingTrigger',
  version: 1,
  config: {
    name: 'When Something Is Wrong',
    parameters: { events: ['channelNeedsReconnecting', 'channelTokenExpiring', 'postOverdue', 'reviewOverdue'] }
  }
});
</pattern>
</patterns>`,
				},
			],
		},
	};

	methods = { credentialTest, loadOptions: { getChannelsAndGroups: loadOptions.getChannelsAndGroups } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this);
	}
}
