import { z } from 'zod/v4';
import { id, list, textUpTo } from '../../http/fieldSchemas.js';
import { mapValues } from '../../http/json.js';
import { facebookPublishAs, limits, tikTokPrivacyLevels, youTubePrivacyStatuses } from '../values.js';

/** The options that the contract names for each network (section 2, `perAccount`), in the order of the form. */
export const networks = {
	devto: {
		canonicalUrl: textUpTo(limits.canonicalUrlMax),
		tags: list(textUpTo(limits.devtoTagMax), limits.devtoTagsMax),
	},
	facebook: { publishAs: z.enum(facebookPublishAs) },
	tiktok: {
		privacyLevel: z.enum(tikTokPrivacyLevels),
		aiGenerated: z.boolean(),
		allowComment: z.boolean(),
		allowDuet: z.boolean(),
		allowStitch: z.boolean(),
		autoAddMusic: z.boolean(),
		coverMs: z.int('must be a whole number').min(0, 'must be 0 or more'),
		disclose: z.boolean(),
		brandContent: z.boolean(),
		brandOrganic: z.boolean(),
	},
	youtube: {
		categoryId: z.string().regex(/^\d{1,4}$/, 'must be 1 to 4 digits'),
		madeForKids: z.boolean(),
		privacyStatus: z.enum(youTubePrivacyStatuses),
		tags: list(textUpTo(limits.youTubeTagMax).min(1, "can't be empty"), limits.youTubeTagsMax),
		thumbnail: z.union([z.strictObject({ assetId: id }), z.strictObject({ coverFrame: z.literal(true) })], {
			error:
				'must be the ID of an uploaded image, as {"assetId": "<id>"}, or the cover frame, as {"coverFrame": true}',
		}),
	},
};

/** The networks with options, by the name that `options` has for each (contract section 2, `capabilities`). */
export type OptionsKey = keyof typeof networks;

function typeOf(option: z.ZodType): 'boolean' | 'number' | 'options' | 'string' {
	if (option instanceof z.ZodBoolean) return 'boolean';
	if (option instanceof z.ZodNumber) return 'number';
	return option instanceof z.ZodEnum ? 'options' : 'string';
}

/** How the options of {@link networks} are entered, by their names in a request. Lists and objects are entered as text. */
export const optionTypes = mapValues(networks, (options) =>
	mapValues<z.ZodType, ReturnType<typeof typeOf>>({ ...options }, typeOf),
);
