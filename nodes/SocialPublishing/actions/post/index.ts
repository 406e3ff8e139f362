import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Resource } from '../../../shared/operation.js';
import { cancel } from './cancel.operation.js';
import { create } from './create.operation.js';
import { deletePost } from './delete.operation.js';
import { duplicate } from './duplicate.operation.js';
import { get } from './get.operation.js';
import { getAll } from './getAll.operation.js';
import { getApprovalLink } from './getApprovalLink.operation.js';
import { publish } from './publish.operation.js';
import { schedule } from './schedule.operation.js';
import { sendAgain } from './sendAgain.operation.js';
import { sendAndWait } from './sendAndWait.operation.js';
import { submit } from './submit.operation.js';
import { syncCalendar } from './syncCalendar.operation.js';
import { update } from './update.operation.js';
import { upsert } from './upsert.operation.js';
import { validate } from './validate.operation.js';
import { waitForOutcome } from './waitForOutcome.operation.js';
import { withdraw } from './withdraw.operation.js';

/** Posts, from draft to published. The menu lists the operations in the order in which a post needs them. */
export const post: Resource<PublishingClient> = {
	name: 'Post',
	value: 'post',
	description: 'Draft, review, queue, schedule and publish',
	operations: [
		create,
		upsert,
		syncCalendar,
		validate,
		update,
		sendAndWait,
		getApprovalLink,
		submit,
		schedule,
		publish,
		waitForOutcome,
		sendAgain,
		cancel,
		withdraw,
		duplicate,
		deletePost,
		get,
		getAll,
	],
};
