import { z } from 'zod/v4';
import { id, list, recordSchema, textUpTo } from '../http/fieldSchemas';
import { facebookPublishAs, limits, tikTokPrivacyLevels, youTubePrivacyStatuses } from './values';

const tikTokOptions = {
	privacyLevel: z.enum(tikTokPrivacyLevels),
	allowComment: z.boolean(),
	allowDuet: z.boolean(),
	allowStitch: z.boolean(),
	disclose: z.boolean(),
	brandOrganic: z.boolean(),
	brandContent: z.boolean(),
	aiGenerated: z.boolean(),
	coverMs: z.int('must be a whole number').min(0, 'must be 0 or more'),
	autoAddMusic: z.boolean(),
};
const devtoOptions = {
	tags: list(textUpTo(limits.devtoTagMax), limits.devtoTagsMax),
	canonicalUrl: textUpTo(limits.canonicalUrlMax),
};
const youTubeOptions = {
	privacyStatus: z.enum(youTubePrivacyStatuses),
	madeForKids: z.boolean(),
	tags: list(textUpTo(limits.youTubeTagMax).min(1, 'must not be empty'), limits.youTubeTagsMax),
	categoryId: z.string().regex(/^\d{1,4}$/, 'must be 1 to 4 digits'),
	thumbnail: z.union([z.strictObject({ assetId: id }), z.strictObject({ coverFrame: z.literal(true) })], {
		error: 'must be either {"assetId": "<id>"} or {"coverFrame": true}',
	}),
};
const facebookOptions = { publishAs: z.enum(facebookPublishAs) };

type Shape = Record<string, z.ZodType>;
/** Values of a shape, each of which may be left out, and on update be null to clear it. */
type Values<S extends Shape> = { [K in keyof S]?: z.output<S[K]> | null };

/** What one channel gets instead of the post's own values (contract section 2, `perAccount`). */
export interface ChannelOverride {
	caption?: string | null;
	title?: string | null;
	firstComment?: string | null;
	boardId?: string | null;
	options?: {
		tiktok?: Values<typeof tikTokOptions> | null;
		devto?: Values<typeof devtoOptions> | null;
		youtube?: Values<typeof youTubeOptions> | null;
		facebook?: Values<typeof facebookOptions> | null;
	} | null;
}

/** Overrides by channel id. */
export type Overrides = Record<string, ChannelOverride | null>;

type Wrap = (field: z.ZodType) => z.ZodType;

const fieldsOf = (shape: Shape, wrap: Wrap) =>
	z.strictObject(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, wrap(field)])));

const networks = {
	tiktok: tikTokOptions,
	devto: devtoOptions,
	youtube: youTubeOptions,
	facebook: facebookOptions,
};

/** Checks overrides; on create values are set or left out, on update (`canClear`) each may be null as well. */
export function overridesSchema({ canClear }: { canClear: boolean }): z.ZodType<Overrides, Overrides> {
	const wrap: Wrap = (field) => (canClear ? field.nullish() : field.optional());
	const options = Object.entries(networks).map(([key, shape]) => [key, fieldsOf(shape, wrap)]);
	const channel = fieldsOf(
		{
			caption: z.string(),
			title: z.string(),
			firstComment: z.string(),
			boardId: textUpTo(limits.boardIdMax),
			options: fieldsOf(Object.fromEntries(options) as Shape, wrap),
		},
		wrap,
	);
	return recordSchema(id, channel.nullable()) as unknown as z.ZodType<Overrides, Overrides>;
}
