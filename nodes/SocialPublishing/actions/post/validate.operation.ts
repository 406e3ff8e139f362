import type { PublishingClient } from '../../../../client/publishing';
import type { Finding } from '../../../../client/publishing/findings';
import type { PostToCheck } from '../../../../client/publishing/validation/types';
import { parallelReads } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { pick, type ParameterReader } from '../../../shared/parameters';
import type { AdaptedText } from '../../../../client/publishing/text/adapt';
import { channelLabel, describeFinding } from '../../labels';
import { withIds } from '../../names';
import { textChanges } from '../../textChanges';
import { readDelivery } from './form/delivery';
import { optionsField } from './form/fields';
import { newPostOptions, readNewPost } from './form/newPost';
import { postSourceFields, postSourceLabel, type PostSource } from './form/postSource';
import { asCreated } from './shared/preflight';

type Read = (parameters: ParameterReader, client: PublishingClient) => Promise<PostToCheck>;

const readers: Record<PostSource, Read> = {
	new: async (parameters, client) => await asCreated(parameters, await readNewPost(parameters, client)),
	existing: async (parameters, client) => {
		const { checks, posts } = client;
		const postId = parameters.id('postId', 'Post');
		const { delivery } = await withIds(client, { delivery: readDelivery(parameters) });
		return checks.existingPost(await posts.get(postId), delivery);
	},
};

function verdictOf(findings: Finding[]) {
	const problems = findings.map((finding) => ({ ...finding, message: describeFinding(finding) }));
	const errors = problems.filter(({ severity }) => severity === 'error');
	const warnings = problems.filter(({ severity }) => severity === 'warning');
	return { valid: errors.length === 0, errors, warnings };
}

const withLabel = ({ channelId, platform, handle, field, text, changes }: AdaptedText) => ({
	channelId,
	channel: channelLabel(platform, handle, channelId),
	field,
	text,
	changes,
});

/** Checks a post against every channel's limits. Nothing is sent or changed. */
export const validate: Operation<PublishingClient> = {
	name: 'Validate',
	value: 'validate',
	action: 'Validate post',
	description: "Check a post against every channel's limits, without sending or changing anything",
	builderHint: 'Branch on valid with an IF node. errors and warnings say what is wrong on which channel.',
	parallelRequests: parallelReads,
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
		const verdict = verdictOf(await client.checks.find(await read(parameters, client)));
		const adaptedTexts = textChanges(parameters);
		return adaptedTexts ? { ...verdict, adaptedTexts: adaptedTexts.map(withLabel) } : verdict;
	},
};
