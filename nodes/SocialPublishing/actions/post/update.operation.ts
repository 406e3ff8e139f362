import type { PublishingClient } from '../../../../client/publishing';
import { itemsAtOnceOption, readItemsAtOnce, simplifyField, sorted } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { readId } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { keyFromOption } from '../../idempotencyKeys';
import { naming } from '../../uploads';
import { attachFiles, binaryFieldsField } from './attachments';
import { readChanges } from './changes';
import { checkFirstOption, checkIfWanted, mediaFacts } from './checking';
import { clearField } from './clearing';
import { timezoneOption } from './deliveryFields';
import { asUpdated } from './existingPost';
import {
	additionalBodyOption,
	captionField,
	channelsField,
	contentFields,
	optionsField,
	readAdditionalBody,
} from './fields';
import { outputPerChannelOption, toOutput } from '../../postOutput';
import { overrideFields } from './overrides';

/** Changes a post that is not live: what is neither set nor cleared keeps its value. */
export const update: Operation<PublishingClient> = {
	name: 'Update',
	value: 'update',
	action: 'Update a post',
	description: 'Change a post that is not live and not waiting for approval',
	itemsAtOnce: readItemsAtOnce,
	fields: [
		postLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: sorted([captionField, channelsField, binaryFieldsField, ...contentFields]),
		},
		clearField,
		...overrideFields({ canClear: true }),
		simplifyField,
		optionsField([
			additionalBodyOption,
			checkFirstOption,
			itemsAtOnceOption,
			keyFromOption,
			outputPerChannelOption,
			timezoneOption,
		]),
	],
	async execute(context, itemIndex, client) {
		const additionalBody = readAdditionalBody(context, itemIndex);
		const { changes, binaryFields, liveOptions } = readChanges(context, itemIndex, additionalBody);
		const postId = readId(context, 'postId', 'Post', itemIndex);
		await checkIfWanted(context, itemIndex, client, async () =>
			asUpdated(
				await client.posts.get(postId),
				{ ...changes, liveOptions },
				await mediaFacts(context, itemIndex, [], binaryFields),
			),
		);
		const { content, assetIds } = await attachFiles(context, itemIndex, client, {
			content: changes,
			binaryFields,
		});
		const updated = await client.posts
			.update(postId, content, { additionalBody, liveOptions })
			.catch(naming(assetIds));
		return toOutput(context, itemIndex, updated);
	},
};
