import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import {
	MethodNotAllowedError,
	NotFoundError,
	UnexpectedResponseError,
	type ClientError,
} from '../../../client/http/errors.js';
import { explain } from '../../shared/errorTexts.js';
import { normaliseApiUrl, scoringUnderTest } from '../client.js';
import { readBalance } from '../credits.js';
import { scoringErrorTexts } from '../errorTexts.js';

/** Whether the address answers, but not as a scoring API does. */
const isElsewhere = (error: unknown): error is ClientError =>
	[NotFoundError, MethodNotAllowedError, UnexpectedResponseError].some((kind) => error instanceof kind);

/** Tests the API key by reading the account, which is free. */
async function contentScoringApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const account = async () => await scoringUnderTest(this, data).me();
	return await account().then(
		(answer): INodeCredentialTestResult => {
			const balance = readBalance(answer);
			const credits = balance === undefined ? '' : `. The account has ${balance} credits`;
			return { status: 'OK', message: `Connected${credits}` };
		},
		(error: unknown): INodeCredentialTestResult => {
			if (isElsewhere(error)) {
				const message = `There is no scoring API at this address: ${normaliseApiUrl(String(data.apiUrl))}${error.request?.path ?? ''}. Check 'API URL'.`;
				return { status: 'Error', message };
			}
			const { message, description } = explain(error, scoringErrorTexts);
			return { status: 'Error', message: `${message}. ${description}` };
		},
	);
}

export const credentialTest = { contentScoringApiTest };
