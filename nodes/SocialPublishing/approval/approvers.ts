import type { INodeProperties } from 'n8n-workflow';
import { isObject, parseJson } from '../../../client/http/json';
import { characterCount } from '../../../client/http/text';
import { toIsoWithOffset } from '../../shared/dates';
import { ParameterError } from '../../shared/errors';
import { isUnset, jsonList, shown, toLine, toNames } from '../../shared/parameters';
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

/** Reads a name, or an object with the name, which can be JSON text. */
function toApprover(entry: unknown): Approver {
	const parsed = typeof entry === 'string' ? parseJson(entry) : entry;
	const own = isObject(parsed) ? parsed : { name: entry };
	const [name = ''] = toNames([own], { field: label, keys: ['name', 'value'] });
	const zone = toLine(own.timezone, `${label}: timezone`);
	if (zone !== '') toIsoWithOffset(new Date(), zone, `${label}: timezone`);
	const url = toLine(own.link, `${label}: link`);
	return {
		name: name.replace(/\s+/g, ' '),
		...(url === '' ? {} : { link: url }),
		...(zone === '' ? {} : { timezone: zone }),
	};
}

/** The entries of a list, of a list as JSON text, or of a text with one on each line. Without those that are empty. */
const entriesOf = (value: unknown): unknown[] =>
	(typeof value === 'string' ? (jsonList(value) ?? value.split('\n')) : [value].flat()).filter(
		(entry) => !isUnset(typeof entry === 'string' ? entry.trim() : entry),
	);

/** Makes names comparable that look the same: letters that Unicode can write in several ways, and invisible characters. */
const comparable = (name: string): string => name.normalize('NFC').replace(/\p{Cf}/gu, '');

/**
 * Reads {@link approversField}: names, or objects with `name`, `link` and `timezone`. Equal names are one approver. Throws a
 * `ParameterError` for a list without names, with which the page would be open to everyone.
 * @param stored the value before n8n evaluates an expression. Undefined or empty if no approvers are wanted
 */
export function readApprovers(value: unknown, stored: unknown): Approver[] {
	if (stored === undefined || stored === '') return [];
	const approvers = entriesOf(value).map(toApprover);
	if (approvers.length === 0) {
		throw new ParameterError(
			`'${label}' has no names`,
			'Enter a name on each line, or use an expression that returns names. Without approvers, anyone with the link could decide, so remove the names only if you want that',
		);
	}
	const wrong = approvers.find(({ name }) => comparable(name) === '' || characterCount(name) > nameMax);
	if (wrong !== undefined) {
		throw new ParameterError(
			`'${label}' can't have the name ${shown(wrong.name)}`,
			`Enter names of 1 to ${nameMax} characters`,
		);
	}
	const byName = new Map(approvers.map((approver) => [comparable(approver.name), approver]));
	if (byName.size > approversMax) {
		throw new ParameterError(
			`'${label}' has ${byName.size} names`,
			`Enter at most ${approversMax}, because each gets a link of their own`,
		);
	}
	return [...byName.values()];
}
