import { ParameterError } from './errors';
import { shown } from './parameters';

/** Something that people choose by its name. */
export interface Choice<T> {
	/** How lists and messages show it; it can be chosen by this text, too. */
	label: string;
	/** Further texts by which it can be chosen. */
	names?: readonly string[];
	/** The value that requests use for it, such as an ID. */
	value: T;
}

/** The field in which a name was entered, and the kind of thing it should name. */
export interface NamedIn {
	/** The field as people see it. */
	field: string;
	/** What the choices are, such as `channel`. */
	kind: string;
	/** More than one of it; default the same with an s. */
	kinds?: string;
}

/**
 * A name as it is compared. Case, blanks and a leading @ don't matter, nor do characters that nobody sees or the several ways
 * in which Unicode writes the same letter.
 */
const comparable = (name: string): string =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\s\p{Cf}]+/gu, '')
		.replace(/^@/, '');

const listedMax = 10;
const nearestMax = 3;

/** The least that a name and a suggestion have in common. A typo in a short name leaves more than that. */
const likenessMin = 0.35;

/** Names of choices for a message. */
function list(labels: string[]): string {
	const more = labels.length > listedMax ? ` and ${labels.length - listedMax} more` : '';
	return `${labels.slice(0, listedMax).join('; ')}${more}`;
}

const pairsOf = (text: string): string[] =>
	Array.from({ length: Math.max(1, text.length - 1) }, (_, index) => text.slice(index, index + 2));

/** How much two names have in common: the share of their pairs of letters, from 0 to 1. */
function likeness(one: string, other: string): number {
	const [pairs, others] = [pairsOf(one), pairsOf(other)];
	const common = pairs.filter((pair) => others.includes(pair)).length;
	return (2 * common) / (pairs.length + others.length);
}

/** Parts of a text that follow each other; the end is exclusive. */
type Range = readonly [start: number, end: number];

const isMany = ([start, end]: Range): boolean => end - start > 1;

/** All ranges between two places, of at most so many parts. */
const rangesIn = (from: number, to: number, lengthMax: number): Range[] =>
	Array.from({ length: to - from }, (_, index) => from + index).flatMap((start) =>
		Array.from({ length: Math.min(lengthMax, to - start) }, (_, index): Range => [start, start + index + 1]),
	);

/** All ranges inside of another one, without itself. */
const rangesWithin = ([start, end]: Range): Range[] => rangesIn(start, end, end - start - 1);

/** Finds choices by name. A name that several choices have, or none, is refused. */
export class Names<T> {
	private readonly choicesByName = new Map<string, Array<Choice<T>>>();

	/** Commas in the name that has most of them. */
	private readonly commasMax: number;

	/** @param choices several may share a name or a label */
	constructor(private readonly choices: ReadonlyArray<Choice<T>>) {
		for (const choice of choices) {
			const names = new Set([choice.label, ...(choice.names ?? [])].map(comparable));
			for (const name of names) this.add(name, choice);
		}
		this.commasMax = Math.max(0, ...[...this.choicesByName.keys()].map((name) => name.split(',').length - 1));
	}

	/** Whether any choice has this name. */
	has(name: string): boolean {
		return this.fitting(name).length > 0;
	}

	/** The value of the only choice with this name. Throws a `ParameterError` that lists the choices if there isn't exactly one. */
	find(name: string, { field, kind, kinds = `${kind}s` }: NamedIn): T {
		const fitting = this.fitting(name);
		const [choice, ...others] = fitting;
		if (choice === undefined) {
			throw new ParameterError(
				`In '${field}', ${shown(name)} isn't the name or ID of a ${kind}`,
				this.choices.length === 0
					? `There are no ${kinds}.`
					: `Use one of these names: ${list(this.suggested(name))}.`,
			);
		}
		if (others.length > 0) {
			throw new ParameterError(
				`In '${field}', ${shown(name)} is ${fitting.length} ${kinds}: ${list(this.distinctLabels(fitting))}`,
				'Use one of these names instead.',
			);
		}
		return choice.value;
	}

	/**
	 * Takes a text apart at its commas, but not inside of a name that has a comma of its own. Where a part of such a name is
	 * a name, too, the text could mean either, which is a `ParameterError`.
	 */
	split(text: string, field: string): string[] {
		const parts = text.split(',').map((part) => part.trim());
		const textOf = ([start, end]: Range): string => parts.slice(start, end).join(', ');
		const isName = (range: Range): boolean => this.has(textOf(range));
		const joined = rangesIn(0, parts.length, this.commasMax + 1)
			.filter(isMany)
			.filter(isName);
		const unclear = joined.find((range) => rangesWithin(range).some(isName));
		if (unclear !== undefined) {
			throw new ParameterError(
				`'${field}' has '${textOf(unclear)}', which can be one name or several`,
				'Put the network before the name, or use the ID.',
			);
		}
		// Where several names begin, the shortest one counts.
		const ends = new Map([...joined].reverse());
		const endOf = (start: number): number => ends.get(start) ?? start + 1;
		const names: string[] = [];
		for (let start = 0; start < parts.length; start = endOf(start)) {
			names.push(textOf([start, endOf(start)]));
		}
		return names.filter((name) => name !== '');
	}

	private add(name: string, choice: Choice<T>): void {
		const others = this.choicesByName.get(name);
		if (others) others.push(choice);
		else this.choicesByName.set(name, [choice]);
	}

	private fitting(name: string): Array<Choice<T>> {
		const wanted = comparable(name);
		return wanted === '' ? [] : this.named(wanted);
	}

	private named(name: string): Array<Choice<T>> {
		return this.choicesByName.get(name) ?? [];
	}

	/** Labels that tell the choices apart. Choices with the same label also show their value. */
	private distinctLabels(choices: Array<Choice<T>>): string[] {
		const isUnique = ({ label }: Choice<T>) => this.named(comparable(label)).length === 1;
		return choices.map((choice) =>
			isUnique(choice) ? choice.label : `${choice.label} (ID ${String(choice.value)})`,
		);
	}

	/** What the user may have meant, the likeliest first. If no name is like it, everything there is. */
	private suggested(name: string): string[] {
		const wanted = comparable(name);
		const rated = this.choices.map(({ label, names = [] }) => ({
			label,
			likeness: Math.max(...[label, ...names].map((other) => likeness(wanted, comparable(other)))),
		}));
		const alike = rated
			.filter((choice) => choice.likeness >= likenessMin)
			.sort((a, b) => b.likeness - a.likeness)
			.slice(0, nearestMax);
		return [...new Set((alike.length > 0 ? alike : rated).map(({ label }) => label))];
	}
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, which most ids are and no name is (contract section 1). */
export const isUuid = (text: string): boolean => uuid.test(text);

/** A UUID in lower case, so that it makes the same idempotency key however it is written. Other texts stay as they are. */
export const inLowerCase = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);
