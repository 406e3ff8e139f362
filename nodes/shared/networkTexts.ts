import type { ClientError, NetworkError } from '../../client/http/errors';
import { ownValue } from '../../client/http/records';
import type { ErrorText } from './errorTexts';

/** What differs between services in texts that are the same else. */
export interface ServiceWords {
	/** The credential's field for the address, inside a sentence. */
	address: string;
	/** What to do when nobody knows whether the request was carried out. */
	inDoubt: string;
	/** The same of a request that only reads. */
	afterRead: string;
}

/** What a failed request leaves behind, and what to do about that. */
export const whatIsLeft = ({ inDoubt, afterRead }: ServiceWords, { isRead }: ClientError): string =>
	isRead ? afterRead : inDoubt;

/** A request that was given up because the user stopped the execution. */
export const cancelledText = (words: ServiceWords, error: ClientError): ErrorText => ({
	message: 'The execution was cancelled',
	description: `The request under way was given up. ${whatIsLeft(words, error)}`,
});

const networkTexts: Record<string, (words: ServiceWords, error: ClientError) => ErrorText> = {
	CANCELLED: cancelledText,
	ENOTFOUND: ({ address }) => ({
		message: `The host of the ${address} was not found`,
		description: `Check the ${address} in the credential for typing errors, and the DNS of the machine n8n runs on`,
	}),
	ECONNREFUSED: ({ address }) => ({
		message: `The host of the ${address} refused the connection`,
		description: `Check the ${address} and the port in the credential, and that the service is running`,
	}),
	EPROTO: ({ address }) => ({
		message: `The host of the ${address} does not speak https`,
		description: `Check the ${address} in the credential: it may have to begin with http://, or to have another port`,
	}),
	CERTIFICATE: ({ address }) => ({
		message: 'The certificate of the service is not trusted',
		description: `Check the ${address} in the credential. For a certificate of your own, make its authority known to n8n with NODE_EXTRA_CA_CERTS`,
	}),
	ETIMEDOUT: (words, error) => ({
		message: 'The service did not answer in time',
		description: `${whatIsLeft(words, error)}. If it keeps happening, check the network between n8n and the service`,
	}),
};

const networkAliases: Record<string, string> = {
	EAI_AGAIN: 'ENOTFOUND',
	ECONNABORTED: 'ETIMEDOUT',
	CERT_HAS_EXPIRED: 'CERTIFICATE',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'CERTIFICATE',
	ERR_TLS_CERT_ALTNAME_INVALID: 'CERTIFICATE',
	SELF_SIGNED_CERT_IN_CHAIN: 'CERTIFICATE',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'CERTIFICATE',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'CERTIFICATE',
};

const textOf = ({ code = '' }: NetworkError) =>
	ownValue(networkTexts, ownValue(networkAliases, code) ?? code);

/** A request without an answer. */
export const networkText =
	(words: ServiceWords) =>
	(error: NetworkError): ErrorText =>
		textOf(error)?.(words, error) ?? {
			message: 'The connection to the service broke before an answer arrived',
			description: `${whatIsLeft(words, error)}. Cause: ${error.message}`,
		};
