import { ApiFailure, notFound } from '../http/answers';
import { channelRoutes } from './channelRoutes';
import { mediaUploads } from './mediaRoutes';
import { createRoutes, deliveryRoutes, postReads, postWrites } from './postRoutes';
import type { Profile } from '../profiles';
import type { Route } from './route';

/** All REST endpoints of the sandbox's publishing API. */
export const routes: readonly Route[] = [
	...channelRoutes,
	...postReads,
	...createRoutes,
	...postWrites,
	...deliveryRoutes,
	...mediaUploads,
];

const prefix = '/api/v1';

const escaped = (literal: string): string => literal.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

const shapeOf = ({ path, isList }: Route): RegExp => {
	const exact = escaped(prefix + path).replace('{id}', '([^/]+)');
	return new RegExp(isList === true ? `^${exact.replace(/\/$/, '')}/?$` : `^${exact}$`);
};

const table = routes.map((route) => ({ route, shape: shapeOf(route) }));

/** A route, and the ID from the path. */
export interface Match {
	route: Route;
	id: string;
}

const decoded = (segment: string): string => {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
};

/** Finds the route of a request. @throws ApiFailure 404, or 405 with `Allow` (P59). */
export const matchRoute = ({ hasExtras }: Profile, method: string, path: string): Match => {
	const onPath = table.filter(
		({ route, shape }) => shape.test(path) && (hasExtras || route.isExtra !== true),
	);
	const found = onPath.find(({ route }) => route.method === method);
	if (found !== undefined) return { route: found.route, id: decoded(found.shape.exec(path)?.[1] ?? '') };
	if (onPath.length === 0) throw notFound(`path: there is nothing at ${path}`);
	const allow = onPath.map(({ route }) => route.method).join(', ');
	throw new ApiFailure(405, 'method_not_allowed', `method: this path takes ${allow}`, {}, { Allow: allow });
};
