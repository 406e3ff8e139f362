import { messageOf } from '../../../client/http/errors.js';
import type { PlanReason } from '../../../client/publishing/posts/plan.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { quoted, sentences } from '../../shared/errorTexts.js';
import { nameOf, statusNames } from './labels.js';

/** What a sentence about an unchanged row needs to know. */
interface Facts {
	post?: Post | undefined;
	/** The service's answer, if it refused a change. */
	refusal?: unknown;
	/** The number of the item that wasn't read. */
	item?: number | undefined;
	/** What was found: clashes, faults or another post. */
	found?: string;
}

/** Why the post of a row wasn't changed, by the word in the output's `reason`. */
export type RowReason =
	| PlanReason
	| 'blank'
	| 'candidate'
	| 'clash'
	| 'gone'
	| 'invalid'
	| 'itemFailed'
	| 'itemNotRead'
	| 'nothingRead'
	| 'outsidePeriod';

const texts: Record<RowReason, (facts: Facts) => string[]> = {
	blank: () => ['The row is blank'],
	candidate: ({ found = '' }) => [
		`${found}, so nothing was sent`,
		"If it's the post of this item, enter its ID in 'Post'. If not, turn on 'Send Although One Exists'",
	],
	changed: () => ['Someone changed this post in the service'],
	clash: ({ found = '' }) => [found],
	gone: () => [
		'The post was deleted, or the API key has no access to it. Clear the post ID to create it again',
	],
	invalid: ({ found = '' }) => [found],
	itemFailed: () => ['Nothing is removed because an item failed'],
	itemNotRead: ({ item }) => [`Nothing is removed because the form reads nothing from item ${item}`],
	nothingRead: () => ['The form reads nothing from the row'],
	outsidePeriod: () => ["The post isn't in the period anymore"],
	startsSoon: () => ["The post is published in less than a minute, so it wasn't changed"],
	status: ({ post, refusal }) => {
		const status = `Its status is ${nameOf(statusNames, post?.status ?? '')}`;
		if (refusal === undefined) return [status];
		const advice = 'Change it in the web app, or clear the post ID to create another post';
		return [`${status}, and the service refused to change it`, quoted(messageOf(refusal)), advice];
	},
	timePassed: () => ["The time in 'Publish At' has passed. Enter a later time"],
};

/** The words that `reason` can have. */
export const rowReasons = Object.keys(texts) as RowReason[];

/** Says in sentences why the post of a row wasn't changed, and what to do if that isn't wanted. */
export const describeReason = (reason: RowReason, facts: Facts = {}): string =>
	sentences(...texts[reason](facts));
