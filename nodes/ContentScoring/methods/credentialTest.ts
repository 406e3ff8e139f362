import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import {
	MethodNotAllowedError,
	NotFoundError,
	UnexpectedResponseError,
} from '../../../client/http/errors.js';
import { explain } from '../../shared/errorTexts.js';
import { scoringUnderTest } from '../client.js';
import { readBalance } from '../credits.js';
import { scoringErrorTexts } from '../errorTexts.js';

/** Whether the address answers, but not as a scoring API does. */
const isElsewhere = (error: unknown): boolean =>
	[NotFoundError, MethodNotAllowedError, UnexpectedResponseError].some((kind) => error instanceof kind);

const noApi = "There is no scoring API at this address. Check 'API URL'.";

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
			if (isElsewhere(error)) return { status: 'Error', message: noApi };
			const { message, description } = explain(error, scoringErrorTexts);
			return { status: 'Error', message: `${message}. ${description}` };
		},
	);
}

export const credentialTest = { contentScoringApiTest };
