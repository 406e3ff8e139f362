import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { PostToCheck, Finding } from '../../../../client/publishing/validation/types';
import { parallelReads } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { pick, type ParameterReader } from '../../../shared/parameters';
import { describeFinding } from '../../labels';
import { postLocator } from '../../locators';
import { withIds } from '../../names';
import { readDelivery } from './form/delivery';
import { optionsField } from './form/fields';
import { newPostFields, newPostOptions, readNewPost } from './form/newPost';
import { asCreated } from './shared/preflight';

/** Where the post to look at comes from: the fields of the node, or the service. */
type PostSource = 'new' | 'existing';

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

const shownFor = (source: PostSource, fields: INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: { show: { source: [source], ...field.displayOptions?.show } },
	}));

function toOutput(findings: Finding[]) {
	const problems = findings.map((finding) => ({ ...finding, message: describeFinding(finding) }));
	const errors = problems.filter(({ severity }) => severity === 'error');
	const warnings = problems.filter(({ severity }) => severity === 'warning');
	return { valid: errors.length === 0, errors, warnings };
}

const deliveryNames = ['delivery', 'publishAt', 'queues', 'queuesJson'];
const isInput = ({ type }: INodeProperties): boolean => type !== 'notice';
const isDelivery = ({ name }: INodeProperties): boolean => deliveryNames.includes(name);

/** Checks a post against every channel's limits. Nothing is sent or changed. */
export const validate: Operation<PublishingClient> = {
	name: 'Validate',
	value: 'validate',
	action: 'Validate post',
	description: "Check a post against every channel's limits, without sending or changing anything",
	builderHint: 'Branch on valid with an IF node. errors and warnings say what is wrong on which channel.',
	parallelRequests: parallelReads,
	fields: [
		{
			displayName: 'Post Source',
			name: 'source',
			type: 'options',
			options: [
				{ name: 'New Post', value: 'new', description: 'The content of the fields below' },
				{
					name: 'Existing Post',
					value: 'existing',
					description: 'A post that was created before',
				},
			],
			default: 'new',
			description: 'Which post to check',
		},
		...shownFor('existing', [postLocator]),
		...newPostFields
			.filter(isInput)
			.flatMap((field) => (isDelivery(field) ? field : shownFor('new', [field]))),
		optionsField(newPostOptions),
	],
	async execute(parameters, client) {
		const read = pick(readers, parameters.value('source', 'new'), 'Post Source');
		return toOutput(await client.checks.find(await read(parameters, client)));
	},
};
