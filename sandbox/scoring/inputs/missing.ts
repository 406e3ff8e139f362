import { ApiFailure } from '../../api/failure';
import { scoringSeed } from '../seed';

const { videos, channels } = scoringSeed;
const missingVideo = new URL(videos.missing).searchParams.get('v');

/** @throws ApiFailure 404 for the one video that the seed calls missing. */
export const requireVideo = (id: string): void => {
	if (id === missingVideo) throw new ApiFailure(404, 'video_not_found', 'There is no such video');
};

/** @throws ApiFailure 404 for the one channel that the seed calls missing. */
export const requireChannel = (address: string): void => {
	if (address === channels.missing)
		throw new ApiFailure(404, 'channel_not_found', 'There is no such channel');
};
