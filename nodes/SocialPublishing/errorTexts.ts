import type { ApiError, InvalidRequestError } from '../../client/http/errors';
import { commonErrorTexts, quoted, type ErrorText, type ErrorTexts } from '../shared/errorTexts';

/** Fields of requests as the user sees them; a path in a request is read from its end. */
const fieldLabels: Record<string, string> = {
	accountId: 'Channel',
	accounts: 'Channels',
	at: 'Publish At',
	baseUrl: 'Base URL',
	boardId: 'Board',
	canonicalUrl: 'Canonical URL',
	caption: 'Caption',
	categoryId: 'Category',
	coverMs: 'Cover Position (Ms)',
	delivery: 'Delivery',
	firstComment: 'First Comment',
	idempotencyKey: 'Idempotency Key',
	limit: 'Limit',
	linkUrl: 'Link',
	mediaAssetIds: 'Media Asset IDs',
	perAccount: 'Channel Overrides',
	privacyLevel: 'Privacy Level',
	privacyStatus: 'Privacy',
	proposedPublishAt: 'Proposed Publish Time',
	publishAs: 'Publish As',
	queueIds: 'Queues',
	request: 'ID',
	status: 'Status',
	tags: 'Tags',
	thumbnail: 'Thumbnail',
	title: 'Title',
	updatedSince: 'Updated Since',
};

function fieldLabel(path: string): string {
	const parts = path.split('.');
	const known = parts.findLast((part) => part in fieldLabels);
	const label = known === undefined ? path : (fieldLabels[known] as string);
	const [root, channelId] = parts;
	return root === 'perAccount' && known !== 'perAccount'
		? `${fieldLabels.perAccount} > ${label}' of channel '${channelId ?? ''}`
		: label;
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
		message: `'${fieldLabel(field)}' ${problem}`,
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

type PublishingErrorText = (error: never) => ErrorText;

const allTexts: Record<string, PublishingErrorText> = { ...commonErrorTexts, ...ownTexts };
const textsWithDraft = Object.entries(allTexts).map(([name, text]): [string, PublishingErrorText] => [
	name,
	(error) => withSavedDraft(text(error), error),
]);

/** How the errors of the publishing API read; a draft that was saved before the failure is always named. */
export const publishingErrorTexts: ErrorTexts = Object.fromEntries(textsWithDraft);
