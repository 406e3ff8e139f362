import type {
	IDataObject,
	ResourceMapperField,
	ILoadOptionsFunctions,
	NodeApiError,
	ResourceMapperFields,
} from 'n8n-workflow';
import { isObject, ownValue, withoutEmpty } from '../../../client/http/json.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { fieldsIn } from '../../../client/publishing/options/schema.js';
import type { Channel } from '../../../client/publishing/schemas.js';
import { sortedBy, titleOf } from '../../shared/fields.js';
import { isExpression, locatorValue, shown } from '../../shared/values.js';
import { channelOptionId, networkOptions, type NetworkOption } from '../options/channelOptions.js';
import { nameOf, optionValueLabel, platformNames } from '../words/labels.js';
import { channelName, choose, chosenChannels, noChannels } from './choices.js';

const optionalField = {
	required: false,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
	removed: true,
};

/** Creates a form from the JSON Schema of an object. Required properties come first, and the user can't remove them. */
export const toForm = (schema: unknown): ResourceMapperField[] =>
	fieldsIn(schema).map(({ name, type, values, isRequired }) => ({
		...optionalField,
		id: name,
		displayName: titleOf(name),
		required: isRequired,
		removed: !isRequired,
		type,
		...(type === 'options'
			? { options: values.map((value) => ({ name: String(value), value: value as string })) }
			: {}),
	}));

const note = (emptyFieldsNotice: string): ResourceMapperFields => ({ fields: [], emptyFieldsNotice });

const no = { name: 'No', value: false };
const yesOrNo: ResourceMapperField['options'] = [{ name: 'Yes', value: true }, no];

/** Shows a field that already has a value, because the editor would hide values that an AI builder has set. */
function fieldFor(values: IDataObject, field: ResourceMapperField): ResourceMapperField {
	const value = ownValue(values, field.id);
	return value === undefined || value === null ? field : { ...field, removed: false };
}

/**
 * Loads the form of a field. The editor doesn't show why this failed, so the error becomes the form's notice. The form that was
 * loaded before then stays, because the editor drops the values of missing fields.
 */
async function loadForm(
	context: ILoadOptionsFunctions,
	field: string,
	read: (client: PublishingClient) => Promise<ResourceMapperFields>,
): Promise<ResourceMapperFields> {
	const { schema, value } = (context.getCurrentNodeParameter(field) ?? {}) as IDataObject;
	const load = async (client: PublishingClient) => {
		const form = await read(client);
		const values = isObject(value) ? (value as IDataObject) : {};
		if (Object.keys(values).length === 0) return form;
		return { ...form, fields: form.fields.map((each) => fieldFor(values, each)) };
	};
	return await choose(context, load).catch((error: NodeApiError) => {
		const fields = Array.isArray(schema) ? (schema as unknown as ResourceMapperField[]) : [];
		return { fields, emptyFieldsNotice: `${error.message}. ${error.description ?? ''}` };
	});
}

async function getToolArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = locatorValue(this.getCurrentNodeParameter('toolName'));
	if (name === '') return note('Choose a tool to see its arguments');
	if (isExpression(name))
		return note("The tool is an expression. Choose 'Using JSON' in 'Specify Arguments'");
	return await loadForm(this, 'toolArguments', async ({ agent }) => {
		const tool = (await agent.listTools()).find((each) => each.name === name);
		if (!tool) return note(`The service has no tool ${shown(name)} for this credential`);
		return {
			fields: toForm(tool.inputSchema),
			emptyFieldsNotice: 'This tool has no arguments',
		};
	});
}

type Choices = NonNullable<ResourceMapperField['options']>;

/** Loads the values that a channel currently accepts for an option. Undefined if it accepts all. */
type LoadChoices = (client: PublishingClient, channelId: string) => Promise<Choices | undefined>;

/** The choices of an option that a TikTok creator can turn off. */
const switchOf =
	(disabled: 'commentDisabled' | 'duetDisabled' | 'stitchDisabled'): LoadChoices =>
	async ({ accounts }, channelId) =>
		(await accounts.tikTokCreatorInfo(channelId))[disabled] ? [no] : undefined;

/** The options whose values depend on what the network currently allows the channel. */
const liveChoices: Record<string, LoadChoices> = {
	allowComment: switchOf('commentDisabled'),
	allowDuet: switchOf('duetDisabled'),
	allowStitch: switchOf('stitchDisabled'),
	categoryId: async ({ accounts }, channelId) =>
		(await accounts.youTubeCategories(channelId)).categories.map(({ id, title }) => ({
			name: title,
			value: id,
		})),
	privacyLevel: async ({ accounts }, channelId) =>
		(await accounts.tikTokCreatorInfo(channelId)).privacyLevelOptions.map((value) => ({
			name: optionValueLabel('privacyLevel', value),
			value,
		})),
};

/** Keeps the choices that another list also has. Without another list, keeps all. */
const alsoIn = (choices: Choices, others: Choices | undefined): Choices =>
	others ? choices.filter(({ value }) => others.some((other) => other.value === value)) : choices;

/** Shows a switch as a list, because the editor shows a switch without a value as turned on. */
const withoutSwitch = (field: ResourceMapperField): ResourceMapperField =>
	field.type === 'boolean' ? { ...field, type: 'options', options: yesOrNo } : field;

/** Fields for the options of one channel. None is required, because the post might not go to this channel. */
async function optionsForm(client: PublishingClient, channel: Channel): Promise<ResourceMapperField[]> {
	const { optionsKey } = channel.capabilities;
	if (!optionsKey) return [];
	const described = toForm(channel.optionsSchema);
	const known = ownValue(networkOptions, optionsKey) ?? [];
	const choicesOf = async ({ name, choices }: NetworkOption): Promise<Choices | undefined> => {
		const values = described.find(({ id }) => id === name)?.options;
		const live = await ownValue(liveChoices, name)?.(client, channel.id).catch(() => undefined);
		if (live) return alsoIn(live, values);
		const all = values?.map(({ value }) => String(value)) ?? (choices && Object.keys(choices));
		return all?.map((value) => ({ name: optionValueLabel(name, value), value }));
	};
	const knownFields = known.map(async (option): Promise<ResourceMapperField> => {
		const { name, displayName, type } = option;
		const options = await choicesOf(option);
		const choices = options && sortedBy(options, (each) => each.name);
		return {
			...optionalField,
			id: name,
			displayName,
			type,
			...(choices ? { type: 'options', options: choices } : {}),
		};
	});
	const isNew = ({ id }: ResourceMapperField): boolean =>
		id !== 'thumbnail' && known.every(({ name }) => name !== id);
	const newFields = described.filter(isNew).map((field) => ({ ...field, ...optionalField }));
	return [...(await Promise.all(knownFields)), ...newFields].map(withoutSwitch);
}

/** Adds a network, or one of its channels, to the IDs and labels of form fields. */
const fieldsOf = (
	form: ResourceMapperField[],
	{ optionsKey, channelId, label }: { optionsKey: string; channelId?: string; label: string },
): ResourceMapperField[] =>
	form.map((field) => ({
		...field,
		id: channelOptionId(optionsKey, field.id, channelId),
		displayName: `${label}: ${field.displayName}`,
	}));

/** Merges the fields of two channels into one for their network. If their choices differ, it offers those that both have. */
const shared = (one: ResourceMapperField, other: ResourceMapperField): ResourceMapperField =>
	one.options && other.options
		? { ...one, options: alsoIn(one.options, other.options) }
		: other.options
			? other
			: one;

/**
 * Returns the options of a network. If it has several channels, adds the options of each channel.
 * @param isShown whether the form shows the network's options. Otherwise, the user adds them, like those of single channels
 */
async function networkForm(
	client: PublishingClient,
	channels: Channel[],
	isShown: boolean,
): Promise<ResourceMapperField[]> {
	const forms = await Promise.all(channels.map(async (channel) => await optionsForm(client, channel)));
	const optionsKey = channels[0]?.capabilities.optionsKey ?? '';
	const all = new Map<string, ResourceMapperField>();
	for (const field of forms.flat()) {
		const before = all.get(field.id);
		all.set(field.id, before ? shared(before, field) : field);
	}
	const shown = [...all.values()].map((field) => ({ ...field, removed: !isShown }));
	const ofNetwork = fieldsOf(shown, { optionsKey, label: nameOf(platformNames, optionsKey) });
	if (channels.length === 1) return ofNetwork;
	const ofChannels = channels.flatMap((channel, index) =>
		fieldsOf(forms[index] ?? [], { optionsKey, channelId: channel.id, label: channelName(channel) }),
	);
	return [...ofNetwork, ...ofChannels];
}

const optionsKeyOf = ({ capabilities }: Channel): string => capabilities.optionsKey ?? '';

const byOptionsKey = (channels: Channel[]): Channel[][] =>
	[...new Set(channels.map(optionsKeyOf))]
		.sort()
		.map((key) => channels.filter((channel) => optionsKeyOf(channel) === key));

/** Whether the form has values for a channel. Its fields must stay, because the editor drops the values of missing fields. */
function isFilled({ id, capabilities: { optionsKey } }: Channel, form: unknown): boolean {
	const { value } = (form ?? {}) as IDataObject;
	const filled = Object.keys(isObject(value) ? withoutEmpty(value) : {});
	return filled.some((name) => name.startsWith(`${id}:`) || name.startsWith(`${optionsKey}:`));
}

/** Returns the form for the options of the post's channels, or of all channels if the form doesn't name them. */
async function getChannelOptions(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await loadForm(this, 'channelOptions', async (client) => {
		const all = await client.accounts.list();
		if (all.length === 0) return note(noChannels());
		const chosen = await chosenChannels(this, client.accounts);
		const isChosen = ({ id }: Channel): boolean => chosen?.includes(id) ?? false;
		const given = this.getCurrentNodeParameter('channelOptions');
		const channels = chosen ? all.filter((channel) => isChosen(channel) || isFilled(channel, given)) : all;
		const forms = byOptionsKey(channels).map(
			async (ofNetwork) => await networkForm(client, ofNetwork, ofNetwork.some(isChosen)),
		);
		const emptyFieldsNotice =
			'There are no options for the channels that were chosen when this form was loaded. If you choose others, close the node and open it again.';
		return { fields: (await Promise.all(forms)).flat(), emptyFieldsNotice };
	});
}

/** The forms of the resource mappers. */
export const resourceMapping = { getChannelOptions, getToolArguments };
