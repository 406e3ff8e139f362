import type { IDataObject } from 'n8n-workflow';
import { asObject, isObject } from '../../../client/http/json.js';
import { counted, isBlank, listed } from '../../../client/http/text.js';
import { ParameterError } from '../../shared/errors.js';
import { showHint } from '../../shared/operation.js';
import { failedBeforeError, isOwnError, ParameterReader } from '../../shared/parameters.js';
import { isExpression, shown } from '../../shared/values.js';
import { cell } from '../../shared/runState.js';

/**
 * Finds out what each row of a list gives the form. By the form's values alone, an empty table, a failed node and renamed columns look alike,
 * so the item itself decides. A missing value must not publish or remove a post.
 *
 * | Row           | The item                                                      | What is done with it                                 |
 * | ------------- | ------------------------------------------------------------- | ---------------------------------------------------- |
 * | `blank`       | has neither an error nor files nor any value                  | skipped                                              |
 * | `failed`      | has an error, and the form reads nothing from it              | fails                                                |
 * | `nothingRead` | has values, and the form reads nothing from it                | skipped with a warning, and no post is removed       |
 * | `content`     | has something that the form reads, or the form reads no items. In Create or Update, the ID of the post doesn't count | everything else                         |
 */
type RowKind = 'blank' | 'content' | 'failed' | 'nothingRead';

/**
 * The columns that a source writes into each row, also into rows in which no one has entered anything: Google Sheets, Airtable, and n8n's
 * data tables. docs/calendar.md lists them.
 */
const columnsOfSources: ReadonlyArray<readonly string[]> = [
	['row_number'],
	['id', 'createdTime'],
	['id', 'createdAt', 'updatedAt'],
];

/** The fields of a post. Others only say how it's handled. */
const contentNames = [
	'additionalFields',
	'altText',
	'caption',
	'channelOptions',
	'channelOverrides',
	'channels',
	'mediaAssetIds',
	'mediaUrl',
	'postId',
	'publishAt',
	'title',
] as const;

/** Whether a value counts as not entered. A checkbox that isn't checked is false. */
function isEmpty(value: unknown): boolean {
	if (typeof value === 'string') return isBlank(value);
	if (Array.isArray(value)) return value.every(isEmpty);
	if (isObject(value)) return !(value instanceof Date) && Object.values(value).every(isEmpty);
	return value === undefined || value === null || value === false;
}

/** The columns of an item in which someone has entered something. */
function enteredColumns(json: Record<string, unknown>): string[] {
	const ofSources = columnsOfSources.filter((columns) =>
		columns.every((column) => Object.hasOwn(json, column)),
	);
	return Object.keys(json).filter((name) => !isEmpty(json[name]) && !ofSources.flat().includes(name));
}

const namedColumn =
	/\$(?:json|input\.item\.json)(?:\??\.([\p{L}_$][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$]|\s*\()|(?:\?\.)?\[\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\])/gu;
const wholeItem = /\$(?:json|input|binary|item)\b/;
const otherItems = /\$(?:fromAI|node)\b|\$\([^)]*\)\.(?:item|itemMatching|pairedItem)\b|\$\(.*\$itemIndex\b/s;

/** What an expression reads for an item. */
interface Reading {
	/** The columns that it names. */
	columns: string[];
	/** Whether it reads the item in another way than by names of columns. */
	readsWhole: boolean;
	/** Whether it reads the item of another node, or what a model fills in. */
	readsOthers: boolean;
}

function readingOf(expression: string): Reading {
	const columns = [...expression.matchAll(namedColumn)].map(
		([, name, quoted, inQuotes]) => name ?? quoted ?? inQuotes ?? '',
	);
	const rest = expression.replace(namedColumn, '');
	return { columns, readsWhole: wholeItem.test(rest), readsOthers: otherItems.test(rest) };
}

const readsItems = ({ columns, readsWhole, readsOthers }: Reading): boolean =>
	columns.length > 0 || readsWhole || readsOthers;

interface FormExpression {
	path: [name: string, ...inner: string[]];
	reading: Reading;
}

function expressionsIn(stored: unknown, path: FormExpression['path']): FormExpression[] {
	if (isExpression(stored)) return [{ path, reading: readingOf(String(stored)) }];
	return Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).flatMap(
		([name, inner]) => expressionsIn(inner, [...path, name]),
	);
}

/** The expressions for the fields of a post. */
function expressionsOf({ context }: ParameterReader): FormExpression[] {
	const stored = context.getNode().parameters;
	const { channelOverridesJson } = asObject(stored.options);
	return [
		...contentNames.flatMap((name) => expressionsIn(stored[name], [name])),
		...expressionsIn(channelOverridesJson, ['options', 'channelOverridesJson']),
	].filter(({ reading }) => readsItems(reading));
}

/** Whether an expression returned something. One that can't be evaluated counts, because it fails when the item is processed. */
function hasValue(parameters: ParameterReader, [name, ...inner]: FormExpression['path']): boolean {
	try {
		return !isEmpty(inner.reduce<unknown>((value, key) => asObject(value)[key], parameters.value(name, '')));
	} catch {
		return true;
	}
}

/** A row, and the columns in which someone has entered something. */
interface Row {
	kind: RowKind;
	columns: string[];
	/** Why the item failed before, if that is its kind. */
	error: ParameterError | undefined;
}

function readRow(parameters: ParameterReader, expressions: FormExpression[], isFixed: boolean): Row {
	const { context, itemIndex } = parameters;
	const { json = {}, binary = {} } = context.getInputData()[itemIndex] ?? {};
	const columns = enteredColumns(json);
	const hasFiles = Object.keys(binary).length > 0;
	const takesFiles = hasFiles && parameters.value('media', 'none') === 'binary';
	const isRead = ({ path, reading }: FormExpression): boolean => {
		const isItemRead = reading.readsWhole || reading.columns.some((column) => !isEmpty(json[column]));
		return (isItemRead || reading.readsOthers) && hasValue(parameters, path);
	};
	const kindOf = (): RowKind => {
		const isBlankRow = columns.length === 0 && !hasFiles;
		// Constant texts in the form don't fill a blank row, but its ID and the item of another node do.
		const counting = isBlankRow
			? expressions.filter(({ path: [name], reading }) => name === 'postId' || reading.readsOthers)
			: expressions;
		if (takesFiles || counting.some(isRead)) return 'content';
		if (!isEmpty(json.error)) return 'failed';
		if (isFixed) return 'content';
		return isBlankRow ? 'blank' : 'nothingRead';
	};
	const kind = kindOf();
	return { kind, columns, error: kind === 'failed' ? failedBeforeError(parameters) : undefined };
}

/** The fields of a failed item that a form reads only to tell of the error. Its message can get into a post by mistake. */
const errorColumns = ['error', 'details'];

const isSkipped = ({ action, reason }: Record<string, unknown>): boolean =>
	action === 'skipped' && typeof reason === 'string';

const quotedNames = (names: Iterable<string>): string => listed([...new Set(names)].sort().map(shown));

/** The rows of a run. */
class Rows {
	constructor(
		private readonly rows: readonly Row[],
		/** The columns that the form names. */
		private readonly namedColumns: readonly string[],
	) {}

	/** Whether the form reads something from a row. */
	hasContent(itemIndex: number): boolean {
		return this.rows[itemIndex]?.kind === 'content';
	}

	/** Whether every row is blank. */
	get areBlank(): boolean {
		return this.rows.every(({ kind }) => kind === 'blank');
	}

	/** The index of the first row that has values of which the form reads none. */
	get firstUnread(): number | undefined {
		const index = this.rows.findIndex(({ kind }) => kind === 'nothingRead');
		return index === -1 ? undefined : index;
	}

	/**
	 * Returns why a row is skipped. Undefined for a row with content. Throws a `ParameterError` for the error of an earlier node, and
	 * for all rows if none has anything that the form reads.
	 */
	whySkipped(itemIndex: number): 'blank' | 'nothingRead' | undefined {
		const { kind = 'content', error } = this.rows[itemIndex] ?? {};
		if (error !== undefined) throw error;
		if (this.firstUnread !== undefined && !this.rows.some((row) => row.kind === 'content')) {
			throw new ParameterError(
				'The form reads nothing from any row',
				`${this.difference(this.firstUnread)} Use the same names in the form and in the list.`,
			);
		}
		return kind === 'blank' || kind === 'nothingRead' ? kind : undefined;
	}

	/** Describes the rows that are skipped for a hint. Undefined if there are none. */
	get warning(): string | undefined {
		const first = this.firstUnread;
		if (first === undefined) return undefined;
		const others = this.rows.filter(({ kind }) => kind === 'nothingRead').length - 1;
		const more =
			others === 0 ? '' : ` So ${others === 1 ? 'was 1 other item' : `were ${others} other items`}.`;
		return `Item ${first} was skipped, because the form reads nothing from it. ${this.difference(first)}${more}`;
	}

	get blankCount(): number {
		return this.rows.filter(({ kind }) => kind === 'blank').length;
	}

	private difference(itemIndex: number): string {
		const { columns = [] } = this.rows[itemIndex] ?? {};
		const has = columns.length === 0 ? 'only files' : quotedNames(columns);
		const reads = this.namedColumns.length === 0 ? 'other values' : quotedNames(this.namedColumns);
		return `The item has ${has}, and the form reads ${reads}.`;
	}
}

const expressionsOfRun = cell((context: ParameterReader['context']) =>
	expressionsOf(new ParameterReader(context, 0)),
);

/**
 * Warns of the items that failed or were skipped before and that the form uses all the same: with values of theirs, without telling of the
 * error, or with fixed words only.
 */
const hintLeftItemsUsed = cell((context: ParameterReader['context']): void => {
	const expressions = expressionsOfRun(context);
	const tellsError = expressions.some(({ reading }) =>
		reading.columns.some((column) => errorColumns.includes(column)),
	);
	const isFailed = expressions.length === 0 ? ({ error }: IDataObject) => !isEmpty(error) : isOwnError;
	const left = context
		.getInputData()
		.flatMap(({ json }, index) =>
			isFailed(json) ? [`Item ${index} failed`] : isSkipped(json) ? [`Item ${index} was skipped`] : [],
		);
	if (tellsError || left.length === 0) return;
	const [items, them] =
		left.length === 1 ? [left[0], 'it'] : [`${left.length} items failed or were skipped`, 'them'];
	showHint(context, {
		message: `${items} in an earlier node, but this node doesn't leave ${them} out. To do that, add a Filter before this node.`,
		type: 'warning',
	});
});

/** Reads the rows of a run once, and shows above the output which of them are skipped. */
const rowsOfRun = cell((context: ParameterReader['context']) => {
	const expressions = expressionsOfRun(context);
	const indexes = [...context.getInputData().keys()];
	// One post, for which an empty ID asks for a new one. A calendar isn't one post, and it can remove others.
	const isOnePost = context.getNodeParameter('operation', 0, '') === 'upsert';
	const isFixed = expressions.every(({ path: [name] }) => isOnePost && name === 'postId');
	const rows = new Rows(
		indexes.map((index) => readRow(new ParameterReader(context, index), expressions, isFixed)),
		expressions.flatMap(({ reading }) => reading.columns),
	);
	if (indexes.some((index) => rows.hasContent(index))) hintLeftItemsUsed(context);
	const { blankCount: count, warning } = rows;
	if (count > 0) showHint(context, { message: `Skipped ${counted(count, 'blank row')}.` });
	if (warning !== undefined) showHint(context, { message: warning, type: 'warning' });
	return rows;
});

/**
 * Throws a `ParameterError` for the error of an earlier node, from which the expressions of the form read nothing. Their fixed words
 * would be published alone. A form without expressions wants the same post for every item.
 */
export function requireRead(parameters: ParameterReader): void {
	const { context, itemIndex } = parameters;
	const expressions = expressionsOfRun(context);
	if (expressions.length > 0 && !isEmpty(context.getInputData()[itemIndex]?.json.error)) {
		const { error } = readRow(parameters, expressions, false);
		if (error !== undefined) throw error;
	}
	hintLeftItemsUsed(context);
}

/** What the rows of a run give to the form. */
export const rowsOf = ({ context }: ParameterReader): Rows => rowsOfRun(context);
