import 'reflect-metadata';
import { Credentials } from 'n8n-core';
import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';

/** A credential as a user saved it, with its type and the entered values. */
export interface SavedCredential {
	type: ICredentialType;
	data: ICredentialDataDecryptedObject;
}

type AnyRequest = IHttpRequestOptions & Record<string, unknown>;

/**
 * n8n's credential helper for a list of saved credentials, without a database. As in n8n, defaults are filled in, and
 * `authenticate` can be an object or a function.
 */
export class SavedCredentials extends ICredentialsHelper {
	constructor(private readonly saved: SavedCredential[]) {
		super();
	}

	getParentTypes(name: string): string[] {
		return this.find(name).type.extends ?? [];
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		const { restrictToSupportedNodes, supportedNodes = [] } = this.find(credentialType).type;
		return restrictToSupportedNodes !== true || supportedNodes.includes(nodeType);
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.find(type).type.properties;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const { type: credentialType, data } = this.find(type);
		const values = structuredClone(data) as INodeParameters;
		const filled = NodeHelpers.getNodeParameters(credentialType.properties, values, true, false, null, null);
		const { oauthTokenData } = data;
		return {
			...filled,
			...(oauthTokenData === undefined ? {} : { oauthTokenData }),
		} as ICredentialDataDecryptedObject;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const request = requestOptions as AnyRequest;
		const { authenticate } = this.find(typeName).type;
		if (authenticate === undefined || !workflow || !node) return request;
		if (typeof authenticate === 'function') return await authenticate(credentials, request);
		return addAuthentication(authenticate, request, (value) => resolve(value, credentials, workflow, node));
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(nodeCredentials: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		return new Credentials({ id: nodeCredentials.id, name: nodeCredentials.name }, type);
	}

	async updateCredentials(): Promise<void> {
		throw new Error('A test credential cannot be changed');
	}

	/** Does what n8n does after it has renewed a token. */
	async updateCredentialsOauthTokenData(
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	): Promise<void> {
		Object.assign(this.find(type).data, { oauthTokenData });
	}

	private find(name: string): SavedCredential {
		const saved = this.saved.find(({ type }) => type.name === name);
		if (!saved) throw new Error(`The test gave no credential of type "${name}"`);
		return saved;
	}
}

/** Resolves `={{$credentials.x}}` the way n8n does when it signs a request. */
function resolve(
	value: unknown,
	credentials: ICredentialDataDecryptedObject,
	workflow: Workflow,
	node: INode,
): unknown {
	if (typeof value !== 'string' || !value.startsWith('=')) return value;
	const keys = { $credentials: credentials } as never;
	return String(
		workflow.expression.getSimpleParameterValue(node, value, 'internal', keys, undefined, '') ?? '',
	);
}

/** Adds the headers, query and other parts that a generic `authenticate` declares. */
function addAuthentication(
	{ properties }: IAuthenticateGeneric,
	request: AnyRequest,
	resolveValue: (value: unknown) => unknown,
): IHttpRequestOptions {
	for (const [part, values] of Object.entries(properties)) {
		const resolved = Object.entries(values as object).map(([key, value]) => [
			resolveValue(key),
			resolveValue(value),
		]);
		request[part] = { ...(request[part] as object | undefined), ...Object.fromEntries(resolved) };
	}
	return request;
}
