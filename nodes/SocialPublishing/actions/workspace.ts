import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { parallelReads } from '../../shared/fields.js';
import type { Operation, Resource } from '../../shared/operation.js';
import { withOwn } from '../../shared/items.js';
import { pickChannelFields } from '../output/postOutput.js';
import { authenticationField } from '../signIn.js';
import { daysUntil, expiryOf } from '../words/keyExpiry.js';

/** Reads the workspace, the API key and its permissions. */
const get: Operation<PublishingClient> = {
	name: 'Get',
	value: 'get',
	action: 'Get workspace',
	description:
		'Read the workspace of the API key, its permissions and its channels, and how many days are left until it expires',
	parallelRequests: parallelReads,
	fields: [],
	async execute(_parameters, client) {
		const identity = await client.me();
		const expiresAt = expiryOf(identity);
		const daysLeft = expiresAt === undefined ? null : daysUntil(expiresAt, client.now());
		const channels = identity.channels.map((channel) =>
			pickChannelFields(channel as IDataObject, Object.keys(channel)),
		);
		return withOwn({ daysLeft }, { ...identity, channels });
	},
};

/** The workspace of the API key, and the key's permissions. */
export const workspace: Resource<PublishingClient> = {
	name: 'Workspace',
	value: 'workspace',
	description: 'Identity, permissions and channels of the API key',
	fields: [authenticationField],
	operations: [get],
};
