import { trimmed } from '../../client/http/text.js';
import { ParameterError } from './errors.js';
import { sentences } from './errorTexts.js';
import { shown } from './values.js';

/** Something that people choose by its name. */
export interface Choice<T> {
	/** The text that lists and messages show. The user can choose it by this text, too. */
	label: string;
	/** Other texts by which the user can choose it. */
	names?: readonly string[];
	/** Its value in requests, such as an ID. */
	value: T;
	/** Whether it stands for several others. A list of all names doesn't have it. */
	isGroup?: true;
}

/** The field in which a name was entered, and the kind of thing that it names. */
interface NamedIn {
	/** The field's name on the screen. */
	field: string;
	/** What the choices are, such as `channel`. */
	kind: string;
	/** The plural. Default: `kind` with an s. */
	kinds?: string;
	/** What it means if the wanted name isn't among all choices. */
	note?: string;
}

/** Characters that set the direction of the text around them. They would turn a sentence around that contains the name. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A name as a sentence can contain it. */
export const plainName = (name: string): string => name.replace(directionMarks, '');

/**
 * Makes names comparable. Ignores case, spaces, a leading @ and invisible characters. Letters that Unicode can encode in several
 * ways are equal.
 */
const comparable = (name: string): string =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')
		.replace(/^@/, '');

const listedMax = 10;
const nearestMax = 3;

/** The lowest likeness of a name and a suggestion. A typo in a short name leaves a higher one. */
const likenessMin = 0.45;

/** Joins labels for a message. */
function list(labels: string[]): string {
	const more = labels.length > listedMax ? ` and ${labels.length - listedMax} more` : '';
	return `${labels.slice(0, listedMax).join('; ')}${more}`;
}

const pairsOf = (text: string): string[] =>
	Array.from({ length: Math.max(1, text.length - 1) }, (_, index) => text.slice(index, index + 2));

/** The similarity of two names, from 0 to 1: the share of letter pairs that they have in common. */
function likeness(one: string, other: string): number {
	const [pairs, others] = [pairsOf(one), pairsOf(other)];
	const common = pairs.filter((pair) => others.includes(pair)).length;
	return (2 * common) / (pairs.length + others.length);
}

/** A choice, and all texts by which it can be named. */
type Named<T> = [choice: T, names: readonly string[]];

/** The choices that someone may have meant who wrote another name, the most similar first. Empty if none is similar. */
export const nearest = <T>(given: string, choices: ReadonlyArray<Named<T>>): T[] =>
	choices
		.map(([choice, names]) => {
			const rates = names.map((name) => likeness(comparable(given), comparable(name)));
			return { choice, rate: Math.max(...rates) };
		})
		.filter(({ rate }) => rate >= likenessMin)
		.sort((one, other) => other.rate - one.rate)
		.slice(0, nearestMax)
		.map(({ choice }) => choice);

/** Finds choices by name. Throws for a name that no choice has or that several have. */
export class Names<T> {
	private readonly choicesByName = new Map<string, Array<Choice<T>>>();

	/** The highest number of commas in a name. */
	private readonly commasMax: number;

	/** @param choices several can share a name or a label */
	constructor(private readonly choices: ReadonlyArray<Choice<T>>) {
		for (const choice of choices) {
			const names = new Set([choice.label, ...(choice.names ?? [])].map(comparable));
			for (const name of names) this.choicesByName.set(name, [...this.named(name), choice]);
		}
		this.commasMax = Math.max(0, ...[...this.choicesByName.keys()].map((name) => name.split(',').length - 1));
	}

	/** Whether any choice has this name. */
	has(name: string): boolean {
		return this.fitting(name).length > 0;
	}

	/**
	 * Returns the value of the only choice with this name. Throws a `ParameterError` that suggests names if there isn't exactly
	 * one.
	 */
	find(name: string, { field, kind, kinds = `${kind}s`, note = '' }: NamedIn): T {
		const fitting = this.fitting(name);
		const [choice, ...others] = fitting;
		if (choice === undefined) {
			throw new ParameterError(
				`In '${field}', ${shown(name)} isn't the name or ID of a ${kind}`,
				this.choices.length === 0 ? `There are no ${kinds}.` : this.suggestion(name, note),
			);
		}
		if (others.length > 0) {
			throw new ParameterError(
				`${shown(name)} in '${field}' matches ${fitting.length} ${kinds}: ${list(this.namesFor(fitting))}`,
				'Use one of these instead.',
			);
		}
		return choice.value;
	}

	/**
	 * Splits a text at its commas and semicolons, but not at commas within a name. Throws a `ParameterError` if a part of such a name is also a
	 * name, because the text could mean either.
	 */
	split(text: string, field: string): string[] {
		const parts = text.split(/[,;]/).map((part) => trimmed(part));
		const partsBetween = (start: number, end: number): string => parts.slice(start, end).join(', ');
		const ranges = parts.flatMap((_part, start) =>
			parts
				.slice(start, start + this.commasMax + 1)
				.map((_last, index) => ({ start, end: start + index + 1 })),
		);
		const named = ranges.filter(({ start, end }) => this.has(partsBetween(start, end)));
		const joined = named.filter(({ start, end }) => end - start > 1);
		const unclear = joined.find((range) =>
			named.some((one) => one !== range && one.start >= range.start && one.end <= range.end),
		);
		if (unclear !== undefined) {
			throw new ParameterError(
				`${shown(partsBetween(unclear.start, unclear.end))} in '${field}' could be one name or several`,
				'Put the network before the name, or use the ID.',
			);
		}
		// If several names begin here, the shortest one counts.
		const endOf = (start: number): number => joined.find((range) => range.start === start)?.end ?? start + 1;
		const names: string[] = [];
		for (let start = 0; start < parts.length; start = endOf(start)) {
			names.push(partsBetween(start, endOf(start)));
		}
		return names.filter((name) => name !== '');
	}

	private fitting(name: string): Array<Choice<T>> {
		const wanted = comparable(name);
		return wanted === '' ? [] : this.named(wanted);
	}

	private named(name: string): Array<Choice<T>> {
		return this.choicesByName.get(name) ?? [];
	}

	/** Names that the user can enter for the choices: their labels, or the IDs of those that share a label. */
	private namesFor(choices: ReadonlyArray<Choice<T>>): string[] {
		const isUnique = ({ label }: Choice<T>) => this.named(comparable(label)).length === 1;
		return choices.map((choice) => (isUnique(choice) ? choice.label : String(choice.value)));
	}

	/**
	 * Suggests what the user may have meant: the names of the network before the colon, or else the most similar ones. If no name is
	 * similar, all names.
	 */
	private suggestion(name: string, note: string): string {
		const wanted = comparable(name);
		const [network] = wanted.split(':');
		const ofNetwork = wanted.includes(':')
			? this.choices.filter(({ label }) => comparable(label).startsWith(`${network}:`))
			: [];
		const oneOf = (choices: ReadonlyArray<Choice<T>>): string =>
			`Use one of these names: ${list(this.namesFor(choices))}.`;
		if (ofNetwork.length > 0) return oneOf(ofNetwork);
		// Nobody who names a network means another one.
		const [own = ''] = wanted.split(':');
		const isNear = ({ label }: Choice<T>) =>
			!wanted.includes(':') || likeness(comparable(label).split(':')[0] ?? '', own) >= likenessMin;
		const alike = nearest(
			name,
			this.choices.filter(isNear).map((choice) => [choice, [choice.label, ...(choice.names ?? [])]]),
		);
		// A group is meant only if nothing is nearer.
		const meant = alike[0]?.isGroup ? alike : alike.filter(({ isGroup }) => !isGroup);
		return meant.length > 0
			? `Did you mean ${this.namesFor(meant).join(' or ')}?`
			: sentences(oneOf(this.choices.filter(({ isGroup }) => !isGroup)), note);
	}
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID. Most IDs are UUIDs, and no name is one (contract section 1). */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Converts a UUID to lower case, so that its case doesn't change idempotency keys. Other texts stay unchanged. */
export const inLowerCase = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);
