import {
	ApiError,
	AuthenticationError,
	ForeignAnswerError,
	RateLimitError,
	RedirectError,
	ServiceUnavailableError,
	UnexpectedResponseError,
} from '../../http/errors.js';
import type { Accounts } from '../accounts.js';
import { ProxyRejectionError } from '../errors.js';
import type { Board, Channel, TikTokCreatorInfo, YouTubeCategories } from '../schemas.js';

/** What a check reads from the service. A result is undefined if the service doesn't say. */
export interface Facts {
	channels(): Promise<Channel[] | undefined>;
	boards(channelId: string): Promise<Board[] | undefined>;
	tikTokCreatorInfo(channelId: string): Promise<TikTokCreatorInfo | undefined>;
	youTubeCategories(channelId: string): Promise<YouTubeCategories | undefined>;
}

/** Answers that the write would get, too. */
const endingAnswers = [
	AuthenticationError,
	ForeignAnswerError,
	ProxyRejectionError,
	RateLimitError,
	RedirectError,
];

/** Whether the service, or the network that it asks, has answered, but didn't say what the check wants to know. */
const isWithoutFact = (error: unknown): boolean =>
	(error instanceof ApiError || error instanceof UnexpectedResponseError) &&
	!endingAnswers.some((kind) => error instanceof kind);

/**
 * Whether the service doesn't say what it knows itself, such as to a key without the permission `read`. A service that fails here
 * would fail at the write as well.
 */
export const isUntold = (error: unknown): boolean =>
	isWithoutFact(error) && !(error instanceof ServiceUnavailableError);

/** Wraps a read so that its result is undefined if the service doesn't say. It isn't asked again then. */
function ifKnown<T>(
	read: (channelId: string) => Promise<T>,
	isUnknown = isWithoutFact,
): (channelId?: string) => Promise<T | undefined> {
	const unknown = new Set<string>();
	return async (channelId = '') => {
		if (unknown.has(channelId)) return undefined;
		return await read(channelId).catch((error: unknown) => {
			if (!isUnknown(error)) throw error;
			unknown.add(channelId);
			return undefined;
		});
	};
}

/** Reads facts for a check that only stops what is certainly wrong. What can't be read is unknown. */
export const knownFacts = (accounts: Accounts): Facts => ({
	channels: ifKnown(accounts.list, isUntold),
	boards: ifKnown(accounts.boards),
	tikTokCreatorInfo: ifKnown(accounts.tikTokCreatorInfo),
	youTubeCategories: ifKnown(accounts.youTubeCategories),
});

/** Reads facts for someone who wants a full report. Throws if one can't be read. */
export const allFacts = ({ list, ...others }: Accounts): Facts => ({ channels: list, ...others });
