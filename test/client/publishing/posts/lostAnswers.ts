import type { CreatePost } from '../../../../client/publishing/requests';
import { seed, type FaultSpec, type Sandbox } from '../../../../sandbox';
import { clientOf, type ClientTarget } from '../../../support/publishingClient';

/** What the tests of lost answers begin with. */
export const post: CreatePost = { accounts: [seed.channels.facebook.id], caption: 'Hi' };

/** A client with the clock of the sandbox, which its waits move. */
export const clientFor = ({ url, clock }: Sandbox, more: Partial<ClientTarget> = {}) =>
	clientOf({
		baseUrl: url,
		key: seed.keys.full,
		onWait: (ms) => clock.advance(ms),
		now: () => clock.now().getTime(),
		...more,
	});

/** Method and status of each request about posts. */
export const callsOf = ({ requests }: Sandbox): string[] =>
	requests.filter(({ path }) => !path.endsWith('/me/')).map(({ method, status }) => `${method} ${status}`);

export const idsOf = (posts: Array<{ id: string }>): string[] => posts.map(({ id }) => id);

/** Lets the next create fail. */
export const failCreate = (
	{ faults }: Sandbox,
	kind: FaultSpec['kind'],
	more: Partial<FaultSpec> = {},
): void => faults.add({ path: '/api/v1/posts/', method: 'POST', kind, status: 500, ...more });
