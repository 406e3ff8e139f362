import { characterCount, charactersOf, counted } from '../../../client/http/text.js';
import { limits, type MediaType } from '../../../client/publishing/values.js';
import { ParameterError } from '../../shared/errors.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { jsonList, toLine } from '../../shared/values.js';
import { hintOnce } from '../words/hints.js';

/** The label of the field for alt texts. */
export const altTextLabel = 'Alt Text';

/** Returns the entries of a list, or the lines of a text. */
function entriesIn(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return typeof value === 'string' ? (jsonList(value) ?? value.split(/\r?\n/)) : [value];
}

/**
 * Reads the alt texts of files, in the order of the files. Each line of a text is one alt text, and so is each entry of a list. An
 * empty one is empty in the result, too. Throws a `ParameterError` if there are more alt texts than files, or if one of them isn't
 * text or is too long.
 */
export function readAltTexts(value: unknown, fileCount: number): string[] {
	const texts = entriesIn(value).map((entry) => toLine(entry, altTextLabel));
	const count = texts.findLastIndex((text) => text !== '') + 1;
	if (count > fileCount) {
		throw new ParameterError(
			`'${altTextLabel}' has ${counted(count, 'line')}, but there ${fileCount === 1 ? 'is' : 'are'} ${counted(fileCount, 'file')}`,
			'Enter one line for each file, in their order. For a text with line breaks, use an expression that returns a list with one text for each file',
		);
	}
	const long = texts.findIndex((text) => characterCount(text) > limits.altTextMax);
	if (long === -1) return texts.slice(0, count);
	throw new ParameterError(
		`'${altTextLabel}' of file ${long + 1} is too long: ${charactersOf(characterCount(texts[long] ?? ''), limits.altTextMax)}`,
		'Shorten the text',
	);
}

/** Says that files keep their alt texts, although the user has entered some. The service can't change them. */
export const hintKept = (parameters: ParameterReader): void =>
	hintOnce(parameters, [
		`Files that were uploaded before keep their alt text, because the service can't change it. '${altTextLabel}' only applies to files that are uploaded now.`,
	]);

/**
 * Says how many images and GIFs have no alt text.
 * @param types the types of the files, in the order of their alt texts. Undefined for a file of an unknown type
 */
export function hintMissing(
	parameters: ParameterReader,
	altTexts: string[],
	types: Array<MediaType | undefined>,
): void {
	const missing = types.filter((type, index) => type !== undefined && type !== 'video' && !altTexts[index]);
	if (missing.length === 0) return;
	const images = `${counted(missing.length, 'image')} ${missing.length === 1 ? 'has' : 'have'}`;
	hintOnce(parameters, [
		`${images} no alt text. Enter it in '${altTextLabel}' for people who can't see images.`,
	]);
}
