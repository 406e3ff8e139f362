import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { explain } from '../../shared/errorTexts.js';
import { scoringUnderTest } from '../client.js';
import { readBalance } from '../credits.js';
import { scoringErrorTexts } from '../errorTexts.js';

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
			const { message, description } = explain(error, scoringErrorTexts);
			return { status: 'Error', message: `${message}. ${description}` };
		},
	);
}

/** Tests of the node's credentials. */
export const credentialTest = { contentScoringApiTest };
