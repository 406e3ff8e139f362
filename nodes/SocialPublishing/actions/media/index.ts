import type { PublishingClient } from '../../../../client/publishing';
import type { Resource } from '../../../shared/operation';
import { upload } from './upload.operation';

/** Media, which are the images, GIFs and videos of posts. */
export const media: Resource<PublishingClient> = {
	name: 'Media',
	value: 'media',
	description: 'Images, GIFs and videos',
	builderHint: 'Only for files that several posts use. Post: Create and Update upload files by themselves.',
	operations: [upload],
};
