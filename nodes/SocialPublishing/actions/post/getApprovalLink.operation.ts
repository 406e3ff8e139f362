import { randomUUID } from 'node:crypto';
import type { PublishingClient } from '../../../../client/publishing';
import { notice } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { ParameterError } from '../../../shared/errors';
import { approversField, readApprovers } from '../../approval/approvers';
import { requireExecution } from '../../approval/wait';
import { nonceParameters, sharedPath } from '../../approval/request';

/**
 * Returns the URL that resumes this execution, with n8n's token. The signed URL of Send and Wait for Approval exists only once
 * that node runs. The execution then waits, so no other node could send the URL to anyone.
 */
function approvalLink(resumeUrl: unknown): string {
	if (typeof resumeUrl !== 'string' || !URL.canParse(resumeUrl)) {
		throw new ParameterError(
			'n8n has no address for this execution',
			'Run the whole workflow, so that there is an execution that can wait',
		);
	}
	const link = new URL(resumeUrl);
	link.pathname = `${link.pathname.replace(/\/$/, '')}/${sharedPath}`;
	link.searchParams.set(nonceParameters.shared, randomUUID());
	return link.href;
}

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
		if (approvers.length === 0) return { approvalLink: approvalLink(resumeUrl) };
		return {
			approvers: approvers.map((approver) => ({ ...approver, link: approvalLink(resumeUrl) })),
		};
	},
};
