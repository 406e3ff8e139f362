import { quote } from '../../http/redact.js';
import { characterCount, counted, trimmed } from '../../http/text.js';
import type { Finding, FindingCode, Severity } from '../findings.js';
import type { Channel } from '../schemas.js';
import { entityNames } from '../text/entities.js';
import type { PostToCheck } from './types.js';

/** Something that no one writes, but that a workflow can leave in a text. */
export interface Damage {
	/** What it is, for a reader of docs/media.md. */
	name: string;
	shape: RegExp;
	code: Extract<FindingCode, 'textBroken' | 'textUnwritten'>;
	severity: Severity;
	/** What was found, as the end of a sentence that starts with the field. */
	has: (found: string) => string;
	advice: string;
	/** Whether the shape is that of a text from its beginning. Such a caption isn't delivered. */
	isWhole?: boolean;
	/** Whether a caption that has it isn't delivered, except on dev.to, whose articles can be about such things. */
	stops?: boolean;
	/** Whether dev.to shows it as it's meant. */
	isForMarkdown?: boolean;
}

/** The longest placeholder to look for, so that the time grows linearly with the text. */
const placeholderMax = 200;

/** The most characters of a placeholder to show, including the ellipsis. */
const shownMax = 41;

const quoted = (found: string): string => quote(found, shownMax);

const left = (name: string, shape: RegExp, advice: string, isForMarkdown = false): Damage => ({
	name,
	shape,
	code: 'textUnwritten',
	severity: 'warning',
	has: (found) => `has ${quoted(found)}`,
	advice,
	isForMarkdown,
});

const whole = (name: string, shape: RegExp, what: string, advice: string, isForMarkdown = false): Damage => ({
	...left(name, shape, advice, isForMarkdown),
	has: (found) => `is ${what} (${quoted(found)})`,
	isWhole: true,
});

const checkExpression = 'Check the expression that makes the text';

const spreadsheetError = String.raw`#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)`;

const brokenFormula = "The spreadsheet's formula has an error";

const checkBefore = 'Check what the node before this one returned, and use its text';

const convertHtml = "The option 'Adapt Text: Convert Markdown' turns HTML into text";

/** Characters that UTF-8 has after the first one, as an older encoding reads them. */
const continuation =
	'[\\u0080-\\u00BF\u20AC\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u017D\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u017E\u0178]';

/** What a path begins with, before one of its backslashes. */
const inPath = String.raw`(?=\\)(?<!(?:(?<![\p{L}\p{N}])[a-zA-Z]:|\\|%|(?<!\S)(?:\.{1,2}|~))(?:\\\S{0,200})?)`;

const elements =
	'a|abbr|article|b|blockquote|center|code|del|div|em|figcaption|figure|font|footer|h[1-6]|header|i|iframe|li|main|nav|ol|p|pre|s|script|section|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|video';

/** What nobody writes. If a whole text fits a row, only the first such row is reported. */
export const damages: readonly Damage[] = [
	{
		name: 'Half an emoji or another half character',
		// With `u`, halves that belong together are one character.
		shape: /\p{Cs}/gu,
		code: 'textBroken',
		severity: 'error',
		has: () => 'has half a character',
		advice:
			"An earlier node cut the text inside an emoji or a rare character. In an expression, [...text].slice(0, 100).join('') cuts between characters",
	},
	{
		name: 'A NUL character',
		shape: /\0/g,
		code: 'textBroken',
		severity: 'error',
		has: () => 'has a NUL character',
		advice: 'Remove it, such as with .replaceAll("\\u0000", "") in the expression',
	},
	whole(
		'JSON, or a code block around it, as the whole text',
		/^(?:`{3,}[a-z]{0,10}\s{0,9})?(?:\[\s{0,9})?\{(?:\s{0,99}(?:"[^"\n]{1,99}"|'[^'\n]{1,99}')\s{0,9}:[^]*|\s*)\}(?:\s{0,9}\])?(?:\s{0,9}`{3,})?$/i,
		'only JSON',
		checkBefore,
	),
	whole(
		'The answer of a request that failed, as the whole text',
		/^(?:\w{0,20}Error: )?(?:Request failed with status code \d{3}|\d{3} (?:- ["{]|\{")|connect E|getaddrinfo E|The service is receiving too many requests)[^\n]*$/,
		'the message of an error',
		checkBefore,
	),
	whole(
		'`undefined`, `null`, `NaN` or `[object Object]`, as the whole text',
		/^(?:undefined|null|NaN|\[object \w+\])$/,
		'what an expression without a value leaves',
		checkExpression,
	),
	whole(
		'`#REF!`, `#N/A` or another error of a spreadsheet, as the whole text',
		new RegExp(`^${spreadsheetError}$`),
		'the error of a spreadsheet',
		brokenFormula,
	),
	whole(
		'A web page, which begins with `<!doctype` or `<html`',
		/^<(?:!doctype|html)\b[^]{0,100}/i,
		'a web page',
		checkBefore,
		true,
	),
	whole(
		'What a model thinks, which begins with `<think>`',
		/^<(?:think|thinking|thought|reasoning|scratchpad)>[^]{0,100}/i,
		'what the model thinks before it answers',
		"Use only what follows '</think>', such as with .split('</think>').pop().trim() in the expression",
	),
	{
		name: 'The sign for a lost character (\uFFFD)',
		shape: /\uFFFD/g,
		code: 'textUnwritten',
		severity: 'warning',
		has: () => 'has the sign for a lost character (\uFFFD)',
		advice: 'An earlier node read the text with another encoding than the one it was written in',
	},
	{
		...left(
			'`[object Object]` in a text',
			/\[object \w+\]/g,
			'An object was used as text. Choose one of its fields in the expression',
		),
		stops: true,
	},
	left('`undefined`, `NaN`', /(?<![\w.])(?:undefined|NaN)(?![\w(])/g, checkExpression),
	left(
		'`null` instead of a name or a value, such as `Hello null`',
		/\b(?:hello|hi|hey|dear|hallo|bonjour|hola|ciao|ol\u00E1|welcome|thanks|thank you|congratulations),? (?:null|nil|none)\b(?! ?\p{L})|(?<=\p{L}: ?[$\u20AC\u00A3]?)\b(?:null|nil)\b(?!["'\s]*[,}\]]| ?\p{L})|^(?:null|nil|none)$|\bnull,? null\b/giu,
		checkExpression,
	),
	{
		...left('`Invalid DateTime`', /\bInvalid DateTime\b/g, "A date in the expression couldn't be read"),
		stops: true,
	},
	left('`Invalid Date`', /\bInvalid Date\b/g, "A date in the expression couldn't be read"),
	left(
		'`#REF!`, `#N/A` and other errors of spreadsheets in a text',
		new RegExp(spreadsheetError, 'g'),
		brokenFormula,
	),
	left(
		"An expression in braces that wasn't evaluated",
		new RegExp(`\\{\\{[^{}]{0,${placeholderMax}}\\}\\}`, 'g'),
		"The expression wasn't evaluated. Switch the field to Expression, and use one pair of braces for each value",
	),
	left(
		'Elements of HTML',
		new RegExp(
			[
				`(?<=[^\\s\`])</(?:${elements})\\s{0,9}>(?!\`)`,
				String.raw`(?<=[\p{L}\p{N}.,!?:>])<br\s{0,9}/?>|<br\s{0,9}/?>(?=[\p{L}\p{N}<])`,
				String.raw`<(?:img|a|iframe|video|source)\s[^<>]{0,500}(?:src|href)\s{0,9}=\s{0,9}["']?https?:[^<>]{0,500}>`,
				String.raw`<(?:div|p|span|ul|ol|table|td|style|script)\s+(?:style|class|id|data-[a-z-]{1,30}|type)=["'][^<>]{0,500}>`,
			].join('|'),
			'giu',
		),
		convertHtml,
		true,
	),
	left(
		'Shortcodes of WordPress',
		/\[\/[a-z][\w-]{0,40}\]|\[[a-z][\w-]{0,40}(?:\s+[\w-]{1,40}=(?:"[^"\]]{0,200}"|'[^'\]]{0,200}'|[\u201C\u2033][^\]]{0,200}?[\u201D\u2033]))+\s*\/?\]/gi,
		"Only the website replaces them. Use the rendered text of the page, such as 'content.rendered' of WordPress",
	),
	left(
		'Footnotes, notes such as `[!NOTE]` and front matter of Markdown',
		/\[\^[^\]\s]{1,40}\]|\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]|^---\r?\n(?:[\w-]{1,40}:[^\n]{0,500}\n){1,50}---[ \t]*(?=\r?\n|$)/g,
		'Networks show them as plain characters. Remove them, or ask the model for plain text',
		true,
	),
	left(
		'Marks with which a model names its sources',
		/\u3010\d{1,4}(?::\d{1,4})?\u2020[^\u3011\n]{0,100}\u3011|[\uE000-\uF8FE](?:[a-z\d]{0,40}[\uE000-\uF8FE]){0,9}|:?contentReference\[oaicite[^\]\s]{0,20}\](?:\{index=\d+\})?|\[oai_citation[^\]\n]{0,100}\]|\bturn\d{1,3}(?:search|news|view|image|file)\d{1,3}\b/gu,
		'Remove them in the expression, or tell the model to write without them',
	),
	left(
		'`\\n` instead of a line break',
		new RegExp(
			String.raw`${inPath}(?:(?<=[\p{L}\p{N}.,!?:;)\u2026\p{Extended_Pictographic}])(?:\\r)?(?:\\n)+|(?:\\n)+(?=[\p{Lu}\p{N}\p{Extended_Pictographic}#\u2022@*-]))(?![\w\\]{0,60}\.[a-z]{2,4}\b)`,
			'gu',
		),
		String.raw`Replace it, such as with .replaceAll('\\n', '\n') in the expression`,
	),
	left(
		'`\\u00e9` instead of a letter',
		new RegExp(
			String.raw`${inPath}(?:(?<=[\p{L}\p{N}])\\u[\da-fA-F]{4}|\\u[\da-fA-F]{4}(?=[\p{L}\p{N}\\]))`,
			'gu',
		),
		'The text was converted to JSON where it already was. Use its value before that',
	),
	left(
		'`_x000D_` of a spreadsheet',
		/_x[\dA-F]{4}_/g,
		'The spreadsheet wrote a line break in its own way. Remove it in the expression',
	),
	left(
		'`%20` between words',
		/(?<=(?:^|\s)[\p{L}\p{N},.!?'\u2019-]{1,60})%20(?=[\p{L}\p{N}])/gu,
		'The text was encoded for an address. In an expression, .urlDecode() turns it back',
	),
	left(
		'Letters that were encoded once too often, such as `f\u00C3\u00BCr`',
		new RegExp(
			`(?<!\\p{Lu})[\u00C2\u00C3]${continuation}|\u00E2\u20AC${continuation}|\u00F0\u0178${continuation}|(?:[\u00D0\u00D1]${continuation}){2}|(?:[\u00E3-\u00E9]${continuation}{2}){2}`,
			'gu',
		),
		'An earlier node read the text with another encoding than UTF-8',
	),
	left(
		'Control characters',
		/(?![\t\n\r\0])\p{Cc}/gu,
		'Remove it in the expression. It often comes from a document or a spreadsheet',
	),
	left(
		'Entities of HTML, such as `&amp;`',
		new RegExp(`(?<!\`)&(?:#\\d{1,7}|#x[\\da-fA-F]{1,6}|${entityNames.join('|')});`, 'g'),
		convertHtml,
		true,
	),
];

/** Where a text stands: the field as a path, and the text. */
type PlacedText = [field: string, text: string];

/** Deeper texts are none of a post: an override, its options, a network, an option and its entries. */
const depthMax = 8;

/** Finds all texts in a value, with their paths. */
function textsIn(value: unknown, path: string, depth = 0): PlacedText[] {
	if (typeof value === 'string') return [[path, value]];
	if (typeof value !== 'object' || value === null || depth === depthMax) return [];
	return Object.entries(value).flatMap(([name, entry]) => textsIn(entry, `${path}.${name}`, depth + 1));
}

/** Where a text is shown, as far as it matters to what nobody writes there. */
interface Shown {
	/** Whether the text is a caption that goes out now or later. */
	isDelivered: boolean;
	/** Whether it's shown anywhere but on dev.to. */
	isPlain: boolean;
}

/** The damages of a text. If the text as a whole is one, what else is in it doesn't matter. */
function damagesOf(text: string, { isPlain }: Shown): Damage[] {
	const possible = damages.filter(({ isForMarkdown }) => isPlain || isForMarkdown !== true);
	const asWhole = possible.find(({ isWhole, shape }) => isWhole && shape.test(trimmed(text)));
	return asWhole
		? [...possible.filter(({ code }) => code === 'textBroken'), asWhole]
		: possible.filter(({ isWhole }) => !isWhole);
}

/** Describes each kind of damage in a text once, with the position of the first and how many follow. */
const damagesIn = ([field, text]: PlacedText, shown: Shown): Finding[] =>
	damagesOf(text, shown).flatMap(
		({ shape, code, severity: usual, has, advice, isWhole, stops }): Finding[] => {
			const isStopped = isWhole || (stops && shown.isPlain);
			const severity = isStopped && shown.isDelivered ? 'error' : usual;
			if (isWhole) return [{ code, severity, field, problem: `${has(trimmed(text))}. ${advice}` }];
			const [first, ...others] = text.matchAll(shape);
			if (!first) return [];
			const position = characterCount(text.slice(0, first.index)) + 1;
			const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more time')}`;
			const problem = `${has(first[0])} at character ${position}${more}. ${advice}`;
			return [{ code, severity, field, problem }];
		},
	);

const ownCaption = /^perAccount\.([^.]+)\.caption$/;

/** The channels that get a text: one for a text of its own, and those without for the caption. */
function channelsOf(field: string, { accounts, perAccount }: PostToCheck): string[] {
	const [, own] = ownCaption.exec(field) ?? [];
	if (own !== undefined) return [own];
	return field === 'caption'
		? accounts.filter((id) => typeof perAccount?.[id]?.caption !== 'string')
		: accounts;
}

/**
 * Finds what nobody writes in the texts of a post: half characters and NUL, which can't be sent as they are, and what an expression,
 * a spreadsheet, a website or a model leaves. A caption that isn't a text at all isn't delivered. A text that no channel gets only has to
 * be one that can be sent.
 * @param channels the key's channels. Empty if the service doesn't say
 */
export function textFindings(post: PostToCheck, channels: readonly Channel[] = []): Finding[] {
	const { caption, title, firstComment, linkUrl, perAccount, media, delivery, accounts } = post;
	const ofPost = Object.entries({ caption, title, firstComment, linkUrl, perAccount });
	const ofFiles = media.map(({ altText = '' }): PlacedText => ['altText', altText]);
	const isDevto = (id: string): boolean => channels.find((one) => one.id === id)?.platform === 'devto';
	return [...ofPost.flatMap(([name, value]) => textsIn(value, name)), ...ofFiles].flatMap((placed) => {
		const [field] = placed;
		const having = channelsOf(field, post);
		const isCaption = field === 'caption' || ownCaption.test(field);
		const isPlain = !isCaption || accounts.length === 0 || having.some((id) => !isDevto(id));
		const isDelivered = isCaption && delivery !== undefined;
		const found = damagesIn(placed, { isDelivered, isPlain });
		const isUnused = field === 'caption' && accounts.length > 0 && having.length === 0;
		return isUnused ? found.filter(({ code }) => code === 'textBroken') : found;
	});
}
