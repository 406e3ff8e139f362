import type { Choice } from './request';

/** The decisions that an approver can make, as the page names them. A map, because a form can send any value. */
export const choiceNames: ReadonlyMap<string, string> = new Map(
	Object.entries({
		approved: 'Approve',
		changesRequested: 'Request Changes',
		rejected: 'Reject',
	} satisfies Record<Choice, string>),
);
