/** What the scoring API fixes; declared once for schemas, menus and texts. */

/** Kinds of content gaps; `competitive` is not part of the default (contract section 4). */
export const gapTypes = ['competitive', 'stale', 'underserved'] as const;

/** Credits each call costs (contract section 4); taken only when it succeeds. */
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

/** Bounds of requests (wire details S-N3 to S-N6). */
export const bounds = {
	titleMax: 250,
	urlMax: 1024,
	/** Characters of the Base64 text. */
	thumbnailBase64Max: 12_500_000,
} as const;
