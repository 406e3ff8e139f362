import { visiblePost } from '../../posts/access';
import { listPosts } from '../../posts/list';
import { viewPostFor } from '../../posts/view';
import { postSnapshots } from '../../world/metrics';
import { answerTagged } from '../entityTag';
import { listQuery, type ListQuery } from '../bodies';
import type { Route } from '../route';

const list: Route<undefined, ListQuery> = {
	method: 'GET',
	path: '/posts/',
	isList: true,
	permission: 'read',
	kind: 'read',
	query: listQuery,
	perform: (call) => {
		const page = listPosts(call.world, call.credential, call.query);
		return answerTagged(call, [page.data, page.nextCursor], page);
	},
};

const get: Route = {
	method: 'GET',
	path: '/posts/{id}',
	permission: 'read',
	kind: 'read',
	perform: (call) => {
		const post = viewPostFor(call, visiblePost(call, call.id));
		return answerTagged(call, post, post);
	},
};

const analytics: Route = {
	method: 'GET',
	path: '/analytics/posts/{id}',
	isList: true,
	permission: 'view_analytics',
	kind: 'read',
	perform: (call) => {
		const { world, id } = call;
		const post = visiblePost(call, id);
		const platformOf = (channelId: string) => world.channel(channelId).platform;
		return { status: 200, body: { data: postSnapshots(post, platformOf, world.time()) } };
	},
};

/** Reading posts. */
export const postReads: Route[] = [list, get, analytics];
