import 'reflect-metadata';
import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	IAuthenticateRuleResponseCode,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	INode,
	INodeCredentialTestResult,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { createExecuteData, createRunData, placeNode } from './n8nWorkflow';

interface RequestFailure {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

const OK: INodeCredentialTestResult = { status: 'OK', message: 'Connection successful!' };

/**
 * Tests a credential as n8n does. The type's `test` request goes through n8n's RoutingNode. A type without one is
 * tested by the function in the node's `testedBy`.
 *
 * @returns the status and the sentence that the user sees
 */
export async function testCredential(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
	nodeType?: INodeType,
): Promise<INodeCredentialTestResult> {
	if (type.test) return await sendTestRequest(type, type.test, data);
	return await callTestFunction(type, data, nodeType);
}

async function sendTestRequest(
	type: ICredentialType,
	test: ICredentialTestRequest,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const probe: INodeType = { description: createProbeDescription(type, test) };
	const place = placeNode(probe, { parameters: { probe: '' }, credentials: [{ type, data }] });
	const stored = await place.additionalData.credentialsHelper.getDecrypted(
		place.additionalData,
		{ id: null, name: type.name },
		type.name,
		'internal',
	);
	const credential = { id: '1', name: type.displayName, type: type.name, data: stored };
	try {
		await new RoutingNode(createProbeContext(place), probe, credential).runNode();
		return OK;
	} catch (error) {
		return explain(error as RequestFailure, test);
	}
}

/** The text that n8n shows: that of a rule for the status, or else the status line, the system's code or the error's message. */
function explain(error: RequestFailure, test: ICredentialTestRequest): INodeCredentialTestResult {
	const response = error.cause?.response;
	if (!response) return { status: 'Error', message: error.cause?.code ?? error.message };
	const rules = (test.rules ?? []) as IAuthenticateRuleResponseCode[];
	const rule = rules.find(({ properties }) => properties.value === response.status);
	const fallback = response.statusText || `Received HTTP status code: ${response.status}`;
	return { status: 'Error', message: rule?.properties.message ?? fallback };
}

async function callTestFunction(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
	nodeType: INodeType | undefined,
): Promise<INodeCredentialTestResult> {
	const name = nodeType?.description.credentials?.find((entry) => entry.name === type.name)?.testedBy;
	const test = typeof name === 'string' ? nodeType?.methods?.credentialTest?.[name] : undefined;
	if (!nodeType || !test) throw new Error(`Nothing tests the credential type "${type.name}"`);
	const { additionalData } = placeNode(nodeType, { credentials: [{ type, data }] });
	const context = new CredentialTestContext(additionalData);
	return await test.call(context, { id: '1', name: type.displayName, type: type.name, data });
}

function createProbeContext({
	workflow,
	node,
	additionalData,
}: ReturnType<typeof placeNode>): ExecuteContext {
	const items = [{ json: {} }];
	const executeData = createExecuteData(node as INode, items);
	const runData = createRunData(items);
	const input = { main: [items] };
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		runData,
		0,
		[],
		input,
		executeData,
		[],
	);
}

/** A node with one hidden field, whose routing is the credential's test request. */
function createProbeDescription(type: ICredentialType, test: ICredentialTestRequest): INodeTypeDescription {
	return {
		displayName: 'Credential probe',
		name: 'credentialProbe',
		group: ['transform'],
		version: 1,
		description: 'Sends the test request of a credential',
		defaults: { name: 'Credential probe' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: type.name, required: true }],
		properties: [
			{
				displayName: 'Probe',
				name: 'probe',
				type: 'string',
				default: '',
				routing: { request: test.request },
			},
		],
	};
}
