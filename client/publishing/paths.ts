import { InvalidRequestError } from '../http/errors';
import { id as idSchema } from '../http/fieldSchemas';
import { normaliseAddress } from '../http/request';

/** Everything the publishing API serves is under this prefix (contract section 9). */
const apiPrefix = '/api/v1';

/** An id as a part of a path; `field` is what an `InvalidRequestError` names when it is none. */
function idFor(field: string, id: string): string {
	if (idSchema.safeParse(id).success) return id;
	throw new InvalidRequestError(field, "isn't a UUID");
}

const channelId = (id: string): string => idFor('channelId', id);
const postId = (id: string): string => idFor('postId', id);

/** Paths of the publishing API under the base URL; ids are checked, so that none can leave its place in the path. */
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
	/** The agent endpoint; as the resource of OAuth it has no trailing slash. */
	agent: () => `${apiPrefix}/mcp`,
	postAnalytics: (id: string) => `${apiPrefix}/analytics/posts/${postId(id)}`,
};

/** The base URL in the one form the client uses; see `normaliseAddress`. */
export const normaliseBaseUrl = (text: string | undefined): string =>
	normaliseAddress(text, 'baseUrl', apiPrefix);
