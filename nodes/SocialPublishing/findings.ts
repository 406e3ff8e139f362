import type { IDataObject } from 'n8n-workflow';
import type { Finding } from '../../client/publishing/findings';
import type { RunItem } from '../shared/parameters';
import { itemValues } from '../shared/runState';
import { describeFinding } from './labels';

/** A finding in an output, with its whole sentence. */
export const shownFinding = (finding: Finding) => ({ ...finding, message: describeFinding(finding) });

/** What the check before a write has found for each item of a run. */
const findingsOf = (run: object) => itemValues<Array<ReturnType<typeof shownFinding>>>(run, 'findings');

/** Keeps what a check has found for an item, for its output. A later check of the same item adds what it finds. */
export function keepFindings({ context, itemIndex }: RunItem, findings: Finding[]): void {
	const before = findingsOf(context).get(itemIndex) ?? [];
	const added = findings
		.map(shownFinding)
		.filter(({ message }) => !before.some((one) => one.message === message));
	findingsOf(context).set(itemIndex, [...before, ...added]);
}

/**
 * Adds to the output of an item what the check has found for it. Without a check, nothing is added.
 * @param others the channels with an output of their own. What is about them isn't added
 */
export function addFindings(
	{ context, itemIndex }: RunItem,
	output: IDataObject,
	others: readonly string[] = [],
): IDataObject {
	const findings = findingsOf(context).get(itemIndex);
	if (findings === undefined) return output;
	return { ...output, findings: findings.filter(({ channelId = '' }) => !others.includes(channelId)) };
}
