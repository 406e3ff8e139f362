import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { ApiFailure, notFound } from '../http/answers';
import type { Account } from './accounts';
import {
	channelAddress,
	requireChannel,
	requireVideo,
	thumbnailBase64,
	videoUrl,
	webUrl,
	words,
} from './inputs';
import { planLimits } from './options';
import { channelBenchmark, videoBenchmark } from './results/benchmarks';
import { defaultGapTypes, gapsOf, gapTypes, nicheBySlug, niches } from './results/niches';
import { hookScore, modeOf, packagingScore, type PackagingMode } from './results/scores';
import type { PlanName, ScoringPath } from './types';

/** An endpoint. To add one, create it here and add it to the list at the end. */
export interface ScoringRoute<Input = unknown> {
	/** A POST has a JSON body and supports an idempotency key. A GET has a query. */
	method: 'GET' | 'POST';
	path: ScoringPath;
	/** The schema of the body or the query. */
	input: z.ZodType<Input>;
	/** Query parameters that can be repeated. */
	lists?: readonly string[];
	/** The price in credits, charged only if the call succeeds (S-N22). */
	cost(input: Input): number;
	/** How many calls of a key can run in parallel. Default: as many as the plan allows. */
	slots?: number;
	/** Returns the body of the 200. @throws ApiFailure */
	perform(input: Input, account: Account): object;
}

const packagingCosts: Readonly<Record<PackagingMode, number>> = { title: 1, thumbnail: 2, combined: 3 };

/** `channel_url` is accepted and ignored (S-N3). A `thumbnail_url` of null counts as none (S-N25). */
const packagingInput = z
	.strictObject({
		title: z.optional(words()),
		thumbnail_url: z.optional(z.nullable(webUrl)),
		thumbnail_base64: z.optional(thumbnailBase64),
		channel_url: z.optional(webUrl),
	})
	.transform(({ thumbnail_url: url, ...rest }) => ({ ...rest, ...(url ? { thumbnail_url: url } : {}) }))
	.superRefine(({ title, thumbnail_url, thumbnail_base64 }, context) => {
		if (title === undefined && thumbnail_url === undefined && thumbnail_base64 === undefined) {
			context.addIssue('title or a thumbnail is required');
		}
	});

/** Scores a title, a thumbnail or both: 1, 2 or 3 credits. Each call has a new ID. */
const packaging: ScoringRoute<z.infer<typeof packagingInput>> = {
	method: 'POST',
	path: '/v1/score/packaging',
	input: packagingInput,
	cost: (input) => packagingCosts[modeOf(input)],
	perform: (input) => ({ score_id: `score_${randomUUID()}`, ...packagingScore(input) }),
};

/** Scores the first seconds of a video: 10 credits. At most two calls run in parallel (S-N21). */
const videoHook: ScoringRoute<{ youtube_url: string }> = {
	method: 'POST',
	path: '/v1/score/video-hook',
	input: z.strictObject({ youtube_url: videoUrl }),
	cost: () => 10,
	slots: 2,
	perform: ({ youtube_url: video }) => {
		requireVideo(video);
		return hookScore(video);
	},
};

/** Compares a channel with its niche: 5 credits. At most five calls run in parallel (S-N21). */
const benchmarkChannel: ScoringRoute<{ url: string }> = {
	method: 'POST',
	path: '/v1/benchmark/channel',
	input: z.strictObject({ url: channelAddress }),
	cost: () => 5,
	slots: 5,
	perform: ({ url }) => {
		requireChannel(url);
		return channelBenchmark(url);
	},
};

/** Compares a video with its niche: 3 credits. */
const benchmarkVideo: ScoringRoute<{ url: string }> = {
	method: 'POST',
	path: '/v1/benchmark/video',
	input: z.strictObject({ url: videoUrl }),
	cost: () => 3,
	perform: ({ url }) => {
		requireVideo(url);
		return videoBenchmark(url);
	},
};

const nothing = z.strictObject({});

/** Lists the niches: 1 credit for each call (S-N8). */
const listNiches: ScoringRoute = {
	method: 'GET',
	path: '/v1/research/niches',
	input: nothing,
	cost: () => 1,
	perform: () => ({
		niches: niches.map((niche) => ({
			slug: niche.slug,
			name: niche.name,
			gap_count: gapsOf(niche).length,
		})),
	}),
};

/** A number in a query, written as text. */
const numberFrom = (shape: RegExp, min: number) =>
	z
		.string()
		.refine((given) => shape.test(given) && Number(given) >= min, `must be a number from ${min}`)
		.transform(Number);

const gapsInput = z.strictObject({
	niche: words(),
	// One text with all values joined by commas, however often the parameter is repeated (S-N6).
	gap_type: z
		.string()
		.transform((given) => given.split(','))
		.pipe(z.array(z.enum(gapTypes)))
		.default([...defaultGapTypes]),
	limit: numberFrom(/^\d+$/, 1).default(20),
	min_score: numberFrom(/^-?\d+(\.\d+)?$/, -Infinity).default(0),
});

/** Lists the content gaps of a niche, best first: 5 credits (S-N6, S-N9). */
const contentGaps: ScoringRoute<z.infer<typeof gapsInput>> = {
	method: 'GET',
	path: '/v1/research/content-gaps',
	input: gapsInput,
	lists: ['gap_type'],
	cost: () => 5,
	perform: ({ niche: slug, gap_type, limit, min_score }) => {
		const niche = nicheBySlug(slug);
		if (niche === undefined) throw new ApiFailure(404, 'niche_not_found', `There is no niche ${slug}`);
		const gaps = gapsOf(niche).filter(
			(gap) => gap_type.includes(gap.gap_type) && gap.opportunity_score >= min_score,
		);
		return { niche: { slug: niche.slug, name: niche.name }, gaps: gaps.slice(0, limit) };
	},
};

/** A plan in the answers of `me` and `usage`. The daily limit counts requests (S-N21). */
const planView = (plan: PlanName) => ({ name: plan, daily_limit: planLimits[plan].perDay });

/** Returns the account of the API key: free (S-N17). */
const me: ScoringRoute = {
	method: 'GET',
	path: '/v1/me/',
	input: nothing,
	cost: () => 0,
	perform: (_input, account) => {
		const { email, credits, plan } = account.view();
		return { email, plan: planView(plan), credits_remaining: credits };
	},
};

const shownActivities = 20;

/** Returns the credit balance and recent activity: free (S-N16). */
const usage: ScoringRoute = {
	method: 'GET',
	path: '/v1/usage/',
	input: nothing,
	cost: () => 0,
	perform: (_input, account) => {
		const { credits, plan, activity } = account.view();
		return {
			credits_remaining: credits,
			plan: planView(plan),
			recent_activity: activity.slice(0, shownActivities),
		};
	},
};

/** All endpoints of the scoring API (contract, section 4). */
const routes: readonly ScoringRoute[] = [
	packaging,
	videoHook,
	benchmarkChannel,
	benchmarkVideo,
	listNiches,
	contentGaps,
	me,
	usage,
];

/** Finds the route of a request. The path must match exactly (S-N7). @throws ApiFailure 404, or 405 with `Allow`. */
export const matchRoute = (method: string, path: string): ScoringRoute => {
	const route = routes.find((each) => each.path === path);
	if (route === undefined) throw notFound(`path: there is nothing at ${path}`);
	if (route.method === method) return route;
	const headers = { Allow: route.method };
	throw new ApiFailure(405, 'method_not_allowed', `method: this path takes ${route.method}`, {}, headers);
};
