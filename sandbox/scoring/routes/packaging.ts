import { randomUUID } from 'node:crypto';
import { nullable, object, optional, type Check } from '../../api/check';
import type { ScoringRoute } from '../http/route';
import { badRequest } from '../http/readRequest';
import { thumbnailBase64 } from '../inputs/thumbnail';
import { webUrl, words } from '../inputs/words';
import { modeOf, packagingScore, type Packaging, type PackagingMode } from '../results/packagingScore';

const costs: Readonly<Record<PackagingMode, number>> = { title: 1, thumbnail: 2, combined: 3 };

/** `channel_url` is taken and does nothing yet (S-N3); a `thumbnail_url` of null is none (S-N25). */
const shape = object({
	title: optional(words(250)),
	thumbnail_url: optional(nullable(webUrl)),
	thumbnail_base64: optional(thumbnailBase64),
	channel_url: optional(webUrl),
});

const input: Check<Packaging> = (value, path) => {
	const { thumbnail_url: url, ...rest } = shape(value, path);
	const given: Packaging = { ...rest, ...(typeof url === 'string' ? { thumbnail_url: url } : {}) };
	const { title, thumbnail_url, thumbnail_base64 } = given;
	if (thumbnail_url !== undefined && thumbnail_base64 !== undefined) {
		throw badRequest('thumbnail_base64', 'excludes thumbnail_url');
	}
	if (title === undefined && thumbnail_url === undefined && thumbnail_base64 === undefined) {
		throw badRequest('body', 'title or a thumbnail is required');
	}
	return given;
};

/** Scores a title, a thumbnail or both: 1, 2 or 3 credits. Each scoring has an id of its own. */
export const packaging: ScoringRoute<Packaging> = {
	method: 'POST',
	path: '/v1/score/packaging',
	input,
	cost: (given) => costs[modeOf(given)],
	perform: (call) => ({ score_id: `score_${randomUUID()}`, ...packagingScore(call.input) }),
};
