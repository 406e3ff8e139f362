import { ownValue } from '../../http/json.js';

/**
 * What a post's status says (contract section 3). Every set of statuses is derived from this table, so a new status is a row here and a
 * label on the screen.
 */

/** A fact about posts with a status. */
export type StatusTrait =
	/** Can be edited and delivered as it is. */
	| 'draft'
	/** Someone still works on it. */
	| 'unfinished'
	/** Waits for a reviewer, or came back from one. */
	| 'inReview'
	/** Goes out at its time, or from its queue. */
	| 'waiting'
	/** Goes out unless someone stops it. */
	| 'goesOut'
	/** Is public, or can be at any moment. */
	| 'live'
	/** Stays as it is until someone acts on it. */
	| 'settled'
	/** At least one channel has failed. */
	| 'failed'
	/** Never goes out unless someone acts on it. */
	| 'stalled'
	/** Doesn't go out while a channel has no connection. */
	| 'atRisk'
	/** A calendar may delete it. */
	| 'removable'
	/** Is or will be published, so a second one with the same text is a duplicate. */
	| 'compared'
	/** The error of a channel is a result. With other statuses, it can be that of an earlier try. */
	| 'showsResults';

/** The operations that the status of a post must allow. */
const operations = ['cancel', 'delete', 'publish', 'schedule', 'submit', 'update', 'withdraw'] as const;

export type StatusOperation = (typeof operations)[number];

interface StatusRow {
	is: readonly StatusTrait[];
	/**
	 * The operations that it allows (wire details N11, N20, N36, N37). All that aren't live can be deleted, as the contract says. The
	 * running service refuses some of them (N20).
	 */
	allows: readonly StatusOperation[];
}

const table = {
	approved: { is: ['compared', 'goesOut'], allows: ['delete'] },
	changes_requested: { is: ['atRisk', 'inReview', 'settled', 'unfinished'], allows: ['delete'] },
	draft: {
		is: ['compared', 'draft', 'removable', 'settled', 'unfinished'],
		allows: ['delete', 'publish', 'schedule', 'submit', 'update'],
	},
	failed: { is: ['failed', 'settled', 'stalled'], allows: ['cancel', 'delete', 'publish', 'schedule'] },
	on_hold: { is: ['goesOut'], allows: ['cancel', 'delete'] },
	partially_published: { is: ['compared', 'failed', 'live', 'settled'], allows: [] },
	pending_approval: { is: ['atRisk', 'compared', 'inReview'], allows: ['delete', 'withdraw'] },
	published: { is: ['compared', 'live', 'settled'], allows: [] },
	publishing: { is: ['compared', 'goesOut', 'live', 'showsResults'], allows: [] },
	queued: {
		is: ['atRisk', 'compared', 'goesOut', 'showsResults', 'waiting'],
		allows: ['cancel', 'delete', 'publish', 'schedule'],
	},
	rejected: { is: ['settled', 'stalled'], allows: ['delete'] },
	scheduled: {
		is: ['atRisk', 'compared', 'goesOut', 'removable', 'waiting'],
		allows: ['cancel', 'delete', 'publish', 'schedule'],
	},
} as const satisfies Record<string, StatusRow>;

export type PostStatus = keyof typeof table;

/** All statuses of a post, sorted. */
export const postStatuses = Object.keys(table) as [PostStatus, ...PostStatus[]];

/** A status that isn't documented. The post can be live, so nothing edits, deletes or repeats it, and no alarm is raised about it. */
const unknown: StatusRow = { is: ['compared', 'goesOut', 'live'], allows: [] };

const rowOf = (status: string): StatusRow => ownValue<StatusRow>(table, status) ?? unknown;

/** Whether posts with a status have a trait. */
export const hasTrait = ({ status }: { status: string }, trait: StatusTrait): boolean =>
	rowOf(status).is.includes(trait);

/** Whether a post is a draft. */
export const isDraft = (post: { status: string }): boolean => hasTrait(post, 'draft');

/** The value of `routed` that a status stands for. Any other status means that the write was carried out. */
const routings: Record<string, string> = { draft: 'draft', pending_approval: 'pending_approval' };

/** The value of `routed` for a post whose answer doesn't have it. */
export const routingOf = ({ status }: { status: string }): string => ownValue(routings, status) ?? 'enacted';

/** The statuses that have all of these traits. */
export const statusesWith = (...traits: StatusTrait[]): PostStatus[] =>
	postStatuses.filter((status) => traits.every((trait) => hasTrait({ status }, trait)));

/** The statuses that allow each operation. */
export const allowedStatuses = Object.fromEntries(
	operations.map((operation) => [
		operation,
		postStatuses.filter((status) => rowOf(status).allows.includes(operation)),
	]),
) as { [Operation in StatusOperation]: PostStatus[] };
