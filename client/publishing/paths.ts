import { InvalidRequestError } from '../http/errors.js';
import { id as idSchema } from '../http/fieldSchemas.js';
import { quote } from '../http/redact.js';
import { normaliseAddress } from '../http/request.js';

/** The prefix of all paths of the publishing API (contract section 9). */
const apiPrefix = '/api/v1';

/** Checks an ID for a path. Throws an `InvalidRequestError` for `field` if it isn't a UUID. */
function idFor(field: string, id: string): string {
	if (idSchema.safeParse(id).success) return id;
	throw new InvalidRequestError(
		field,
		`isn't a valid ID: ${quote(id)}. An ID looks like 3f2b8c1e-5d0a-4c57-9e3f-7a61d2b0c8e4`,
	);
}

const channelId = (id: string): string => idFor('channelId', id);
const postId = (id: string): string => idFor('postId', id);

/** The paths of the publishing API below the base URL. IDs are checked, so that they can't change the rest of a path. */
export const paths = {
	me: () => `${apiPrefix}/me/`,
	accounts: () => `${apiPrefix}/accounts/`,
	account: (id: string, part: string) => `${apiPrefix}/accounts/${channelId(id)}/${part}`,
	posts: () => `${apiPrefix}/posts/`,
	post: (id: string, action?: string) =>
		`${apiPrefix}/posts/${postId(id)}${action === undefined ? '' : `/${action}`}`,
	uploads: () => `${apiPrefix}/media/uploads`,
	upload: (id: string, action: 'parts' | 'complete') =>
		`${apiPrefix}/media/uploads/${idFor('mediaAssetId', id)}/${action}`,
	channelAnalytics: (id: string) => `${apiPrefix}/analytics/accounts/${channelId(id)}`,
	/** The agent endpoint. It has no trailing slash, because it's also the resource of OAuth. */
	agent: () => `${apiPrefix}/mcp`,
	postAnalytics: (id: string) => `${apiPrefix}/analytics/posts/${postId(id)}`,
};

/** Normalizes the base URL. See `normaliseAddress`. */
export const normaliseBaseUrl = (text: string | undefined): string =>
	normaliseAddress(text, 'baseUrl', apiPrefix);
