import { routes } from '../api/routes';
import type { Route } from '../api/route';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One tool: a route of the REST interface under another name, so that every rule exists once. */
export interface Tool {
	name: string;
	title: string;
	description: string;
	route: Route;
	/** The argument that stands for `{id}` in the route's path; of an upload, `uploadId` holds the media asset's id (N39). */
	idArgument?: string;
	/** What the other arguments hold; on a GET they are its query, else its body. */
	properties: Readonly<Record<string, JsonSchema>>;
	required?: readonly string[];
	/** Whether it removes or replaces something. */
	isDestructive?: boolean;
}

/** A route by method and path. @throws Error for one that is not there: a mistake in a table of tools. */
export const restRoute = (method: Route['method'], path: string): Route => {
	const found = routes.find((route) => route.method === method && route.path === path);
	if (found === undefined) throw new Error(`No route ${method} ${path}`);
	return found;
};

/** The arguments of a tool as a JSON Schema. */
export const inputSchema = ({ idArgument, properties, required = [] }: Tool): JsonSchema => {
	const own = idArgument === undefined ? {} : { [idArgument]: { type: 'string', format: 'uuid' } };
	const all = [...Object.keys(own), ...required];
	return {
		type: 'object',
		properties: { ...own, ...properties },
		...(all.length === 0 ? {} : { required: all }),
		additionalProperties: false,
	};
};
