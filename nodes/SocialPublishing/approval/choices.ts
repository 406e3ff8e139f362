import type { Choice } from './request';

const names: Record<Choice, string> = {
	approved: 'Approve',
	changesRequested: 'Request Changes',
	rejected: 'Reject',
};

/** The decisions that an approver can make, as the page names them. A map, because a form can send any value. */
export const choiceNames: ReadonlyMap<string, string> = new Map(Object.entries(names));
