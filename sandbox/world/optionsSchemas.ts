import type { Platform } from '../types';
import { tiktokCreator } from './networks';
import { capabilities } from './platforms';
import type { Variants } from './variants';

const truth = { type: 'boolean' };

type JsonObject = Record<string, unknown>;

const strict = (properties: Record<string, unknown>) => ({
	type: 'object',
	additionalProperties: false,
	properties,
});

const tiktok = strict({
	privacyLevel: { type: 'string', enum: tiktokCreator.privacyLevelOptions },
	allowComment: truth,
	allowDuet: truth,
	allowStitch: truth,
	disclose: truth,
	brandOrganic: truth,
	brandContent: truth,
	aiGenerated: truth,
	coverMs: { type: 'integer', minimum: 0 },
	autoAddMusic: truth,
});

const youtube = strict({
	privacyStatus: { type: 'string', enum: ['public', 'unlisted', 'private'] },
	madeForKids: truth,
	tags: { type: 'array', maxItems: 500, items: { type: 'string', minLength: 1, maxLength: 500 } },
	categoryId: { type: 'string', pattern: '^\\d{1,4}$' },
	thumbnail: {
		oneOf: [
			{ ...strict({ assetId: { type: 'string', format: 'uuid' } }), required: ['assetId'] },
			{ ...strict({ coverFrame: { const: true } }), required: ['coverFrame'] },
		],
	},
});

const devto = strict({
	tags: { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 100 } },
	canonicalUrl: { type: 'string', maxLength: 2048 },
});

/** The schema of `options` around that of a channel's own entry (N41). */
const aroundEntry = (optionsKey: string, schema: JsonObject) => ({
	type: 'object',
	properties: { [optionsKey]: schema },
});

/**
 * `optionsSchema` in each of the three ways that the contract allows: a JSON Schema, null (Facebook, although it takes
 * options) and left out.
 */
export const optionsSchemas: Readonly<Partial<Record<Platform, { optionsSchema: JsonObject | null }>>> = {
	tiktok: { optionsSchema: tiktok },
	youtube: { optionsSchema: youtube },
	devto: { optionsSchema: devto },
	facebook: { optionsSchema: null },
};

/** A channel's `optionsSchema` in one of the two shapes it was seen in; left out where there is none. */
export const optionsSchemaOf = (
	platform: Platform,
	shape: Variants['optionsSchema'],
): { optionsSchema?: JsonObject | null } => {
	const own = optionsSchemas[platform];
	const { optionsKey } = capabilities[platform];
	if (shape === 'entry' || !own?.optionsSchema || optionsKey === null) return own ?? {};
	return { optionsSchema: aroundEntry(optionsKey, own.optionsSchema) };
};
