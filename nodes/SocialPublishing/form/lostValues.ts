import type { IDataObject } from 'n8n-workflow';
import { isObject, ownValue } from '../../../client/http/json.js';
import { inSentence } from '../../../client/http/text.js';
import type { Finding, FindingCode } from '../../../client/publishing/findings.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { LiveOptions } from '../../../client/publishing/posts/content.js';
import type { Overrides } from '../../../client/publishing/requests.js';
import type { Channel } from '../../../client/publishing/schemas.js';
import { ParameterError } from '../../shared/errors.js';
import { isUuid } from '../../shared/names.js';
import { isTool, type ParameterReader } from '../../shared/parameters.js';
import { isExpression, isUnset, locatorValue, shown, switchIn } from '../../shared/values.js';
import { readOptionId } from '../options/channelOptions.js';
import { keepShownFindings } from '../words/findings.js';
import { hintOnce } from '../words/hints.js';
import { fieldLabel, nameOf, optionLabel, platformNames } from '../words/labels.js';

// What becomes of a field whose expression returns nothing for an item:
//
// - Who can see the post, its text and its time: an error, because nobody wants the post without it.
// - A channel or a file: a warning, because the rest of the post is as the user wants it.
// - A title or board that a channel needs: the error about the empty field, which blames the expression.
// - Everything else, such as a first comment: a hint, unless a cell of a table is only empty.

/** An expression of n8n in a text, such as `{{ $json.title }}`. */
const ownExpression = /\{\{\s{0,9}\$[^{}]{0,200}\}\}/;

/**
 * Throws a `ParameterError` for a caption with an expression that n8n doesn't evaluate, because the field isn't an expression. A text from
 * another node can have one on purpose. Without the check before sending, anything is sent.
 */
export function requireEvaluated({ context, options }: ParameterReader): void {
	const { caption } = context.getNode().parameters;
	if (typeof caption !== 'string' || isExpression(caption) || switchIn(options.checkFirst) === false) return;
	const [found] = ownExpression.exec(caption) ?? [];
	if (found === undefined) return;
	throw new ParameterError(
		`'Caption' has ${shown(found)}, which isn't evaluated`,
		"Switch 'Caption' to Expression",
	);
}

/** The options that decide who can see a post. */
const visibilityOptions = ['privacyLevel', 'privacyStatus'];

/**
 * Throws a `ParameterError` if the expression of an option that decides who can see a new post returned nothing for one of its channels.
 * Without the option, more people could see the post than the user wants.
 */
export async function requireVisibility(
	parameters: ParameterReader,
	{ accounts }: PublishingClient,
	{
		accounts: ids,
		perAccount,
		liveOptions = {},
	}: { accounts?: string[]; perAccount?: Overrides | null; liveOptions?: LiveOptions },
): Promise<void> {
	const stored = parameters.context.getNode().parameters.channelOptions as IDataObject | undefined;
	const values = parameters.value('channelOptions.value', {}) as IDataObject | null;
	const lost = Object.entries((stored?.value ?? {}) as IDataObject)
		.filter(([id, value]) => isExpression(value) && isUnset(values?.[id]))
		.map(([id]) => readOptionId(id))
		.filter(({ name }) => visibilityOptions.includes(name));
	if (lost.length === 0 || isTool(parameters.context)) return;
	const channels = (await accounts.list()).filter(({ id }) => ids?.includes(id));
	for (const { channel: only, optionsKey, name } of lost) {
		const isMissing = ({ id, capabilities }: Channel): boolean => {
			const override = ownValue(perAccount ?? {}, id)?.options as LiveOptions[string] | undefined;
			const given = override?.[optionsKey]?.[name] ?? ownValue(liveOptions, id)?.[optionsKey]?.[name];
			const isMeant = only === undefined || !isUuid(only) || only === id;
			return isMeant && capabilities.optionsKey === optionsKey && isUnset(given);
		};
		if (!channels.some(isMissing)) continue;
		const label = `${nameOf(platformNames, optionsKey)}: ${optionLabel(name)}`;
		throw new ParameterError(
			`The expression in '${label}' returned nothing for this item`,
			'Without a value, more people could see the post than you want. Check the expression',
		);
	}
}

/** Says which optional fields of a post an expression has lost. A cell of a table that is only empty is no loss. */
export function hintLostFields(parameters: ParameterReader): void {
	if (isTool(parameters.context)) return;
	const stored = parameters.context.getNode().parameters as Record<string, IDataObject | undefined>;
	const { channelOverridesJson } = parameters.options;
	const lostIn = (kept: unknown, values: IDataObject | null, labelOf: (name: string) => string) =>
		Object.entries(isObject(kept) ? kept : {})
			.filter(([name, value]) => isExpression(value) && (values?.[name] ?? undefined) === undefined)
			.map(([name]) => `'${labelOf(name)}'`);
	const lost = [
		...lostIn(stored.additionalFields, parameters.collection('additionalFields'), fieldLabel),
		...lostIn(
			stored.channelOptions?.value,
			parameters.value('channelOptions.value', {}) as IDataObject | null,
			(id) => optionLabel(readOptionId(id).name),
		),
		...lostIn(
			{ channelOverridesJson: stored.options?.channelOverridesJson },
			{ channelOverridesJson },
			() => 'Channel Overrides (JSON)',
		),
	];
	if (lost.length === 0) return;
	const [expressions, theyAre] = lost.length === 1 ? ['expression', "it's"] : ['expressions', "they're"];
	hintOnce(parameters, [
		`The ${expressions} in ${inSentence(lost)} returned nothing for this item, so ${theyAre} left out`,
	]);
}

/** Warns of a channel that an expression has lost, because the post goes only to the others. */
export function warnOfLostChannel(parameters: ParameterReader, given: unknown, displayName: string): void {
	const entries: unknown[] = typeof given === 'string' ? given.split(',') : [given].flat();
	if (!parameters.isWorkedOut('channels') || !entries.some((entry) => isUnset(entry))) return;
	const message = `The expression in '${displayName}' returned an entry without a value, which is left out`;
	keepShownFindings(parameters, [{ code: 'channelLost', severity: 'warning', field: 'accounts', message }]);
	hintOnce(parameters, [message], 'warning');
}

/** Fields of the form whose emptiness is a finding, by its code. */
const requiredFields: Partial<Record<FindingCode, [name: string, label: string]>> = {
	boardMissing: ['boardId', 'Board'],
	titleMissing: ['title', 'Title'],
};

/** Adds to findings about empty fields that their expressions returned nothing. */
export const withLostFields =
	(parameters: ParameterReader) =>
	(found: Finding): Finding => {
		const [name, label] = requiredFields[found.code] ?? [];
		const isLost =
			name !== undefined && parameters.isWorkedOut(name) && locatorValue(parameters.value(name, '')) === '';
		return !isLost
			? found
			: {
					...found,
					problem: `${found.problem}. The expression in '${label}' returned nothing for this item`,
				};
	};
