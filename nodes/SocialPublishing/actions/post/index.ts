import type { PublishingClient } from '../../../../client/publishing';
import type { Resource } from '../../../shared/operation';
import { cancel } from './cancel.operation';
import { create } from './create.operation';
import { deletePost } from './delete.operation';
import { duplicate } from './duplicate.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getApprovalLink } from './getApprovalLink.operation';
import { publish } from './publish.operation';
import { schedule } from './schedule.operation';
import { sendAndWait } from './sendAndWait.operation';
import { submit } from './submit.operation';
import { syncCalendar } from './syncCalendar.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';
import { validate } from './validate.operation';
import { waitForOutcome } from './waitForOutcome.operation';
import { withdraw } from './withdraw.operation';

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
		cancel,
		withdraw,
		duplicate,
		deletePost,
		get,
		getAll,
	],
};
