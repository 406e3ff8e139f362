import { z } from 'zod/v4';
import type { FaultKind, FaultSpec, OutcomeSpec } from '../controls';
import type { ChanceSpec } from '../http/chance';
import { uuid } from '../http/schema';
import { platforms, type AgentAnswers } from '../types';
import { variantValues, type Variants } from '../world/variants';

const { strictObject, optional } = z;
const someText = optional(z.string());
const count = optional(z.int().min(1));
const wholeNumber = optional(z.int().min(0));

const faultKinds: readonly FaultKind[] = [
	'status',
	'drop',
	'dropAfter',
	'stall',
	'statusAfter',
	'body',
	'dropMidBody',
	'dropMidAnswer',
	'cut',
	'relabel',
	'noEtag',
];

const pattern = z
	.string()
	.min(1)
	.transform((source, context) => {
		try {
			return new RegExp(source);
		} catch {
			context.addIssue('is no regular expression');
			return z.NEVER;
		}
	});

/** A fault as JSON: `pathPattern` stands for a RegExp. */
export const faultBody: z.ZodType<FaultSpec> = strictObject({
	method: someText,
	path: optional(z.string().min(1)),
	pathPattern: optional(pattern),
	times: count,
	kind: z.enum(faultKinds),
	status: optional(z.int().min(200).max(599)),
	body: optional(z.unknown()),
	contentType: someText,
	headers: optional(z.record(z.string(), z.string())),
	retryAfter: wholeNumber,
	ms: wholeNumber,
	afterBytes: wholeNumber,
}).transform(({ path: end, pathPattern, ...rest }, context) => {
	const path = end ?? pathPattern;
	if (path === undefined) context.addIssue('path or pathPattern is required');
	return { ...rest, path: path ?? '' };
});

/** Faults by chance, as JSON. */
export const chanceBody: z.ZodType<ChanceSpec> = strictObject({
	share: z.number().min(0).max(1),
	seed: z.int().min(0),
	faults: z.array(faultBody),
});

/** An outcome as JSON. */
export const outcomeBody: z.ZodType<OutcomeSpec> = strictObject({
	channelId: optional(uuid),
	platform: optional(z.enum(platforms)),
	outcome: z.enum(['fail', 'publish']),
	error: someText,
	warnings: optional(z.array(strictObject({ code: z.string(), message: z.string() }))),
	times: count,
});

/** Moving the clock, by `advanceMs` or to `set`. */
export const clockBody = strictObject({ advanceMs: wholeNumber, set: someText });

/** Ending a post's channels: all, or one of them. */
export const settleBody = strictObject({ channelId: optional(uuid), error: someText });

/** In which of its ways the service is to answer. */
export const variantsBody = strictObject(
	Object.fromEntries(Object.entries(variantValues).map(([name, values]) => [name, optional(z.enum(values))])),
) as unknown as z.ZodType<Partial<Variants>>;

const agentAnswers: readonly AgentAnswers[] = ['json', 'event-stream'];

/** How the agent endpoint is to answer. */
export const agentBody = strictObject({ answers: z.enum(agentAnswers) });
