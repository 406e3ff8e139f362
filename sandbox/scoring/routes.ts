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

/** One endpoint. To add one, write one of these and add it to the list at the end. */
export interface ScoringRoute<Input = unknown> {
	/** A POST takes a JSON body and honours an idempotency key, a GET takes a query. */
	method: 'GET' | 'POST';
	path: ScoringPath;
	/** Body or query. */
	input: z.ZodType<Input>;
	/** Query parameters that may be given more than once. */
	lists?: readonly string[];
	/** Credits; taken only when the call succeeds (S-N22). */
	cost(input: Input): number;
	/** How many calls of a key work at the same time; missing: as many as the plan allows. */
	slots?: number;
	/** Returns the body of the 200. @throws ApiFailure */
	perform(input: Input, account: Account): object;
}

const packagingCosts: Readonly<Record<PackagingMode, number>> = { title: 1, thumbnail: 2, combined: 3 };

/** `channel_url` is accepted and does nothing yet (S-N3); a `thumbnail_url` of null is none (S-N25). */
const packagingInput = z
	.strictObject({
		title: z.optional(words(250)),
		thumbnail_url: z.optional(z.nullable(webUrl)),
		thumbnail_base64: z.optional(thumbnailBase64),
		channel_url: z.optional(webUrl),
	})
	.transform(({ thumbnail_url: url, ...rest }) => ({ ...rest, ...(url ? { thumbnail_url: url } : {}) }))
	.superRefine(({ title, thumbnail_url, thumbnail_base64 }, context) => {
		if (thumbnail_url !== undefined && thumbnail_base64 !== undefined) {
			const path = ['thumbnail_base64'];
			context.addIssue({ code: 'custom', path, message: 'excludes thumbnail_url' });
		}
		if (title === undefined && thumbnail_url === undefined && thumbnail_base64 === undefined) {
			context.addIssue('title or a thumbnail is required');
		}
	});

/** Scores a title, a thumbnail or both: 1, 2 or 3 credits. Each scoring has an id of its own. */
const packaging: ScoringRoute<z.infer<typeof packagingInput>> = {
	method: 'POST',
	path: '/v1/score/packaging',
	input: packagingInput,
	cost: (input) => packagingCosts[modeOf(input)],
	perform: (input) => ({ score_id: `score_${randomUUID()}`, ...packagingScore(input) }),
};

/** Scores the first seconds of a video: 10 credits, two at a time (S-N21). */
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

/** Compares a channel with its niche: 5 credits, five at a time (S-N21). */
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

/** Lists the niches: 1 credit each time (S-N8). */
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
const numberIn = (shape: RegExp, min: number, max: number) =>
	z
		.string()
		.refine(
			(given) => shape.test(given) && Number(given) >= min && Number(given) <= max,
			`must be a number from ${min}${max === Infinity ? '' : ` to ${max}`}`,
		)
		.transform(Number);

const gapsInput = z.strictObject({
	niche: words(100),
	// The values joined by commas, however often the parameter is given (S-N6).
	gap_type: z
		.string()
		.transform((given) => given.split(','))
		.pipe(z.array(z.enum(gapTypes)))
		.default([...defaultGapTypes]),
	limit: numberIn(/^\d+$/, 1, Infinity).default(20),
	min_score: numberIn(/^\d+(\.\d+)?$/, 0, 100).default(0),
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

/** A plan as the account's reads name it; the daily limit counts requests (S-N21). */
const planView = (plan: PlanName) => ({ name: plan, daily_limit: planLimits[plan].perDay });

/** Account information, for nothing (S-N17). */
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

/** Live credit balance and recent activity, for nothing (S-N16). */
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

/** Every endpoint of the scoring API (contract, section 4). */
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

/** Finds the endpoint; a path counts exactly as it is written (S-N7). @throws ApiFailure 404, or 405 with `Allow`. */
export const matchRoute = (method: string, path: string): ScoringRoute => {
	const route = routes.find((each) => each.path === path);
	if (route === undefined) throw notFound(`path: there is nothing at ${path}`);
	if (route.method === method) return route;
	const headers = { Allow: route.method };
	throw new ApiFailure(405, 'method_not_allowed', `method: this path takes ${route.method}`, {}, headers);
};
