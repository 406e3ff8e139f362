import { readParallelRequests } from '../../../shared/fields.js';
import { nameDoneRows } from '../../../shared/operation.js';
import { reportingClashes } from '../../clashes/clashOutput.js';
import { wantedPostForm } from '../../form/wantedPost.js';
import { reconcileItem, readFresh, rowReader } from '../../item/reconcileItem.js';
import { captionOf } from '../../output/postOutput.js';

const readRow = rowReader(readFresh);

/** Creates a post, or updates an existing one, to match the item. */
export const upsert = reportingClashes({
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update post',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDoneRows,
	describeFailed: captionOf,
	failedFacts: ['postId'],
	fields: wantedPostForm(),
	execute: async (parameters, client) => await reconcileItem(parameters, client, readRow),
});
