import {
	integer,
	isRecord,
	list,
	object,
	oneOf,
	optional,
	text,
	uuid,
	type Check,
	type Checked,
} from '../api/check';
import { malformed } from '../api/failure';
import type { FaultKind, FaultSpec, OutcomeSpec } from '../controls';
import type { ChanceSpec } from '../http/chance';
import { platforms, type AgentAnswers } from '../types';
import { omit } from '../world/omit';
import { variantValues, type Variants } from '../world/variants';

const textMap: Check<Record<string, string>> = (value, path) => {
	const isTextMap = isRecord(value) && Object.values(value).every((each) => typeof each === 'string');
	if (!isTextMap) throw malformed(path, 'must be an object of strings');
	return value as Record<string, string>;
};

const anything: Check<unknown> = (value) => value;

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

const faultShape = {
	method: optional(text()),
	path: optional(text({ min: 1 })),
	pathPattern: optional(text({ min: 1 })),
	times: optional(integer(1)),
	kind: oneOf(faultKinds),
	status: optional(integer(200, 599)),
	body: optional(anything),
	contentType: optional(text()),
	headers: optional(textMap),
	retryAfter: optional(integer(0)),
	ms: optional(integer(0)),
	afterBytes: optional(integer(0)),
} as const;

const pathOf = ({ path, pathPattern }: Checked<typeof faultShape>): string | RegExp => {
	if (path !== undefined) return path;
	if (pathPattern === undefined) throw malformed('path', 'path or pathPattern is required');
	try {
		return new RegExp(pathPattern);
	} catch {
		throw malformed('pathPattern', 'is no regular expression');
	}
};

/** A fault as JSON: `pathPattern` stands for a RegExp. */
export const faultBody: Check<FaultSpec> = (value, path) => {
	const read = object(faultShape)(value, path);
	return { ...omit(read, 'pathPattern'), path: pathOf(read) } as FaultSpec;
};

const share: Check<number> = (value, path) => {
	if (typeof value === 'number' && value >= 0 && value <= 1) return value;
	throw malformed(path, 'must be a number from 0 to 1');
};

/** Faults by chance, as JSON. */
export const chanceBody: Check<ChanceSpec> = object({ share, seed: integer(0), faults: list(faultBody) });

/** An outcome as JSON. */
export const outcomeBody: Check<OutcomeSpec> = (value, path) =>
	object({
		channelId: optional(uuid),
		platform: optional(oneOf(platforms)),
		outcome: oneOf(['fail', 'publish']),
		error: optional(text()),
		warnings: optional(list(object({ code: text(), message: text() }))),
		times: optional(integer(1)),
	})(value, path) as OutcomeSpec;

/** Moving the clock, by `advanceMs` or to `set`. */
export const clockBody = object({ advanceMs: optional(integer(0)), set: optional(text()) });

/** Ending a post's channels: all, or one of them. */
export const settleBody = object({ channelId: optional(uuid), error: optional(text()) });

/** In which of its ways the service is to answer. */
export const variantsBody: Check<Partial<Variants>> = (value, path) => {
	const shape = Object.entries(variantValues).map(([name, values]) => [
		name,
		optional(oneOf<string>(values)),
	]);
	return object(Object.fromEntries(shape))(value, path) as Partial<Variants>;
};

/** How the agent endpoint is to answer. */
export const agentBody = object({ answers: oneOf<AgentAnswers>(['json', 'event-stream']) });
