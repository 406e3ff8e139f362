import type { ApiError, InvalidRequestError } from '../../client/http/errors';
import type { PartUploadError } from '../../client/publishing/upload/upload';
import { commonErrorTexts, quoted, type ErrorText, type ErrorTexts } from '../shared/errorTexts';

/** Fields of requests as the user sees them; a path in a request is read from its end. */
const fieldLabels: Record<string, string> = {
	accountId: 'Channel Name or ID',
	accounts: 'Channel Names or IDs',
	at: 'Publish At',
	baseUrl: 'Base URL',
	boardId: 'Board',
	canonicalUrl: 'Canonical URL',
	caption: 'Caption',
	categoryId: 'Category',
	channelId: 'Channel',
	coverMs: 'Cover Position (Ms)',
	delivery: 'Delivery',
	firstComment: 'First Comment',
	idempotencyKey: 'Idempotency Key',
	limit: 'Limit',
	linkUrl: 'Link',
	mediaAssetIds: 'Media Asset IDs',
	perAccount: 'Channel Overrides',
	postId: 'Post',
	privacyLevel: 'Privacy Level',
	privacyStatus: 'Privacy',
	proposedPublishAt: 'Proposed Publish Time',
	publishAs: 'Publish As',
	queueIds: 'Queues',
	status: 'Status',
	tags: 'Tags',
	thumbnail: 'Thumbnail Asset ID',
	timezone: 'Time Zone Name or ID',
	title: 'Title',
	updatedSince: 'Updated Since',
};

/** Names a field of a request as the screen does, with the entry of a list and the channel of an override. */
function fieldName(path: string): string {
	const parts = path.split('.');
	const [root = '', channelId] = parts;
	const last = Number(parts.at(-1));
	const known = parts.findLast((part) => part in fieldLabels) ?? '';
	const label = fieldLabels[known] ?? path;
	const isOverride = root === 'perAccount';
	const shown = isOverride && known !== root ? `${fieldLabels[root]} > ${label}` : label;
	const entry = Number.isInteger(last) ? ` (entry ${last + 1})` : '';
	const channel = isOverride && channelId !== undefined ? ` of channel '${channelId}'` : '';
	return `'${shown}'${entry}${channel}`;
}

/** A create that failed after the draft was saved must not be repeated as a create. */
function withSavedDraft(text: ErrorText, { postId }: ApiError): ErrorText {
	if (postId === undefined) return text;
	return {
		message: `${text.message}; the post was saved as a draft`,
		description: `${text.description}. The draft has the ID ${postId}: correct it with Update, then send it with Submit. Do not create it again`,
	};
}

const quotaText = (error: ApiError): ErrorText => {
	const { detail, availableAt } = error;
	const when = availableAt
		? `It fits again from ${availableAt}: schedule the post for then`
		: 'Schedule the post for another day';
	return { message: "The channel's daily cap is reached", description: `${quoted(detail)}. ${when}` };
};

const permissionText = (error: ApiError): ErrorText => {
	const permission = /^missing permission: (\w+)/.exec(error.detail)?.[1];
	if (!permission) return commonErrorTexts.PermissionError(error);
	const submitHint =
		permission === 'publish_directly' ? ', or use Submit, which sends the post to Review' : '';
	return {
		message: `The API key lacks the permission ${permission}`,
		description: `Give the key this permission in the workspace settings under API & MCP${submitHint}`,
	};
};

const ownTexts = {
	InvalidRequestError: ({ field, problem }: InvalidRequestError): ErrorText => ({
		message: `${fieldName(field)} ${problem}`,
		description: 'Nothing was sent. Correct the value and run the node again',
	}),
	ProxyRejectionError: (): ErrorText => ({
		message: 'The proxy in front of the service refused the request (error code: 1010)',
		description:
			'It does so when the User-Agent header is missing or is the default of a library. This node sends one of its own: check that no proxy between n8n and the service removes or changes it',
	}),
	PlatformQuotaError: quotaText,
	PermissionError: permissionText,
	ConflictError: ({ detail }: ApiError): ErrorText => ({
		message: 'The post is in a state that does not allow this',
		description: `${quoted(detail)}. Read the post to see its status; a post waiting for approval must be withdrawn first`,
	}),
	PartUploadError: ({ partNumber, partCount, cause }: PartUploadError): ErrorText => ({
		message: `Part ${partNumber} of ${partCount} of the file could not be uploaded`,
		description: `${(cause as Error).message}. The node tried several times; the upload was given up and the service removes it within a day. Run the node again`,
	}),
	SourceSizeError: ({ message }: Error): ErrorText => ({
		message,
		description: 'The file changed while it was read, or its server told a wrong size. Load the file again',
	}),
	IdempotencyInFlightError: (): ErrorText => ({
		message: 'The first request with this idempotency key is still running',
		description: 'Wait a moment and run the node again: the same key does not do the work twice',
	}),
	IdempotencyMismatchError: (): ErrorText => ({
		message: 'This idempotency key was used for another request',
		description:
			"Keys are kept for 24 hours. Give every item its own key, for example with an expression, or leave 'Idempotency Key' empty",
	}),
};

/** What was uploaded before a failure is there already. */
function withUploadedAssets(
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

type PublishingErrorText = (error: never) => ErrorText;

const allTexts: Record<string, PublishingErrorText> = { ...commonErrorTexts, ...ownTexts };
const completeTexts = Object.entries(allTexts).map(([name, text]): [string, PublishingErrorText] => [
	name,
	(error) => withUploadedAssets(withSavedDraft(text(error), error), error),
]);

/** How the errors of the publishing API read; a draft that was saved before the failure is always named. */
export const publishingErrorTexts: ErrorTexts = Object.fromEntries(completeTexts);
