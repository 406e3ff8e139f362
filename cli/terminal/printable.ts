import { isObject } from '../../client/http/json';

/** Characters that control a terminal, but for tab and line feed, or the direction of text. */
const controls = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Shows control characters of a text as escapes such as `\u001b`, so that they can't change what a terminal shows. */
export const printable = (text: string): string => text.replace(controls, escaped);

/** A text in one line. */
const printableLine = (text: string): string => printable(text.replace(/[\t\n]+/g, ' '));

/** JSON that has the same value, but no character that controls a terminal. JSON escapes the others itself. */
export const printableJson = (value: unknown, indentation?: number): string =>
	printable(JSON.stringify(value, undefined, indentation));

/** A copy of an answer in which all texts and names are printable, each in one line. */
export function printableValues<Value>(value: Value): Value {
	const copy = (part: unknown): unknown => {
		if (typeof part === 'string') return printableLine(part);
		if (Array.isArray(part)) return part.map(copy);
		if (!isObject(part)) return part;
		return Object.fromEntries(Object.entries(part).map(([name, each]) => [printableLine(name), copy(each)]));
	};
	return copy(value) as Value;
}
