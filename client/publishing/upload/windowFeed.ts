import {
	createCutter,
	nothing,
	type Cut,
	type FeedPart,
	type OpenPart,
	type PartFeed,
	type PartPlan,
} from './feed';
import { exactly, type Source } from './source';

/**
 * For a file that can be opened in the middle: every attempt streams its own window of the file, so that no part is
 * ever held in memory and the size of parts does not matter. The last window reads to the end, to see a longer file.
 */
export function createWindowFeed(source: Source, plan: PartPlan): PartFeed {
	const cut = createCutter(source, plan);
	const open = async ({ offset, length, isLast }: Cut): Promise<OpenPart> => {
		const { bytes, close, failure } = await source.open(offset, isLast ? undefined : length);
		if (failure) return { body: bytes, close, failure };
		return { body: exactly(bytes, { offset, length, sizeBytes: source.sizeBytes }), close };
	};
	const next = async (): Promise<FeedPart | undefined> => {
		const part = cut();
		if (!part) return undefined;
		const { partNumber, length: sizeBytes } = part;
		return await Promise.resolve({
			partNumber,
			sizeBytes,
			open: async () => await open(part),
			release: nothing,
		});
	};
	return { workers: plan.workers, next, close: nothing };
}
