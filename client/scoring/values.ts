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

/** Limits of request values (wire details S-N3 to S-N6). */
export const bounds = {
	titleMax: 250,
	urlMax: 1024,
	/** In characters of the Base64 text. */
	thumbnailBase64Max: 12_500_000,
} as const;

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
