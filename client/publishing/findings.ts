/** `error` is for a fixed limit of the contract. `warning` is for anything that the service or the network may accept. */
export type Severity = 'error' | 'warning';

/** Something in a post that is wrong or may be wrong. */
export interface Finding {
	severity: Severity;
	/** The field of the request, as a path such as `perAccount.<id>.boardId`. */
	field: string;
	/** Completes a sentence that starts with the field: `is longer than 300 characters`. */
	problem: string;
	channelId?: string;
	platform?: string;
	handle?: string;
}
