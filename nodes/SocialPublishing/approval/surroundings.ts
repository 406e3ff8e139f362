import type { IExecuteFunctions } from 'n8n-workflow';
import { ParameterError } from '../../shared/errors.js';
import { entryOf } from '../../shared/journal/execution.js';
import { leadsBack, mayRun, nodesAfter, nodesBefore, runs } from '../../shared/neighbors.js';
import { inExpression } from '../../shared/values.js';

/** What the nodes around Wait for Approval must do for an approval to take effect. */

const submitAsApproved = { operation: 'submit', delivery: 'approved' };

/** Whether a node may publish what is approved in this node. */
export const mayBePublished = (context: IExecuteFunctions): boolean =>
	nodesAfter(context).some((node) => mayRun(node, submitAsApproved));

/** The stored value of Approval in Submit, if it's the item that arrives. */
const isItsInput = (approval: unknown): boolean => [undefined, '={{ $json }}'].includes(approval as string);

/**
 * Throws if the next Submit needs a plan that this node doesn't have, before anyone is asked for an approval that then fails. Looks only at
 * literal values. A Wait for Approval in between has a plan of its own.
 * @param label of the field with the plan
 */
export function requirePlan(context: IExecuteFunctions, label: string): void {
	const { delivery = 'draft' } = context.getNode().parameters;
	if (delivery !== 'draft') return;
	const waits = { operation: 'sendAndWait' };
	const submit = nodesAfter(context).find(
		(node) =>
			runs(node, submitAsApproved) &&
			isItsInput(node.parameters?.approval) &&
			leadsBack(context, node, (between) => mayRun(between, waits)),
	);
	if (submit === undefined) return;
	throw new ParameterError(
		`'${label}' is 'None', but 'Delivery' of '${submit.name}' is 'As Approved'`,
		`That node couldn't publish what is approved. Choose how to publish the post in '${label}' here, or choose another 'Delivery' there. No one was asked`,
	);
}

const hasRun = (context: IExecuteFunctions, name: string): boolean =>
	context.evaluateExpression(`{{ $(${inExpression(name)}).isExecuted }}`, 0) === true;

const fieldOf = ({ name }: { name: string }, field: string): string =>
	`{{ $(${inExpression(name)}).item.json.${field} }}`;

/** Throws if a link was made before this node that wouldn't open its page. */
export function requireNoOtherLink(context: IExecuteFunctions): void {
	const maker = nodesBefore(context).find(
		(node) => runs(node, { operation: 'getApprovalLink' }) && hasRun(context, node.name),
	);
	if (maker === undefined) return;
	throw new ParameterError(
		`The link of '${maker.name}' wouldn't open the page of this node`,
		`In the option 'Approval Link', enter ${fieldOf(maker, 'approvalLink')}. If '${maker.name}' has approvers, enter ${fieldOf(maker, 'approvers')} in the option 'Approvers' instead. No one was asked`,
	);
}

/** Which node's page a link of Get Approval Link opens. All nodes of the execution know it. */
const linkEntry = (context: IExecuteFunctions, nonce: string) =>
	entryOf<{ usedBy: string }>(context, 'approvalLinks', nonce);

/** Throws if a link has opened the page of another node. In a loop, it opens each page of the same node. */
export function requireUnused(context: IExecuteFunctions, nonce: string, label: string): void {
	const { usedBy } = linkEntry(context, nonce).facts;
	if (usedBy === undefined || usedBy === context.getNode().name) return;
	throw new ParameterError(
		`'${label}' has the link to the page of '${usedBy}'`,
		"A link is for one node. Before this node, add another 'Get Approval Link', send its link, and use it here. No one was asked",
	);
}

/** Notes that a link opens the page of this node. */
export const noteUsed = (context: IExecuteFunctions, nonce: string): void =>
	linkEntry(context, nonce).note({ usedBy: context.getNode().name });
