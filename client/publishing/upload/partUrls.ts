import { UnexpectedResponseError } from '../../http/errors';
import type { PartUrl } from '../media';
import { limits } from '../values';

/** The signed URLs of one upload. */
export interface PartUrlBook {
	/** The URL of a part; asks for a batch when it is not known, one request for all who wait: they fail together. */
	get(partNumber: number): Promise<string>;
	/** Forgets a URL that has expired, unless the part has another one by now; the next `get` asks for a new one. */
	forget(partNumber: number, url: string): void;
}

/**
 * Keeps the part URLs of an upload. URLs expire, so that they are asked for only as they are needed.
 * @param fetchUrls asks the service for `count` URLs from a part on
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
