import { ApiFailure, notFound, type Answer } from '../http/answers';
import { maxBodyBytes } from '../http/requests';
import type { Asked } from '../http/requests';
import type { Endpoint, EndpointContext } from '../api/endpoint';
import { showConnectScreen, takeDecision } from './connect';
import type { Profile } from '../profiles';
import { oauthPaths, originOf, resourceMetadata, serverMetadata } from './metadata';
import { OAuthFailure, oauthFailureAnswer, register, revoke, token } from './tokens';

type Perform = (asked: Asked, context: EndpointContext) => Answer;

const document =
	(write: (origin: string) => object): Perform =>
	({ headers }) => ({ status: 200, body: write(originOf(headers['host'])) });

/** The OAuth paths, and what each method does. */
const endpoints: Readonly<Record<string, Readonly<Record<string, Perform>>>> = {
	[oauthPaths.resourceMetadata]: { GET: document(resourceMetadata) },
	[oauthPaths.serverMetadata]: { GET: document(serverMetadata) },
	[oauthPaths.authorize]: { GET: showConnectScreen, POST: takeDecision },
	[oauthPaths.token]: { POST: token },
	[oauthPaths.register]: { POST: register },
	[oauthPaths.revoke]: { POST: revoke },
};

const find = ({ method, url: { pathname } }: Asked, { hasServerMetadata }: Profile): Perform => {
	const isThere =
		Object.hasOwn(endpoints, pathname) && (hasServerMetadata || pathname !== oauthPaths.serverMetadata);
	const methods = isThere ? endpoints[pathname] : undefined;
	if (methods === undefined) throw notFound(`path: there is nothing at ${pathname}`);
	const perform = methods[method];
	if (perform !== undefined) return perform;
	const allow = Object.keys(methods).join(', ');
	throw new ApiFailure(405, 'method_not_allowed', `method: this path takes ${allow}`, {}, { Allow: allow });
};

/**
 * OAuth 2.0 for agents (contract, section 5). In the profile `observed`, the rule about the `User-Agent` doesn't apply here. It was seen
 * only below `/api/v1`, and people connect agents with a browser and an OAuth library.
 */
export const oauthEndpoint: Endpoint = {
	owns: (path) => path.startsWith('/oauth/') || path.startsWith('/.well-known/'),
	maxBodyBytes,
	isGuarded: ({ guardsOAuth }) => guardsOAuth,
	answer: async (asked, context) => {
		const perform = find(asked, context.world.profile);
		await context.pause();
		try {
			return perform(asked, context);
		} catch (error) {
			if (error instanceof OAuthFailure) return oauthFailureAnswer(error);
			throw error;
		}
	},
};
