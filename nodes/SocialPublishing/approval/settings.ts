import type { INodeProperties } from 'n8n-workflow';
import { toIsoWithOffset } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { memoCell } from '../../shared/runState.js';
import { simplifyField } from '../../shared/fields.js';
import { ParameterReader } from '../../shared/parameters.js';
import { isUnset, pick, shown, toLine, toNumber } from '../../shared/values.js';
import { approversField, readApprovers, readSharedNonce, type Approver } from './links.js';
import type { NameField } from './request.js';
import { requireNoOtherLink, requireUnused } from './surroundings.js';
import { reviewsTools, type WaitSettings } from './wait.js';
import { additionalBodyOption } from '../form/fields.js';
import { newPostOptions } from '../form/newPost.js';
import { checkFirstOption } from '../form/checkFirst.js';

/** The label of the field Delivery here, because the next node publishes. */
export const planLabel = 'Planned Delivery';

/** The text at the top of the page. */
export const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Please check the price before you approve',
	description: 'Text at the top of the page. If items have different ones, each is above its post.',
};

const nameFieldOption: INodeProperties = {
	displayName: 'Ask for a Name',
	name: 'nameField',
	type: 'options',
	options: [
		{ name: 'No', value: 'hidden', description: "The page doesn't ask who decides" },
		{ name: 'Optional', value: 'optional', description: 'The page has a field for the name' },
		{ name: 'Required', value: 'required', description: 'No one can decide without a name' },
	],
	default: 'optional',
	description: "Whether the page asks for the approver's name. Anyone with the link can enter any name.",
};

const senderOption: INodeProperties = {
	displayName: 'Sender',
	name: 'sender',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lena Weber',
	description: 'Who asks for the approval. The page shows this name at the top.',
};

const zoneLabel = 'Approver Time Zone Name or ID';

const allowEditsOption: INodeProperties = {
	displayName: 'Allow Edits',
	name: 'allowEdits',
	type: 'boolean',
	default: false,
	description: 'Whether the approver can change the texts of the post and the planned time',
};

const limitHoursOption: INodeProperties = {
	displayName: 'Time Limit (Hours)',
	name: 'limitHours',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 48,
	description:
		'How long to wait for a decision. Then the workflow continues with approved set to false and decision set to expired.',
};

/** The options of Wait for Approval. */
export const requestOptions: INodeProperties[] = [
	...newPostOptions,
	additionalBodyOption,
	allowEditsOption,
	{
		...checkFirstOption,
		description:
			"Whether to check the post against every channel's limits before anyone is asked. Without this option, the node checks every post.",
	},
	{
		displayName: 'Approval Link',
		name: 'approvalLink',
		type: 'string',
		default: "={{ $('Get approval link').item.json.approvalLink }}",
		description: "Link from 'Get Approval Link', which another node sends before this node",
	},
	{
		...approversField,
		description: `${approversField.description} If you sent the links before this node, use the approvers from 'Get Approval Link'.`,
	},
	{
		displayName: zoneLabel,
		name: 'approverTimezone',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getTimezones' },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		hint: "The page shows times in this zone and in the workflow's",
	},
	nameFieldOption,
	senderOption,
	limitHoursOption,
	{
		displayName: 'Title Score',
		name: 'titleScore',
		type: 'number',
		default: 0,
		description: 'Score from 0 to 100 to show on the page. Leave empty to show none.',
	},
];

const settingsOfRun = memoCell<WaitSettings>();

/** Reads the settings once per run. If they can't be read, every item fails before it saves anything. */
export const settingsOf = async (parameters: ParameterReader): Promise<WaitSettings> =>
	await settingsOfRun(parameters.context).get('', async () => readSettings(parameters));

/** What the items of a run must agree on, because they are on one page. By label. */
const common: Record<string, (settings: WaitSettings) => unknown> = {
	Approvers: ({ approvers }) => approvers,
	'Approval Link': ({ sharedNonce }) => sharedNonce,
	[limitHoursOption.displayName]: ({ limitMs }) => limitMs,
	[allowEditsOption.displayName]: ({ allowsEdits }) => allowsEdits,
	[nameFieldOption.displayName]: ({ nameField }) => nameField,
	[senderOption.displayName]: ({ sender }) => sender,
	[zoneLabel]: ({ approverTimezone }) => approverTimezone,
};

/** Reads the settings, which must be the same for all items. */
function readSettings({ context }: ParameterReader): WaitSettings {
	const items = context.getInputData();
	requireOnePage(items);
	const [first, ...others] = items.map((_, index) => settingsOfItem(new ParameterReader(context, index)));
	const settings = first as WaitSettings;
	for (const [label, read] of Object.entries(common)) {
		const wanted = JSON.stringify(read(settings));
		const other = others.findIndex((each) => JSON.stringify(read(each)) !== wanted);
		if (other >= 0) throw differing(label, other + 2);
	}
	const nonces = [settings, ...settings.approvers].map(({ sharedNonce }) => sharedNonce);
	const used = nonces.filter((nonce) => nonce !== undefined);
	if (reviewsTools(context)) return settings;
	if (used.length === 0) requireNoOtherLink(context);
	const label = settings.approvers.length > 0 ? 'Approvers' : 'Approval Link';
	for (const nonce of used) requireUnused(context, nonce, label);
	return settings;
}

const differing = (label: string, item: number): ParameterError =>
	new ParameterError(
		`'${label}' isn't the same for items 1 and ${item}`,
		"All items of a run are on one page, for the same people. No one was asked. Put 'Loop Over Items' before this node, so that each round asks about one item, or make the values the same",
	);

function settingsOfItem(parameters: ParameterReader): WaitSettings {
	const { context } = parameters;
	const { approvalLink, approverTimezone, nameField = 'optional' } = parameters.options;
	const invited = readInvited(parameters);
	const approvers = invited.map(({ name, link = '', timezone }) => ({
		name,
		sharedNonce: readSharedNonce(context, link, 'Approvers: link'),
		approverTimezone: timezone,
	}));
	const sender = toLine(parameters.options.sender, senderOption.displayName);
	const zone = toLine(approverTimezone, zoneLabel);
	if (zone !== '') toIsoWithOffset(new Date(), zone, zoneLabel);
	return {
		...(sender === '' ? {} : { sender }),
		allowsEdits: parameters.option(allowEditsOption),
		nameField: pick(nameFields, nameField, 'Ask for a Name'),
		simplify: parameters.flag(simplifyField),
		limitMs: readLimitMs(parameters),
		sharedNonce: readSharedNonce(context, toLine(approvalLink, 'Approval Link')),
		approvers,
		...(zone === '' ? {} : { approverTimezone: zone }),
	};
}

/** Reads the approvers. An option that was added must have names. Each approver has a link of their own. */
function readInvited({ options }: ParameterReader): Approver[] {
	const { approvers, approvalLink } = options;
	const invited = readApprovers(approvers, 'approvers' in options ? [approvers] : undefined);
	if (invited.length === 0 || isUnset(approvalLink)) return invited;
	throw new ParameterError(
		"'Approval Link' can't be used together with 'Approvers'",
		"Each approver has a link of their own. Remove 'Approval Link', and use the approvers from 'Get Approval Link' in 'Approvers'",
	);
}

const nameFields: Record<NameField, NameField> = {
	hidden: 'hidden',
	optional: 'optional',
	required: 'required',
};

/** Milliseconds in an hour, and the longest wait in hours. It's a hundred years, the most that a date can express in n8n. */
const hourMs = 3_600_000;
const limitHoursMax = 876_000;

/** Undefined if the option wasn't added. Throws if its expression returned nothing, because the node would wait forever. */
function readLimitMs(parameters: ParameterReader): number | undefined {
	const { limitHours } = parameters.options;
	const { displayName } = limitHoursOption;
	const advice = `Enter a number above 0, or remove '${displayName}' to wait without a limit`;
	parameters.requireFilledOption(limitHoursOption, advice);
	if (limitHours === undefined) return undefined;
	const hours = toNumber(limitHours);
	if (hours > 0 && hours <= limitHoursMax) return hours * hourMs;
	throw new ParameterError(`'${displayName}' is ${shown(limitHours)}`, advice);
}

/** The most posts on one page. Each view reads all of them, and a key has 300 reads per minute (contract section 8). */
const postsMax = 25;

function requireOnePage({ length }: unknown[]): void {
	if (length <= postsMax) return;
	throw new ParameterError(
		`One page can ask about at most ${postsMax} posts, but the input has ${length} items`,
		"Put 'Loop Over Items' before this node, so that each round asks about fewer items",
	);
}

/** Undefined if the value isn't a number, such as after a failed request in an earlier node. This doesn't stop the approval. */
export function readTitleScore({ options: { titleScore } }: ParameterReader): number | undefined {
	const score = toNumber(titleScore);
	return Number.isFinite(score) ? score : undefined;
}
