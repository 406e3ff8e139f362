import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';
import { createPacer } from '../../client/http/rateLimits';
import type { HttpResponse, Send } from '../../client/http/types';
import { createScoringClient, type ScoringClient, type ScoringOptions } from '../../client/scoring';
import {
	credentialTestSend,
	n8nSend,
	n8nSleep,
	requireHeaderName,
	requireHeaderValue,
	userAgent,
	type RequestContext,
} from '../shared/transport';
import { measuredWaits } from '../shared/waits';

/** The credential that carries the key. */
export const credentialType = 'contentScoringApi';

/** Somebody waits for a dropdown or for the result of a test. */
const patienceMs = 15_000;

interface Credential {
	apiUrl: string;
	apiKey: string;
	headerName: string;
	headerScheme: string;
}

/** The header that carries the key; a `ParameterError` for what cannot be one. */
function keyHeader({ apiKey, headerName, headerScheme }: Credential): [name: string, value: string] {
	const name = (headerName ?? '').trim() || 'Authorization';
	requireHeaderName(name, 'Header Name');
	requireHeaderValue(headerScheme ?? '', 'Header Scheme');
	requireHeaderValue(apiKey, 'API Key');
	return [name, [headerScheme, apiKey].filter(Boolean).join(' ')];
}

/** Ends of the paths of calls that cost nothing (contract section 4). */
const freePaths = /\/v1\/(me|usage)\/$/;

/** Sends no further paid request once the service has answered that the credits are out: the answer is the same. */
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

/** What a client of the node uses in place of n8n's, or of the defaults. */
export type OwnScoringOptions = Partial<Pick<ScoringOptions, 'retries' | 'timeout' | 'sleep'>> & {
	/** Returns milliseconds since 1970. */
	now?: () => number;
};

/** Joins the scoring client and n8n; requests keep to the plan's limit that the service tells with every answer. */
export async function scoring(
	context: RequestContext,
	{ sleep: ownSleep = n8nSleep(context), now = Date.now, ...limits }: OwnScoringOptions = {},
): Promise<ScoringClient> {
	const credential = await context.getCredentials<Credential & object>(credentialType);
	// The credential adds it itself.
	keyHeader(credential);
	const { apiUrl, apiKey } = credential;
	const { sleep, sleepForRateLimit } = measuredWaits(context, ownSleep, now);
	return createScoringClient({
		apiUrl,
		userAgent,
		send: createPacer(stoppingAtNoCredits(n8nSend(context, credentialType)), sleepForRateLimit, now),
		sleep,
		secrets: [apiKey],
		...limits,
	});
}

/** Joins the scoring client and n8n for a dropdown, where somebody waits: one more try, and then the reason. */
export const scoringForDropdowns = async (context: RequestContext): Promise<ScoringClient> =>
	await scoring(context, { retries: 1, timeout: patienceMs });

/** Joins the client and n8n for the test of a credential that is not saved yet; nothing is tried twice. */
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
		sleep: async () => await Promise.resolve(),
		secrets: [apiKey],
		timeout: patienceMs,
		retries: 0,
	});
}
