import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { PostToCheck, Finding } from '../../../../client/publishing/validation/types';
import { readsAtOnce } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { pick, type ParameterReader } from '../../../shared/parameters';
import { describeFinding } from '../../labels';
import { postLocator } from '../../locators';
import { readDelivery, timezoneOption } from './form/delivery';
import { optionsField } from './form/fields';
import { readNewPost, newPostFields } from './form/newPost';
import { asCreated } from './shared/preflight';

/** Where the post to look at comes from: the fields of the node, or the service. */
type PostSource = 'new' | 'existing';

type Read = (parameters: ParameterReader, client: PublishingClient) => Promise<PostToCheck>;

const readers: Record<PostSource, Read> = {
	new: async (parameters) => await asCreated(parameters, readNewPost(parameters)),
	existing: async (parameters, { checks, posts }) => {
		const postId = parameters.id('postId', 'Post');
		return checks.existingPost(await posts.get(postId), readDelivery(parameters));
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

/** Finds what is wrong with a post before it is sent; nothing is changed. */
export const validate: Operation<PublishingClient> = {
	name: 'Validate',
	value: 'validate',
	action: 'Validate a post',
	description: 'Find every problem of a post on each of its channels; nothing is sent or changed',
	itemsAtOnce: readsAtOnce,
	fields: [
		{
			displayName: 'Validate',
			name: 'source',
			type: 'options',
			options: [
				{ name: 'A New Post', value: 'new', description: 'The content of the fields below' },
				{
					name: 'An Existing Post',
					value: 'existing',
					description: 'A draft or another post of the service',
				},
			],
			default: 'new',
			description: 'What to look at',
		},
		...shownFor('existing', [postLocator]),
		...newPostFields
			.filter(isInput)
			.flatMap((field) => (isDelivery(field) ? field : shownFor('new', [field]))),
		optionsField([timezoneOption]),
	],
	async execute(parameters, client) {
		const read = pick(readers, parameters.value('source', 'new'), 'Validate');
		return toOutput(await client.checks.find(await read(parameters, client)));
	},
};
