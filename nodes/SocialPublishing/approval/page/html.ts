import { momentIn } from '../../../shared/dates.js';
import { markup, type Fragment, type Html } from '../markup.js';

/** A sentence that the page shows in a box. */
export interface Notice {
	kind: 'bad' | 'wait' | 'good';
	text: string;
	/** The ID of the element where the reader can see or fix what is wrong. */
	anchor?: string;
}

/** The IDs of the page's elements to which its links lead. */
export const anchors = {
	overview: 'overview',
	post: (index: number) => `post-${index}`,
	preview: (index: number, position: number) => `preview-${index}-${position}`,
} as const;

/** About how many characters fit in a line of a field on a phone, and how many lines a field has. */
const charactersPerRow = 32;
const rowsMin = 4;
const rowsMax = 16;

/** A sentence in a box. */
export const noticeBox = ({ kind, text }: Notice): Html =>
	markup`<p class="box ${kind}"><bdi>${text}</bdi></p>`;

/** A sentence in a box that answers a form. A screen reader reads it immediately if it says what went wrong. */
export const answerBox = ({ kind, text }: Notice): Html =>
	kind === 'bad' ? markup`<p class="box bad" role="alert"><bdi>${text}</bdi></p>` : noticeBox({ kind, text });

/** Labels and their values. */
export const factList = (facts: Array<[string, string]>): Fragment =>
	facts.length > 0 &&
	markup`<dl>${facts.map(([label, value]) => markup`<dt><bdi>${label}</bdi></dt><dd><bdi>${value}</bdi></dd>`)}</dl>`;

/** A field with its label. */
interface FieldLook {
	/** The name of a field is also its ID, which its label refers to. */
	name: string;
	label: Fragment;
	value: string;
	hint?: string;
	/** What is wrong with the field, out of everything that is wrong. */
	problems: ReadonlyArray<{ text: string; anchor?: string }>;
}

const labelOf = ({ name, label, hint }: FieldLook): Html =>
	markup`<label for="${name}">${label}${hint !== undefined && markup`<span class="hint">${hint}</span>`}</label>`;

function wrongOf({ name, problems }: FieldLook): { text: Fragment; attributes: Fragment } {
	const texts = problems.filter(({ anchor }) => anchor === name).map(({ text }) => text);
	if (texts.length === 0) return { text: false, attributes: false };
	const id = `${name}-wrong`;
	return {
		text: markup`<p class="wrong" id="${id}"><bdi>${texts.join(' ')}</bdi></p>`,
		attributes: markup` aria-invalid="true" aria-describedby="${id}"`,
	};
}

/** How many lines a field needs for a text on a phone, within limits. */
function rowsFor(text: string): number {
	const lines = text.split('\n').map((line) => Math.ceil(line.length / charactersPerRow) || 1);
	const rows = lines.reduce((sum, count) => sum + count, 0);
	return Math.min(Math.max(rows, rowsMin), rowsMax);
}

/** A field for a text of several lines. */
export function textField(field: FieldLook): Html {
	const { name, value } = field;
	const { text, attributes } = wrongOf(field);
	return markup`${labelOf(field)}${text}
<textarea id="${name}" name="${name}" dir="auto" rows="${rowsFor(value)}"${attributes}>
${value}</textarea>`;
}

/** A field of one line. */
export function lineField(field: FieldLook, type = 'text', more: Fragment = false): Html {
	const { name, value } = field;
	const { text, attributes } = wrongOf(field);
	return markup`${labelOf(field)}${text}<input type="${type}" id="${name}" name="${name}" value="${value}" dir="auto"${more}${attributes}>`;
}

/** A field that the reader doesn't see. */
export const hiddenField = (name: string, value: string): Html =>
	markup`<input type="hidden" name="${name}" value="${value}">`;

/** A button that sends the form. */
export const button = (value: string, label: string, kind = ''): Html =>
	markup`<button name="action" value="${value}" class="${kind}">${label}</button>`;

/** Writes a time for people in each of the zones, without duplicates. */
export const timesIn = (iso: string, zones: readonly string[]): string =>
	[...new Set(zones)].map((zone) => momentIn(zone, iso, 'long')).join(' · ');
