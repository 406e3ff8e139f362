import type { INodeProperties } from 'n8n-workflow';
import { isObject, parseJson } from '../../../client/http/json';
import { characterCount } from '../../../client/http/text';
import { toIsoWithOffset } from '../../shared/dates';
import { ParameterError } from '../../shared/errors';
import { shown, toLine, toNames } from '../../shared/parameters';
import { nameMax } from './request';

/** Someone who may decide, as the workflow names them. */
export interface Approver {
	name: string;
	/** The link from Get Approval Link, if the workflow sent one. */
	link?: string;
	/** The zone in which the page shows times to this approver. */
	timezone?: string;
}

/** The field with the approvers. Text has one name per line. An expression can return a list. */
export const approversField: INodeProperties = {
	displayName: 'Approvers',
	name: 'approvers',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. anna@example.com',
	description:
		'Names or email addresses, one per line. Each approver gets a link of their own, and a decision has their name.',
};

const label = approversField.displayName;

const approversMax = 50;

/** Reads a name, or an object with the name as JSON. */
function toApprover(entry: string): Approver {
	const parsed = parseJson(entry);
	const { name, link, timezone } = isObject(parsed) ? parsed : { name: entry };
	const zone = toLine(timezone, `${label}: timezone`);
	if (zone !== '') toIsoWithOffset(new Date(), zone, `${label}: timezone`);
	const url = toLine(link, `${label}: link`);
	return {
		name: toLine(name, label).replace(/\s+/g, ' '),
		...(url === '' ? {} : { link: url }),
		...(zone === '' ? {} : { timezone: zone }),
	};
}

/**
 * Reads {@link approversField}: names, or objects with `name`, `link` and `timezone`. Equal names are one approver. Empty if the
 * field is empty.
 */
export function readApprovers(value: unknown): Approver[] {
	const approvers = toNames(value, { field: 'Approvers', keys: ['name', 'value'] }).map(toApprover);
	const wrong = approvers.find(({ name }) => name === '' || characterCount(name) > nameMax);
	if (wrong !== undefined) {
		throw new ParameterError(
			`'${label}' can't have the name ${shown(wrong.name)}`,
			`Enter names of 1 to ${nameMax} characters`,
		);
	}
	const byName = new Map(approvers.map((approver) => [approver.name, approver]));
	if (byName.size > approversMax) {
		throw new ParameterError(
			`'${label}' has ${byName.size} names`,
			`Enter at most ${approversMax}, because each gets a link of their own`,
		);
	}
	return [...byName.values()];
}
