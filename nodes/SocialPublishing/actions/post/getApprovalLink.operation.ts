import type { PublishingClient } from '../../../../client/publishing/index.js';
import { notice } from '../../../shared/fields.js';
import { showHint, type Operation } from '../../../shared/operation.js';
import { isTool } from '../../../shared/parameters.js';
import { approversField, readApprovers, sharedLink } from '../../approval/links.js';
import { requireExecution } from '../../approval/wait.js';

const severalItems =
	"All items have the same link, because they are on one page. To send it once, turn on 'Execute Once' in the settings of the node that sends it.";

/**
 * Adds to each item the URL of the page that a later Wait for Approval shows, for a message that is sent before that node runs. All
 * items of a run have the same, because they are on one page.
 */
export const getApprovalLink: Operation<PublishingClient> = {
	name: 'Get Approval Link',
	value: 'getApprovalLink',
	action: 'Get approval link',
	description:
		"Get the link to the page of a later 'Wait for Approval', to put it into a message before the workflow waits",
	fields: [
		notice(
			'approvalLinkNotice',
			"Three nodes in this order: this one, the node that sends the link, such as Slack or Gmail, and 'Wait for Approval' with the option 'Approval Link'.",
		),
		{ ...approversField, description: `${approversField.description} The output then has a list of links.` },
	],
	async execute(parameters) {
		const { context, itemIndex } = parameters;
		requireExecution(context);
		const approvers = readApprovers(
			parameters.value('approvers', ''),
			context.getNode().parameters.approvers,
		);
		const input = context.getInputData()[itemIndex]?.json;
		// What an agent writes and n8n adds to it isn't an item of the workflow.
		const given = isTool(context) ? {} : input;
		if (approvers.length === 0) return { ...given, approvalLink: sharedLink(context, '') };
		return {
			...given,
			approvers: approvers.map((approver) => ({ ...approver, link: sharedLink(context, approver.name) })),
		};
	},
	async finish({ context }, { outputs }) {
		if (outputs.length > 1) showHint(context, { message: severalItems, type: 'info' });
		const input = context.getInputData();
		for (const output of outputs) {
			const { binary } = input[(output.pairedItem as { item: number }).item] ?? {};
			if (binary !== undefined) Object.assign(output, { binary });
		}
		return await Promise.resolve([]);
	},
};
