import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { NotFoundError } from '../../../client/http/errors.js';
import { explain } from '../../shared/errorTexts.js';
import { normaliseBaseUrl, publishingUnderTest } from '../client.js';
import { publishingErrorTexts } from '../words/errorTexts.js';

/** Tests the key by reading its identity. n8n's own test can't check the base URL, and can't name a host that doesn't exist. */
async function socialPublishingApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const identity = async () => await publishingUnderTest(this, data).me();
	return await identity().then(
		({ workspace, credential }): INodeCredentialTestResult => ({
			status: 'OK',
			message: `Connected to ${workspace.name ?? workspace.id} with the API key ${credential.name ?? credential.id}`,
		}),
		(error: unknown): INodeCredentialTestResult => {
			if (error instanceof NotFoundError) {
				const address = `${normaliseBaseUrl(String(data.baseUrl))}${error.request?.path ?? ''}`;
				const message = `There is no publishing API at this address: ${address}. Check 'Base URL'.`;
				return { status: 'Error', message };
			}
			const { message, description } = explain(error, publishingErrorTexts);
			return { status: 'Error', message: `${message}. ${description}` };
		},
	);
}

export const credentialTest = { socialPublishingApiTest };
