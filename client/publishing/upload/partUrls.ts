import { UnexpectedResponseError } from '../../http/errors.js';
import type { PartUrl } from '../media.js';
import { limits } from '../values.js';

/** The signed URLs of one upload. */
export interface PartUrlBook {
	/**
	 * Returns the URL of a part. If it isn't known, requests a batch of URLs. Parallel calls share that request and its error.
	 */
	get(partNumber: number): Promise<string>;
	/** Removes an expired URL, so that the next `get` requests a new one. Does nothing if the part already has another URL. */
	forget(partNumber: number, url: string): void;
}

/**
 * Stores the part URLs of an upload. URLs expire, so it requests them only when they are needed.
 * @param fetchUrls requests `count` URLs, starting with part `fromPart`
 */
export function createPartUrlBook(
	partCount: number,
	first: PartUrl[],
	fetchUrls: (fromPart: number, count: number) => Promise<PartUrl[]>,
): PartUrlBook {
	const urls = new Map(first.map(({ partNumber, url }) => [partNumber, url]));
	let underway: Promise<void> | undefined;
	const fetchFrom = async (partNumber: number): Promise<void> => {
		const count = Math.min(limits.partUrlsPerCall, partCount - partNumber + 1);
		const fetched = await fetchUrls(partNumber, count);
		for (const { partNumber: part, url } of fetched) urls.set(part, url);
		if (urls.has(partNumber)) return;
		throw new UnexpectedResponseError(200, `The answer has no URL for part ${partNumber}`);
	};
	const get = async (partNumber: number): Promise<string> => {
		const known = urls.get(partNumber);
		if (known !== undefined) return known;
		underway ??= fetchFrom(partNumber).finally(() => (underway = undefined));
		await underway;
		return await get(partNumber);
	};
	const forget = (partNumber: number, url: string): void => {
		if (urls.get(partNumber) === url) urls.delete(partNumber);
	};
	return { get, forget };
}
