import { quote } from '../../http/redact.js';
import type { Platform } from '../values.js';
import type { ChannelContent, RuleFinding } from './types.js';

/** What a network's guide says about the texts and options of a post, as of the date of `limitsAsOf`. */
interface TextLimit {
	platform: Platform;
	/** The rule, for a reader of docs/texts.md. */
	name: string;
	/** The guide that has the rule, or what is known about it. */
	source: string;
	field: string;
	/** What breaks the rule, as the end of a sentence that starts with the field. Undefined if nothing does. */
	problemOf(content: ChannelContent): string | undefined;
}

const youTubeTagCharactersMax = 500;
const hashtagsMax = 30;
const devtoTagsMax = 4;

const hashtag = /(?<![\p{L}\p{N}&/])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu;

/** YouTube counts the commas between tags, and two quotation marks around a tag with a space. */
const youTubeLength = (tags: readonly string[]): number =>
	tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), Math.max(0, tags.length - 1));

const angles = (text: string): string | undefined =>
	/[<>]/.test(text) ? "has '<' or '>', which YouTube doesn't accept there" : undefined;

/** Tags as a list. An expression can return anything, which another rule then reports. */
const listIn = (tags: unknown): string[] =>
	Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [];

/** The rules of networks for texts and options. */
export const textLimits: readonly TextLimit[] = [
	{
		platform: 'youtube',
		name: "No `<` or `>` in a video's title",
		source: 'YouTube Data API, Videos',
		field: 'title',
		problemOf: ({ title }) => angles(title),
	},
	{
		platform: 'youtube',
		name: "No `<` or `>` in a video's description",
		source: 'YouTube Data API, Videos',
		field: 'caption',
		problemOf: ({ caption }) => angles(caption),
	},
	{
		platform: 'youtube',
		name: `Tags with up to ${youTubeTagCharactersMax} characters together`,
		source: 'YouTube Data API, Videos',
		field: 'options.youtube.tags',
		problemOf: ({ own }) => {
			const length = youTubeLength(listIn(own.options?.youtube?.tags));
			return length > youTubeTagCharactersMax
				? `has ${length} characters, but YouTube accepts up to ${youTubeTagCharactersMax} for all tags together`
				: undefined;
		},
	},
	{
		platform: 'instagram',
		name: `Up to ${hashtagsMax} hashtags`,
		source: 'Instagram Graph API, IG User Media',
		field: 'caption',
		problemOf: ({ caption }) => {
			const count = caption.match(hashtag)?.length ?? 0;
			return count > hashtagsMax
				? `has ${count} hashtags, but Instagram accepts up to ${hashtagsMax}`
				: undefined;
		},
	},
	{
		platform: 'devto',
		name: `Up to ${devtoTagsMax} tags`,
		source: 'Forem API, Articles',
		field: 'options.devto.tags',
		problemOf: ({ own }) => {
			const { length } = listIn(own.options?.devto?.tags);
			return length > devtoTagsMax
				? `has ${length} tags, but dev.to accepts up to ${devtoTagsMax}`
				: undefined;
		},
	},
	{
		platform: 'devto',
		name: 'Tags of letters and digits only',
		source: 'Forem API, Articles',
		field: 'options.devto.tags',
		problemOf: ({ own }) => {
			const wrong = listIn(own.options?.devto?.tags).find((tag) => !/^[\p{L}\p{N}]*$/u.test(tag));
			return wrong === undefined
				? undefined
				: `has ${quote(wrong)}, but tags of dev.to have only letters and digits`;
		},
	},
	{
		platform: 'tiktok',
		name: 'No branded content that only the creator can see',
		source: 'TikTok Content Posting API, Direct Post',
		field: 'options.tiktok.brandContent',
		problemOf: ({ own: { options } }) =>
			options?.tiktok?.brandContent === true && options.tiktok.privacyLevel === 'SELF_ONLY'
				? "is on, but TikTok doesn't accept branded content that only the creator can see"
				: undefined,
	},
	{
		platform: 'tiktok',
		name: 'Commercial Content together with what it promotes',
		source: 'TikTok Content Sharing Guidelines',
		field: 'options.tiktok.disclose',
		problemOf: ({ own: { options } }) => {
			const { disclose, brandContent, brandOrganic } = options?.tiktok ?? {};
			const promotes = brandContent === true || brandOrganic === true;
			if (promotes === (disclose === true)) return undefined;
			return promotes
				? "isn't on, although 'Paid Partnership' or 'Your Brand' is"
				: "is on, but doesn't say what the post promotes. Turn on 'Paid Partnership', 'Your Brand' or both";
		},
	},
	{
		platform: 'tiktok',
		name: 'A privacy level for a post that is delivered',
		source: "It isn't documented who can see a post without one",
		field: 'options.tiktok.privacyLevel',
		problemOf: ({ own: { options }, post: { delivery } }) =>
			delivery !== undefined && !options?.tiktok?.privacyLevel
				? "isn't set, and it isn't documented who can see a post without it. Set it in 'Network Options', which 'Channel Overrides' shows"
				: undefined,
	},
];

/** The fields of a post, which aren't those of a channel. */
const ofPost = ['caption', 'title'] as const;

/** Finds which rules of its network a post breaks on a channel. They only warn, because networks change their rules. */
export const textLimitFindings = (
	content: ChannelContent,
	{ id, platform }: { id: string; platform: string },
): RuleFinding[] =>
	textLimits
		.filter((limit) => limit.platform === platform)
		.flatMap(({ field, problemOf }): RuleFinding[] => {
			const problem = problemOf(content);
			if (problem === undefined) return [];
			const shared = ofPost.find((name) => name === field);
			const isShared = shared !== undefined && typeof content.own[shared] !== 'string';
			return [
				{
					code: 'networkRule',
					severity: 'warning',
					field: isShared ? field : `perAccount.${id}.${field}`,
					problem,
				},
			];
		});
