import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { isObject, parseJson } from '../../../client/http/json.js';
import { characterCount } from '../../../client/http/text.js';
import { toIsoWithOffset } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { plainName } from '../../shared/names.js';
import { cell } from '../../shared/runState.js';
import { isUnset, jsonList, shown, toLine, toNames } from '../../shared/values.js';

/** A link to the page: for one approver, or for everyone who has it. */
export interface PageLink {
	/** Created for one wait. The link contains it, so no one can guess or change it. */
	nonce: string;
	/** The nonce from Get Approval Link. */
	sharedNonce?: string;
	/** The signed address of the page. */
	link: string;
}

export interface ApproverLink extends PageLink {
	name: string;
	/** The approver's time zone. */
	approverTimezone?: string;
}

export interface RequestLinks extends PageLink {
	/** Those who may decide, each through a link of their own. Undefined if anyone with the link may decide. */
	approvers?: ApproverLink[];
}

/** The end of the address that Get Approval Link returns. It needs n8n's token for the execution instead of a signature. */
export const sharedPath = 'approval';

/** Names of the query parameters with the nonce: in the signed address, and in the address of Get Approval Link. */
export const nonceParameters = { signed: 'visit', shared: 'request' } as const;

/** Maximum characters of a name. Longer ones are refused. */
export const nameMax = 200;

/** Someone who may decide, as the workflow names them. */
export interface Approver {
	name: string;
	/** The link from Get Approval Link, if the workflow sent one. */
	link?: string;
	/** The zone in which the page shows times to this approver. */
	timezone?: string;
}

/** The field with the approvers. Text has one name per line, or names separated by commas. An expression can return a list. */
export const approversField: INodeProperties = {
	displayName: 'Approvers',
	name: 'approvers',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. anna@example.com',
	description:
		'Names or email addresses, one per line or separated by commas. Each approver gets a link of their own, and the decision shows their name.',
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
		name: plainName(name).replace(/\s+/g, ' '),
		...(url === '' ? {} : { link: url }),
		...(zone === '' ? {} : { timezone: zone }),
	};
}

/** The entries of a line: one approver as JSON text, or names separated by commas. */
const namesIn = (line: string): string[] => (line.trim().startsWith('{') ? [line] : line.split(','));

/** The entries of a list, of a list as JSON text, or of a text with lines. Without those that are empty. */
const entriesOf = (value: unknown): unknown[] =>
	(typeof value === 'string'
		? (jsonList(value) ?? value.split('\n').flatMap(namesIn))
		: [value].flat()
	).filter((entry) => !isUnset(typeof entry === 'string' ? entry.trim() : entry));

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

/**
 * Returns the URL that resumes this execution, with n8n's token. The signed URL of Wait for Approval exists only once
 * that node runs. The execution then waits, so no other node could send the URL to anyone.
 */
function createSharedLink(resumeUrl: unknown): string {
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

/** The links that a run has made, by approver. All items of the run share them. */
const linksOfRun = cell(() => new Map<string, string>());

/** Returns the run's link for an approver, or for everyone if the name is empty. */
export function sharedLink(context: IExecuteFunctions, name: string): string {
	const links = linksOfRun(context);
	const link =
		links.get(comparable(name)) ??
		createSharedLink(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	links.set(comparable(name), link);
	return link;
}

/**
 * Reads the nonce of the address that Get Approval Link returned, so that the address leads to this request. Throws a
 * `ParameterError` for any other address. n8n finds an execution by the address, so an address from another execution, such as
 * the parent of a sub-workflow, would never open this page.
 */
export function readSharedNonce(
	context: IExecuteFunctions,
	sharedLink: string,
	label = 'Approval Link',
): string | undefined {
	if (sharedLink === '') return undefined;
	const { pathname = '', searchParams } = URL.canParse(sharedLink) ? new URL(sharedLink) : {};
	const nonce = searchParams?.get(nonceParameters.shared) ?? '';
	const [executionId, end] = pathname.split('/').slice(-2);
	if (!/^[\w-]+$/.test(nonce) || end !== sharedPath) {
		throw new ParameterError(
			`'${label}' isn't a link of 'Get Approval Link'`,
			"Use what 'Get Approval Link' returned earlier in this execution: the field approvalLink or approvers",
		);
	}
	if (executionId === context.getExecutionId()) return nonce;
	throw new ParameterError(
		`'${label}' belongs to another execution`,
		"The link opens only pages of the execution that made it, and a sub-workflow is an execution of its own. Use 'Get Approval Link' in the same workflow, before this node",
	);
}

/** Whether an address is one of a request whose shape isn't known. No one can guess a nonce. */
export function hasLinkTo(saved: unknown, query: Readonly<Record<string, unknown>>): boolean {
	const text = JSON.stringify(saved);
	const { signed, shared } = nonceParameters;
	return [query[signed], query[shared]].some(
		(nonce) => typeof nonce === 'string' && /^[\w-]{36}$/.test(nonce) && text.includes(`"${nonce}"`),
	);
}

/** Finds the link that someone opened: an approver's, or the one for everyone. */
export function findLink(
	request: RequestLinks,
	query: Readonly<Record<string, unknown>>,
): { used: Partial<ApproverLink> & PageLink; isShared: boolean } | undefined {
	const links: Array<Partial<ApproverLink> & PageLink> = request.approvers ?? [request];
	const { signed, shared } = nonceParameters;
	const own = links.find(({ nonce }) => query[signed] === nonce);
	if (own) return { used: own, isShared: false };
	const used = links.find(({ sharedNonce }) => sharedNonce !== undefined && query[shared] === sharedNonce);
	return used && { used, isShared: true };
}
