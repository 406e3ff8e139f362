import { originOf, resourceOf } from './addresses';
import type { OAuthBook, OAuthClient } from './book';

/** What a client asks a person for; checked. */
export interface AuthorizeRequest {
	client: OAuthClient;
	redirectUri: string;
	challenge: string;
	state: string | null;
	/** Only a wish: the connect screen decides (N28). */
	scopes: string[];
}

/** Nobody may be sent back: the one who asks is not known. For the person to read. */
export class UnknownCaller extends Error {
	override readonly name = 'UnknownCaller';
}

/** The caller is known, its request is wrong: it is told so by a redirect. */
export class WrongRequest extends Error {
	override readonly name = 'WrongRequest';

	constructor(
		readonly redirectUri: string,
		readonly state: string | null,
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

interface Rule {
	isBroken(query: URLSearchParams, origin: string): boolean;
	code: string;
	message: string;
}

const rules: readonly Rule[] = [
	{
		isBroken: (query) => query.get('response_type') !== 'code',
		code: 'unsupported_response_type',
		message: 'response_type: must be code',
	},
	{
		isBroken: (query) => !/^[A-Za-z0-9_-]{43}$/.test(query.get('code_challenge') ?? ''),
		code: 'invalid_request',
		message: 'code_challenge: is required',
	},
	{
		isBroken: (query) => query.get('code_challenge_method') !== 'S256',
		code: 'invalid_request',
		message: 'code_challenge_method: must be S256',
	},
	{
		isBroken: (query, origin) => query.getAll('resource').some((each) => each !== resourceOf(origin)),
		code: 'invalid_target',
		message: 'resource: must be the address of the agent endpoint',
	},
];

/** Checks what a client asks for. @throws UnknownCaller, WrongRequest */
export const readAuthorizeRequest = (
	query: URLSearchParams,
	book: OAuthBook,
	host: string | undefined,
): AuthorizeRequest => {
	const client = book.clients.get(query.get('client_id') ?? '');
	if (client === undefined) throw new UnknownCaller('The application that sent you here is not registered.');
	const redirectUri = query.get('redirect_uri') ?? '';
	if (!client.redirectUris.includes(redirectUri)) {
		throw new UnknownCaller('The application wants you sent to an address that it did not register.');
	}
	const state = query.get('state');
	const broken = rules.find(({ isBroken }) => isBroken(query, originOf(host)));
	if (broken !== undefined) throw new WrongRequest(redirectUri, state, broken.code, broken.message);
	const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter((each) => each !== '');
	return { client, redirectUri, challenge: query.get('code_challenge') ?? '', state, scopes };
};
