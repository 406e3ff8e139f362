import { createHash } from 'node:crypto';

/** The largest number that fits in six bytes. */
const largest = 2 ** 48 - 1;

/** A short hash of several texts, in hexadecimal. */
export const hashText = (...texts: string[]): string => {
	const hash = createHash('sha256');
	for (const text of texts) hash.update(text).update('\0');
	return hash.digest('hex');
};

/** Creates numbers that look random but depend only on a subject and a name, so the same input has the same result. */
export class Roll {
	constructor(private readonly subject: string) {}

	/** A number from 0 to 1. */
	fraction(name: string): number {
		return parseInt(hashText(this.subject, name).slice(0, 12), 16) / largest;
	}

	number(name: string, min: number, max: number, digits = 0): number {
		return round(min + this.fraction(name) * (max - min), digits);
	}

	pick<T>(name: string, list: readonly [T, ...T[]]): T {
		return list[Math.floor(this.fraction(name) * list.length)] ?? list[0];
	}

	/** A selection from a list, in a new order. */
	sample<T>(name: string, list: readonly T[], count: number): T[] {
		return list
			.map((item, index) => ({ item, at: this.fraction(`${name} ${index}`) }))
			.sort((a, b) => a.at - b.at)
			.slice(0, count)
			.map(({ item }) => item);
	}
}

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
