import type { PublishingClient } from '../../../../client/publishing/index.js';
import { notice } from '../../../shared/fields.js';
import type { Operation } from '../../../shared/operation.js';
import { approversField, createSharedLink, readApprovers } from '../../approval/links.js';
import { requireExecution } from '../../approval/wait.js';

/**
 * Returns the URL of the page that a later Send and Wait for Approval shows, for a message that is sent before that node runs.
 */
export const getApprovalLink: Operation<PublishingClient> = {
	name: 'Get Approval Link',
	value: 'getApprovalLink',
	action: 'Get approval link',
	description:
		"Get the link to the page of a later 'Send and Wait for Approval', to put it into a message before the workflow waits",
	fields: [
		notice(
			'approvalLinkNotice',
			"Returns the link to the page of a 'Send and Wait for Approval' that comes later in this workflow.",
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
		const resumeUrl: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex);
		if (approvers.length === 0) return { approvalLink: createSharedLink(resumeUrl) };
		return {
			approvers: approvers.map((approver) => ({ ...approver, link: createSharedLink(resumeUrl) })),
		};
	},
};
