import type { INodeProperties } from 'n8n-workflow';
import { postLocator } from '../../../locators';
import { newPostFields } from './newPost';

/** Where a post comes from: the fields of the node, or the service. */
export type PostSource = 'new' | 'existing';

const names: Record<PostSource, string> = { new: 'New Post', existing: 'Existing Post' };

const shownFor = (source: PostSource, fields: INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { source: [source], ...field.displayOptions?.show } },
	}));

const deliveryNames = ['delivery', 'publishAt', 'queues'];
const isInput = ({ type }: INodeProperties): boolean => type !== 'notice';
const isDelivery = ({ name }: INodeProperties): boolean => deliveryNames.includes(name);

/** Name of the field that says where the post comes from. */
export const postSourceLabel = 'Post Source';

/** How an operation asks for a post. */
interface PostSourceTexts {
	description: string;
	/** The default. */
	first: PostSource;
	/** What each choice means. */
	choices: Record<PostSource, string>;
}

/** The field that says where the post comes from, then the locator or the form of Create, and the delivery of both. */
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
	...shownFor('existing', [postLocator]),
	...newPostFields.filter(isInput).flatMap((field) => (isDelivery(field) ? field : shownFor('new', [field]))),
];
