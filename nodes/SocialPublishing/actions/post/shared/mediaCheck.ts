import { withoutUndefined } from '../../../../../client/http/json';
import type { PostToCheck } from '../../../../../client/publishing/validation/types';
import type { InspectFile } from '../../../media/uploads';
import type { CheckFirst } from './preflight';

/**
 * Checks a post before its files are uploaded. Returns a function that checks it again when more is known about one of the files,
 * such as about a file on the web, which is only read once.
 */
export async function checkBeforeUpload(checkFirst: CheckFirst, post: PostToCheck): Promise<InspectFile> {
	await checkFirst(post);
	const { media } = post;
	return async (index, facts) => {
		const known = media[index];
		// Another check would find the same.
		const now = { ...known, ...withoutUndefined(facts) };
		if (JSON.stringify(now) === JSON.stringify(known)) return;
		media[index] = now;
		// The upload can take so long that the time to publish has passed. That's for the service to decide.
		await checkFirst({ ...post, mayBeDone: true });
	};
}
