import { randomUUID } from 'node:crypto';
import type { PublishingClient } from '../../../../client/publishing';
import { notice } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { ParameterError } from '../../../shared/errors';
import { requireExecution } from '../../approval/wait';
import { nonceParameters, sharedPath } from '../../approval/webhook';

/**
 * The address at which this execution can be resumed, with n8n's token for it. The signed address that Send and Wait for
 * Approval makes can't be known before that node runs, and then it waits: nothing could send it to anybody.
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

/** Returns the address of the page that a later Send and Wait for Approval shows, for a message that is sent before that node runs. */
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
	],
	async execute({ context, itemIndex }) {
		requireExecution(context);
		const resumeUrl: unknown = context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex);
		return await Promise.resolve({ approvalLink: approvalLink(resumeUrl) });
	},
};
