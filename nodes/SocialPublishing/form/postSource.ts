import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../../shared/operation.js';
import { postLocator } from '../words/locators.js';
import { newPostFields } from './newPost.js';

/** Where a post comes from: the fields of the node, or the service. */
export type PostSource = 'new' | 'existing';

const names: Record<PostSource, string> = { new: 'New Post', existing: 'Existing Post' };

const deliveryNames = ['delivery', 'publishAt', 'queues'];
const isInput = ({ type }: INodeProperties): boolean => type !== 'notice';
const isDelivery = ({ name }: INodeProperties): boolean => deliveryNames.includes(name);

/** Label of the field that says where the post comes from. */
export const postSourceLabel = 'Post Source';

interface PostSourceTexts {
	description: string;
	/** The default. */
	first: PostSource;
	choices: Record<PostSource, string>;
}

/**
 * The field that says where the post comes from, followed by the locator or the form of Create. Both share the delivery fields.
 */
export const postSourceFields = ({ description, first, choices }: PostSourceTexts): INodeProperties[] => [
	{
		displayName: postSourceLabel,
		name: 'source',
		type: 'options',
		options: (['new', 'existing'] as const).map((value) => ({
			name: names[value],
			value,
			description: choices[value],
		})),
		default: first,
		description,
	},
	shownFor(postLocator, { source: ['existing'] }),
	...newPostFields
		.filter(isInput)
		.map((field) => (isDelivery(field) ? field : shownFor(field, { source: ['new'] }))),
];
