/** Fixed values of the scoring API. Schemas, menus and texts use them. */

/** Types of content gaps. The default leaves out `competitive` (contract section 11). */
export const gapTypes = ['competitive', 'stale', 'underserved'] as const;

/** The price of each call in credits (contract section 11). */
export const costs = {
	scoreTitle: 1,
	scoreThumbnail: 2,
	scoreCombined: 3,
	videoHook: 10,
	benchmarkChannel: 5,
	benchmarkVideo: 3,
	niches: 1,
	contentGaps: 5,
	account: 0,
} as const;

/** The largest thumbnail that is loaded into memory, in bytes. The contract has no limit, so the service decides on smaller ones. */
export const thumbnailBytesMax = 50_000_000;

/** The price of a packaging score in credits, which depends on what is sent (contract section 11). */
export function packagingCost({
	title,
	thumbnailUrl,
	thumbnailBase64,
}: Partial<Record<'title' | 'thumbnailUrl' | 'thumbnailBase64', string>>): number {
	if (title === undefined) return costs.scoreThumbnail;
	const hasThumbnail = (thumbnailUrl ?? thumbnailBase64) !== undefined;
	return hasThumbnail ? costs.scoreCombined : costs.scoreTitle;
}
