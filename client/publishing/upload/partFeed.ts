import { createBufferFeed } from './bufferFeed';
import type { PartFeed, PartPlan } from './feed';
import type { Source } from './source';
import { createStraightFeed } from './straightFeed';
import { createWindowFeed } from './windowFeed';

/** Chooses how a file is fed to the workers; memory never grows with the file nor with the size of its parts. */
export function createPartFeed(source: Source, plan: PartPlan): PartFeed {
	if (source.isSeekable) return createWindowFeed(source, plan);
	const fitsTwice =
		plan.partSize * 2 <= plan.bufferBytesMax ||
		(plan.partCount === 1 && source.sizeBytes <= plan.bufferBytesMax);
	return fitsTwice ? createBufferFeed(source, plan) : createStraightFeed(source, plan);
}
