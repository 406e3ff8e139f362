/** `error` is for a fixed limit of the contract. `warning` is for anything that the service or the network may accept. */
export type Severity = 'error' | 'warning';

/** What a finding is about, for texts that depend on the reader. */
export type FindingCode =
	| 'altTextRefused'
	| 'boardMissing'
	| 'boardUnknown'
	| 'boardUnsupported'
	| 'captionMissing'
	| 'captionTooLong'
	| 'categoryUnknown'
	| 'channelPaused'
	| 'channelRepeated'
	| 'channelUnknown'
	| 'connectionExpires'
	| 'connectionLost'
	| 'earlierTry'
	| 'fileIncomplete'
	| 'fileTooLarge'
	| 'fileUnusual'
	| 'fileWithoutPicture'
	| 'fileUnreadable'
	| 'firstCommentUnsupported'
	| 'limitExceeded'
	| 'linkUnsupported'
	| 'mediaLost'
	| 'mediaMissing'
	| 'mediaUnknown'
	| 'networkRule'
	| 'optionInvalid'
	| 'optionUnsupported'
	| 'optionUnavailable'
	| 'overrideUnused'
	| 'queueUnknown'
	| 'textBroken'
	| 'textUnwritten'
	| 'timePassed'
	| 'titleMissing'
	| 'titleTooLong'
	| 'titleUnsupported'
	| 'valueInvalid'
	| 'videoTooLong';

/** Something in a post that is wrong or may be wrong. */
export interface Finding {
	code: FindingCode;
	severity: Severity;
	/** The field of the request, as a path such as `perAccount.<id>.boardId`. */
	field: string;
	/** Completes a sentence that starts with the field: `is longer than 300 characters`. */
	problem: string;
	/** Whether a draft can't be published as long as this is wrong. */
	blocksPublishing?: true;
	/** The name of the field in which a user has entered overrides, if it isn't the usual one. */
	overridesIn?: string;
	accountId?: string;
	platform?: string;
	handle?: string;
}
