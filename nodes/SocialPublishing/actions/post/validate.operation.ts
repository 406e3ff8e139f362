import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Finding } from '../../../../client/publishing/findings.js';
import { hasTrait } from '../../../../client/publishing/posts/status.js';
import type { Post } from '../../../../client/publishing/schemas.js';
import type { PostToCheck } from '../../../../client/publishing/validation/types.js';
import { numbered, sentences } from '../../../shared/errorTexts.js';
import { optionsField, parallelReads } from '../../../shared/fields.js';
import type { ParameterReader } from '../../../shared/parameters.js';
import { pick } from '../../../shared/values.js';
import type { AdaptedText } from '../../../../client/publishing/text/adapt.js';
import { findItemClashes } from '../../clashes/check.js';
import { reportingClashes } from '../../clashes/clashOutput.js';
import type { ClashAction } from '../../form/compareOption.js';
import type { ShownClash } from '../../clashes/clashReport.js';
import { readWish, type ReadWish } from '../../form/wish.js';
import { readExistingWish, readNewWish } from '../../item/formWishes.js';
import { captionOf, ofOnePost } from '../../output/postOutput.js';
import { tell } from '../../output/results.js';
import { titleOf } from '../../output/sentences.js';
import { describeFindings, shownFinding } from '../../words/findings.js';
import { channelLabel, nameOf, statusNames } from '../../words/labels.js';
import { factsOfAsset } from '../../media/uploadedFiles.js';
import { hintMissing } from '../../media/altTexts.js';
import { textChanges } from '../../words/textChanges.js';
import { newPostOptions } from '../../form/newPost.js';
import { postSourceFields, postSourceLabel, type PostSource } from '../../form/postSource.js';
import { withOverridesField } from '../../options/overrides.js';
import { asCreated } from '../../item/preflight.js';
import { describeMedia, withUrlFacts } from '../../item/validatedMedia.js';

/** Checks a post against every channel's limits. Nothing is sent or changed. */
export const validate = reportingClashes({
	name: 'Validate',
	value: 'validate',
	action: 'Validate post',
	description: "Check a post against every channel's limits, without sending or changing anything",
	builderHint: 'Branch on valid with an IF node. errors and warnings say what is wrong on which channel.',
	parallelRequests: parallelReads,
	...ofOnePost,
	describeFailed: (parameters) => ({ ...ofOnePost.describeFailed(parameters), ...captionOf(parameters) }),
	fields: [
		...postSourceFields({
			description: 'Which post to check',
			first: 'new',
			choices: { new: 'The content of the fields below', existing: 'A post that was created before' },
		}),
		optionsField(newPostOptions),
	],
	async execute(parameters, client) {
		const read = pick(readers, parameters.value('source', 'new'), postSourceLabel);
		const { post, media, existing } = await read(parameters, client);
		const findings = (await client.checks.find(post)).map(forPublishing).map(withOverridesField(parameters));
		const found = await findItemClashes(parameters, client, readItem);
		const checked = verdictOf({ post, existing }, findings, found?.clashes ?? [], found?.settings.action);
		const verdict = { ...checked, ...(media ? { media } : {}) };
		tell(parameters, { isValid: checked.valid });
		const adaptedTexts = textChanges(parameters);
		return adaptedTexts ? { ...verdict, adaptedTexts: adaptedTexts.map(withLabel) } : verdict;
	},
});

interface ReadPost {
	post: PostToCheck;
	/** The post, if it was created before. */
	existing?: Post;
	media?: IDataObject[];
}

type Read = (parameters: ParameterReader, client: PublishingClient) => Promise<ReadPost>;

const readers: Record<PostSource, Read> = {
	new: async (parameters, client) => {
		const wish = await readWish(parameters, client, readNewWish);
		const post = await asCreated(parameters, client, wish);
		if (wish.media === undefined) return { post };
		const facts = await withUrlFacts(parameters, wish.media, post.media);
		const types = facts.map(({ mediaType }) => mediaType);
		hintMissing(parameters, wish.media.altTexts, types);
		return { post: { ...post, media: facts }, media: describeMedia(wish.media, facts) };
	},
	existing: async (parameters, client) => {
		const { delivery, post } = await readWish(parameters, client, readExistingWish);
		const existing = await post.read();
		return {
			post: client.checks.existingPost(existing, delivery, factsOfAsset(parameters.context)),
			existing,
		};
	},
};

const readItem: ReadWish = async (parameters, client) =>
	await (parameters.value('source', 'new') === 'new' ? readNewWish : readExistingWish)(parameters, client);

const toProblem = ({ accountId, message, reason }: ShownClash, severity: 'error' | 'warning') => ({
	severity,
	field: reason === 'closeInTime' ? 'delivery' : 'caption',
	accountId,
	message,
});

/** A post is checked for publishing, even if it will only be saved as a draft first. */
const forPublishing = ({ blocksPublishing, ...finding }: Finding): Finding =>
	blocksPublishing ? { ...finding, severity: 'error' } : finding;

/** Says that a post is public, or can be at any moment, so it can't be published again. Undefined for other posts. */
const whyFinal = (existing: Post | undefined): string | undefined =>
	existing && hasTrait(existing, 'live')
		? `${titleOf(existing)} already has the status ${nameOf(statusNames, existing.status)}`
		: undefined;

/** Says whether a post can be published, or what must be fixed before, in sentences. */
function verdictSentence(
	post: PostToCheck,
	problems: readonly string[],
	warnings: readonly string[],
): string {
	const named = post.caption || post.title ? titleOf(post) : undefined;
	if (problems.length === 0) {
		const number = warnings.length === 1 ? 'a warning' : `${warnings.length} warnings`;
		return warnings.length === 0
			? `${named ?? 'This post'} can be published.`
			: sentences(`${named ?? 'This post'} can be published, with ${number}`, ...numbered(warnings));
	}
	const things = problems.length === 1 ? 'One thing' : `${problems.length} things`;
	return sentences(`${things} to fix before ${named ?? 'this post'} can be published`, ...numbered(problems));
}

/** The user's choice for posts that clash says whether they are errors, and whether an item with such a post is left out. */
function verdictOf(
	{ post, existing }: ReadPost,
	findings: Finding[],
	clashes: readonly ShownClash[],
	action: ClashAction = 'warn',
) {
	const isPublic = whyFinal(existing);
	const problems = [
		...(isPublic === undefined ? [] : [{ severity: 'error', field: 'status', message: isPublic }]),
		...findings.map(shownFinding),
		...clashes.map((clash) => toProblem(clash, action === 'stop' ? 'error' : 'warning')),
	];
	const errors = problems.filter(({ severity }) => severity === 'error');
	const warnings = problems.filter(({ severity }) => severity === 'warning');
	const broken = describeFindings(findings.filter(({ severity }) => severity === 'error'));
	const refused = action === 'stop' ? clashes.map(({ message }) => message) : [];
	return {
		message: isPublic
			? `${isPublic}.`
			: verdictSentence(
					post,
					[...broken, ...refused],
					warnings.map(({ message }) => message),
				),
		valid: errors.length === 0,
		...(existing ? { id: existing.id, status: existing.status } : {}),
		errors,
		warnings,
	};
}

const withLabel = ({ accountId, platform, handle, field, text, changes }: AdaptedText) => ({
	accountId,
	channel: channelLabel(platform, handle, accountId),
	field,
	text,
	changes,
});
