import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ParameterError } from './errors.js';
import { keyMaker, type KeyChoice, type KeyMaker } from './idempotency.js';
import { isTool, readSettings, type ParameterReader } from './parameters.js';
import { pick, toLine, toSwitch } from './values.js';

/** How often the same request is sent. */
type RunAgain = 'content' | 'execution' | 'ownKey';

const choices: Record<RunAgain, INodePropertyOptions> = {
	execution: {
		name: 'Once per Execution',
		value: 'execution',
		description: 'Retries reuse the result. A new execution or tool call sends a new request.',
	},
	content: {
		name: 'Once per Content',
		value: 'content',
		description:
			"The same content is sent once within 24 hours, even by another execution. Choose this if you may rerun a workflow after a crash. It's the default in a tool that creates a post or uploads a file.",
	},
	ownKey: {
		name: 'Own Key',
		value: 'ownKey',
		description: 'The same key is sent once within 24 hours, even by another execution',
	},
};

const choiceField = (values: readonly RunAgain[]): INodeProperties => ({
	displayName: 'Send',
	name: 'send',
	type: 'options',
	options: values.map((value) => choices[value]),
	default: 'execution',
	description: 'What counts as the same request. Whatever you choose, a retry never sends it again.',
});

const ifOwnKey = { show: { send: ['ownKey'] } };

const ownKeyField: INodeProperties = {
	displayName: 'Own Key',
	name: 'ownKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1234',
	displayOptions: ifOwnKey,
	description: 'A text that stays the same when the item runs again',
};

const alsoByContentField: INodeProperties = {
	displayName: 'Also by Content',
	name: 'alsoByContent',
	type: 'boolean',
	default: false,
	displayOptions: ifOwnKey,
	description:
		'Whether different content under the same key counts as a separate request. Otherwise, the service refuses it.',
};

const runAgain = (values: INodeProperties[]): INodeProperties => ({
	displayName: 'If This Runs Again',
	name: 'ifRunAgain',
	type: 'fixedCollection',
	placeholder: 'Set Up',
	default: { settings: {} },
	description: "When a request counts as a repeat, which isn't sent again",
	options: [{ displayName: 'Settings', name: 'settings', values }],
});

const valuesWithKey = [choiceField(['execution', 'content', 'ownKey']), ownKeyField, alsoByContentField];
const valuesWithoutKey = [choiceField(['execution', 'content'])];

/** The option that says what counts as the same request. */
export const runAgainOption = runAgain(valuesWithKey);

/** The same for operations whose key the user can't choose. */
export const contentKeyOption = runAgain(valuesWithoutKey);

/**
 * The operations of which a model's repeated call does nothing more, because in a tool, their key is from the content by default. Other
 * operations don't make anything that a second call would double, or name what they change.
 */
const safeToRepeat: readonly unknown[] = ['create', 'upload'];

/** {@link runAgainOption} or {@link contentKeyOption} in an operation that is safe to repeat: in a tool, it has another default. */
export const inToolFromContent = (option: INodeProperties): INodeProperties[] => {
	const [choice = choiceField([]), ...others] = option === runAgainOption ? valuesWithKey : valuesWithoutKey;
	const inTool = runAgain([{ ...choice, default: 'content' }, ...others]);
	return [
		{ ...inTool, displayOptions: { show: { '@tool': [true] } } },
		{ ...option, displayOptions: { show: { '@tool': [false] } } },
	];
};

/** Reads the key that the user entered. Empty in a tool if the model left it out. */
function readOwnKey(parameters: ParameterReader, { ownKey }: IDataObject): string {
	const name = toLine(ownKey, ownKeyField.displayName);
	if (name !== '' || isTool(parameters.context)) return name;
	throw new ParameterError(
		`'${ownKeyField.displayName}' is empty`,
		`Enter a key, or choose something else in '${runAgainOption.displayName}'`,
	);
}

/**
 * Reads what counts as the same request. Throws a `ParameterError` for an unknown value, for a key that isn't text, and for an
 * expression that returned nothing, because two executions would then do the same work. Call it before the first write of the item.
 */
export function readKeyChoice(parameters: ParameterReader): KeyChoice {
	const isSafe = isTool(parameters.context) && safeToRepeat.includes(parameters.value('operation', ''));
	const usual: RunAgain = isSafe ? 'content' : 'execution';
	const settings = readSettings(parameters, runAgainOption) ?? {};
	const given = parameters.setting(settings, { name: 'send', default: usual });
	const { value } = pick(choices, given, runAgainOption.displayName);
	const name = value === 'ownKey' ? readOwnKey(parameters, settings) : '';
	if (name === '') return { name, isFromContent: (value === 'ownKey' ? usual : value) === 'content' };
	return { name, isFromContent: toSwitch(settings.alsoByContent, alsoByContentField) };
}

/** Reads the user's choices about keys. Call it before the first write of the item. */
export const readKeyMaker = (parameters: ParameterReader): KeyMaker =>
	keyMaker(parameters, readKeyChoice(parameters));
