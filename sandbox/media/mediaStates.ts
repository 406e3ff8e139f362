import type { MediaState } from './mediaTypes';
import type { World } from '../world/world';

/** Every media asset, newest first, as the page and the tests see it. */
export const mediaStates = (world: World): MediaState[] => {
	world.uploads.forgetOld(world.time());
	return [...world.media.values()].reverse().map(({ id, workspaceId, mediaType, isReady }) => {
		const upload = world.uploads.get(id);
		return {
			id,
			workspace: world.workspaces.get(workspaceId)?.name ?? '',
			mediaType,
			state: isReady ? 'ready' : 'uploading',
			sizeBytes: upload?.sizeBytes ?? null,
			altText: upload?.altText ?? null,
			width: upload?.result?.width ?? null,
			height: upload?.result?.height ?? null,
			durationSec: upload?.result?.durationSec ?? null,
			partsArrived: upload?.etags.size ?? 0,
			partCount: upload?.partCount ?? 0,
		};
	});
};
