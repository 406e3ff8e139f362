import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { ListPosts } from '../../../../client/publishing/requests.js';
import { toIsoWithOffset } from '../../../shared/dates.js';
import {
	collectionField,
	optionsField,
	parallelReads,
	readMaxItems,
	returnAllFields,
} from '../../../shared/fields.js';
import { showHint, type Hint, type Operation } from '../../../shared/operation.js';
import type { ParameterReader } from '../../../shared/parameters.js';
import { locatorValue, toChoices } from '../../../shared/values.js';
import { channelDropdown } from '../../words/locators.js';
import { fieldLabel, statusNames, toOptions } from '../../words/labels.js';
import { toChannelId } from '../../words/names.js';
import { readTimezone, timezoneOption } from '../../../shared/timezone.js';
import { listedPostOutputFields, outputPerChannelOption, readPostOutput } from '../../output/postOutput.js';

const statusFilter: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	options: toOptions(statusNames),
	default: [],
	description: 'Only posts that have one of these statuses',
};

const filters: INodeProperties[] = [
	channelDropdown,
	statusFilter,
	{
		displayName: 'Updated Since',
		name: 'updatedSince',
		type: 'dateTime',
		default: '',
		description:
			"Only posts that changed after this time. A change can take up to a minute to appear. Each item has serverTime, which you can use as 'Updated Since' of the next run.",
	},
];

async function readQuery(parameters: ParameterReader, { accounts }: PublishingClient): Promise<ListPosts> {
	const { status, channelId, updatedSince } = parameters.collection('filters');
	const statuses = toChoices(status, statusFilter);
	const query: IDataObject = {};
	if (statuses.length > 0) query.status = statuses;
	const channel = locatorValue(channelId);
	if (channel !== '') {
		query.accountId = await toChannelId(accounts, channel, { field: fieldLabel('accountId') });
	}
	if (updatedSince) {
		query.updatedSince = toIsoWithOffset(updatedSince, readTimezone(parameters), 'Updated Since');
	}
	return query as ListPosts;
}

/** Explains why the items of a list with 'Updated Since' have no `serverTime`. */
const moreChanges: Hint = {
	type: 'warning',
	message:
		"More posts changed than 'Limit' allows, so the items have no serverTime. Turn on 'Return All' to get all changes.",
};

/** Lists posts, newest first. With 'Updated Since', the service decides the order. */
export const getAll: Operation<PublishingClient> = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many posts',
	description: "List posts, newest first. With 'Updated Since', the service decides the order.",
	builderHint: 'To start a workflow when posts change, use the trigger of this package instead of polling',
	parallelRequests: parallelReads,
	fields: [
		...returnAllFields,
		collectionField('Filters', 'filters', 'Add Filter', filters),
		...listedPostOutputFields,
		optionsField([outputPerChannelOption, timezoneOption]),
	],
	async execute(parameters, client) {
		const toOutput = readPostOutput(parameters);
		const query = await readQuery(parameters, client);
		const { posts, serverTime, isWhole } = await client.posts.listWithTime(query, readMaxItems(parameters));
		const isSince = query.updatedSince !== undefined;
		const missesChanges = isSince && !isWhole;
		if (missesChanges) showHint(parameters.context, moreChanges);
		const listed = missesChanges ? posts : posts.map((post) => ({ ...post, serverTime }));
		const always = isSince && isWhole ? { serverTime } : {};
		return listed
			.flatMap((post): IDataObject[] => [toOutput(post)].flat())
			.map((json) => ({ ...json, ...always }));
	},
};
