import { createCutter, nothing, type FeedPart, type OpenPart, type PartFeed, type PartPlan } from './feed';
import { createReader } from './reader';
import type { Source } from './source';

/**
 * For a file that is read from start to end, with parts too large to hold: one part at a time passes straight through.
 * A retry opens the file again at the start of its part.
 */
export function createStraightFeed(source: Source, plan: PartPlan): PartFeed {
	const cut = createCutter(source, plan);
	let reader = createReader(source, 0);
	const next = async (): Promise<FeedPart | undefined> => {
		const part = cut();
		if (!part) return undefined;
		const { partNumber, offset, length } = part;
		let attempts = 0;
		const open = async (): Promise<OpenPart> => {
			if (attempts++ > 0) {
				reader.close();
				reader = createReader(source, offset);
			}
			return { body: (await reader.get()).take(length, part.isLast), close: nothing };
		};
		return await Promise.resolve({ partNumber, sizeBytes: length, open, release: nothing });
	};
	return { workers: 1, next, close: () => reader.close() };
}
