import type { ApiError } from '../../client/http/errors';
import { correctIt, type ErrorText } from '../shared/errorTexts';

/** A create that failed after the post was saved must not be repeated as a create (contract section 3). */
export function withSavedPost(text: ErrorText, { postId, statusCode }: ApiError): ErrorText {
	if (postId === undefined) return text;
	if (statusCode >= 500) {
		return {
			message: `${text.message}; the post may have gone ahead`,
			description: `${text.description}. The post has the ID ${postId}: read it with Get. If it is still a draft, send it with Submit; do not create it again`,
		};
	}
	return {
		message: `${text.message}; the post was saved as a draft`,
		description: `${text.description.replace(`. ${correctIt}`, '')}. The draft has the ID ${postId}: correct it with Update, then send it with Submit. Do not create it again`,
	};
}

/** What was uploaded before a failure is there already. */
export function withUploadedAssets(
	text: ErrorText,
	{ uploadedAssetIds = [] }: { uploadedAssetIds?: string[] },
): ErrorText {
	if (uploadedAssetIds.length === 0) return text;
	const ids = uploadedAssetIds.join(', ');
	return {
		...text,
		description: `${text.description}. These files are uploaded already: put ${ids} into 'Media Asset IDs' instead of uploading them again`,
	};
}
