import { permissions, type Permission } from '../types';
import type { World } from '../world/world';
import type { Choice } from './book';

/** The person of the connect screen: the one whose keys the workspace has. */
const personOf = (world: World, workspaceId: string): string =>
	[...world.credentials.values()].find((credential) => credential.workspaceId === workspaceId)?.personId ??
	'';

/** What a person picked; a text says what is missing. Channels of other workspaces do not count. */
export const readChoice = (world: World, form: URLSearchParams): Choice | string => {
	const workspace = world.workspaces.get(form.get('workspace') ?? '');
	if (workspace === undefined) return 'Pick a workspace.';
	const channelIds = form
		.getAll('channel')
		.filter((id) => world.channels.get(id)?.workspaceId === workspace.id);
	if (channelIds.length === 0) return `Pick channels of ${workspace.name}.`;
	const picked = form.getAll('permission');
	const allowed = permissions.filter((each: Permission) => picked.includes(each));
	if (allowed.length === 0) return 'Pick what the application may do.';
	return {
		workspaceId: workspace.id,
		personId: personOf(world, workspace.id),
		channelIds,
		permissions: allowed,
	};
};
