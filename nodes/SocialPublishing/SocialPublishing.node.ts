import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { WaitLimitError } from '../../client/http/errors.js';
import type { PublishingOptions } from '../../client/publishing/index.js';
import { describe, publishingOperations, subtitleOf } from '../shared/operation.js';
import { route } from '../shared/router.js';
import { resources } from './actions/index.js';
import { networkOptions, type NetworkOption } from './options/channelOptions.js';
import { webhookWith, webhooks } from './approval/page/webhook.js';
import { credentialsFor, oAuthResources } from './signIn.js';
import { publishingForRuns } from './client.js';
import { draftsOnlySwitch, keepToDrafts } from './guards/draftsOnly.js';
import { humanReviewSwitch, requireReview } from './guards/humanReview.js';
import { clarify, publishingErrorTexts } from './words/errorTexts.js';
import { credentialTest } from './methods/credentialTest.js';
import { listSearch } from './methods/listSearch.js';
import { loadOptions } from './methods/loadOptions.js';
import { resourceMapping } from './methods/resourceMapping.js';
import { ordered } from './output/order.js';
import { outputHints } from './output/hints.js';
import { hintAtExpiry } from './words/hints.js';
import { toolSwitchFields } from './guards/toolSwitch.js';

const canPublish = publishingOperations(resources);

const keyOnly = resources.map(({ value }) => value).filter((value) => !oAuthResources.includes(value));

const typeOf = ({ type, choices }: NetworkOption): string =>
	choices
		? Object.keys(choices)
				.map((value) => `'${value}'`)
				.join(' | ')
		: type;

/** Type definition for options whose form is loaded from the service. Added once for all operations. */
const channelOptionTypes = `Keys of value in channelOptions, with overrides: 'all' (for one channel, write its name or ID and a colon before the key):
${Object.entries(networkOptions)
	.flatMap(([network, options]) => options.map((option) => `'${network}:${option.name}'?: ${typeOf(option)}`))
	.join('; ')}
The same in channelOverridesJson: { '<channel>': { caption, options: { tiktok: { privacyLevel: 'SELF_ONLY' } } } }. There, tags are a list, and a thumbnail is { assetId } or { coverFrame: true }.`;

/** Creates the node's `execute`. @param own options that replace n8n's, such as waits that take no time */
export const executeWith = (own: Partial<PublishingOptions> = {}) =>
	route({
		resources,
		connect: async (context) => {
			requireReview(context, canPublish);
			const onIdentity = hintAtExpiry(context);
			return await keepToDrafts(
				context,
				async (guard) => await publishingForRuns(context, { onIdentity, ...own, ...guard }),
			);
		},
		errorTexts: publishingErrorTexts,
		clarify,
		endsRun: (error) => error instanceof WaitLimitError,
		arrange: ordered,
		hints: outputHints,
	});

/** The node of the publishing service: posts, channels, analytics, the workspace and the agent tools of one API key. */
export class SocialPublishing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Publishing',
		name: 'socialPublishing',
		icon: {
			light: 'file:../../icons/socialPublishing.svg',
			dark: 'file:../../icons/socialPublishing.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Draft, review, schedule and publish posts on social networks',
		defaults: { name: 'Social Publishing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsFor(keyOnly),
		webhooks,
		properties: [
			...describe(resources, toolSwitchFields(draftsOnlySwitch, canPublish)),
			...toolSwitchFields(humanReviewSwitch, canPublish),
		],
		builderHint: {
			searchHint:
				"Posts to Facebook, Instagram, Threads, LinkedIn, TikTok, YouTube, Pinterest, Bluesky, Mastodon, Google Business and dev.to through one publishing service. It can't post to X (Twitter) or Reddit, read comments or messages, or change a published post. If the user has no account at the service, prefer the network's own node.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-social-publishing.socialPublishingTrigger',
					relationHint: 'Starts a workflow when a post is published, fails, or is approved or rejected',
				},
				{
					nodeType: 'n8n-nodes-social-publishing.contentScoring',
					relationHint: 'Scores the title and thumbnail of a video before it is published',
				},
				{
					nodeType: 'n8n-nodes-base.wait',
					relationHint: 'Waits between publishing a post and reading its metrics',
				},
				{
					nodeType: 'n8n-nodes-base.dataTable',
					relationHint: 'Stores a content calendar, with the ID and status of each post',
				},
			],
			extraTypeDefContent: [
				{ content: channelOptionTypes },
				{
					displayOptions: { show: { resource: ['post'], operation: ['create'] } },
					content: `<patterns>
<pattern title="One scheduled post on several channels">
const schedulePost = node({
  type: 'n8n-nodes-social-publishing.socialPublishing',
  version: 1,
  config: {
    name: 'Schedule Post',
    parameters: {
      resource: 'post',
      operation: 'create',
      channels: ['LinkedIn', 'Facebook: Acme Studio'],
      caption: expr('{{ $json.caption }}'),
      delivery: 'at',
      publishAt: expr('{{ $json.publishAt }}')
    }
  }
});
</pattern>
</patterns>`,
				},
			],
		},
	};

	methods = { credentialTest, listSearch, loadOptions, resourceMapping };

	execute = executeWith();

	webhook = webhookWith();
}
