import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import { createPacer } from '../../client/http/rateLimits.js';
import { normaliseAddress } from '../../client/http/request.js';
import type { HttpResponse, Send } from '../../client/http/types.js';
import { createScoringClient, type ScoringClient, type ScoringOptions } from '../../client/scoring/index.js';
import {
	credentialTestSend,
	n8nSend,
	n8nSleep,
	requireHeaderName,
	requireHeaderValue,
	requireKey,
	userAgent,
	type RequestContext,
} from '../shared/transport.js';
import { measuredWaits } from '../shared/waits.js';

/** The n8n name of the credential with the API key. */
export const credentialType = 'contentScoringApi';

/** Normalizes the API URL of a credential. */
export const normaliseApiUrl = (apiUrl: string): string => normaliseAddress(apiUrl, 'apiUrl', '/v1');

/** The request timeout of dropdowns and credential tests, for which someone is waiting. */
const patienceMs = 15_000;

interface Credential {
	apiUrl: string;
	apiKey: string;
	headerName: string;
	headerScheme: string;
}

/** Returns the header with the API key. Throws a `ParameterError` if its name or value is invalid. */
function keyHeader({ apiKey, headerName, headerScheme }: Credential): [name: string, value: string] {
	const name = (headerName ?? '').trim() || 'Authorization';
	requireHeaderName(name, 'Header Name');
	requireHeaderValue(headerScheme ?? '', 'Header Scheme');
	requireKey(apiKey.trim(), headerScheme);
	return [name, [headerScheme, apiKey.trim()].filter(Boolean).join(' ')];
}

/** How the URLs of free calls end (contract section 11). */
const freePaths = /\/v1\/(me|usage)\/$/;

/** After a 402 to a paid request, returns it for all further paid requests without sending them. The credits have run out. */
function stoppingAtNoCredits(send: Send): Send {
	let outOfCredits: HttpResponse | undefined;
	return async (request) => {
		const isFree = freePaths.test(request.url);
		if (outOfCredits !== undefined && !isFree) return outOfCredits;
		const response = await send(request);
		if (response.status === 402 && !isFree) outOfCredits = response;
		return response;
	};
}

/** Options that replace n8n's functions or the defaults. */
export type OwnScoringOptions = Partial<Pick<ScoringOptions, 'retries' | 'timeout' | 'sleep'>> & {
	/** Returns milliseconds since 1970. */
	now?: () => number;
};

/** Creates a scoring client for n8n. Requests stay within the plan's rate limit if the service's answers report it. */
export async function scoring(
	context: RequestContext,
	{ sleep: ownSleep = n8nSleep(context), now = Date.now, ...limits }: OwnScoringOptions = {},
): Promise<ScoringClient> {
	const credential = await context.getCredentials<Credential & object>(credentialType);
	// Only checks the header. The credential adds it to requests.
	keyHeader(credential);
	const { apiUrl, apiKey } = credential;
	const { sleep, sleepForRateLimit } = measuredWaits(context, ownSleep, now);
	return createScoringClient({
		apiUrl,
		userAgent,
		send: createPacer(stoppingAtNoCredits(n8nSend(context, credentialType)), sleepForRateLimit, now),
		sleep,
		secrets: [apiKey.trim()],
		...limits,
	});
}

/** Creates a scoring client for a dropdown. It retries only once, because someone is waiting. */
export const scoringForDropdowns = async (context: RequestContext): Promise<ScoringClient> =>
	await scoring(context, { retries: 1, timeout: patienceMs });

/** Creates a scoring client for the test of a credential that isn't saved yet. It doesn't retry. */
export function scoringUnderTest(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): ScoringClient {
	const credential = data as unknown as Credential;
	const { apiUrl, apiKey } = credential;
	const [name, value] = keyHeader(credential);
	const headers = { [name]: value };
	return createScoringClient({
		apiUrl,
		userAgent,
		send: credentialTestSend(context, headers),
		sleep: async () => undefined,
		secrets: [apiKey.trim()],
		timeout: patienceMs,
		retries: 0,
	});
}
