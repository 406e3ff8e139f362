import type { CredentialReference, Workflow } from './testbed';

/** A node of the package as a tool of the agent. */
export interface AgentTool {
	name: string;
	parameters: object;
	/** Settings of the node, such as Retry On Fail. */
	settings?: object;
	/** Type and credential of a node other than Social Publishing. */
	node?: { type: string; credentials: Record<string, CredentialReference> };
}

const chatModel = (credential: CredentialReference) => ({
	id: 'model',
	name: 'Model',
	type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
	typeVersion: 1.3,
	position: [200, 300],
	parameters: {
		model: { __rl: true, mode: 'id', value: 'scripted' },
		responsesApiEnabled: false,
		options: {},
	},
	credentials: { openAiApi: credential },
});

/** A node of the package as a tool. */
export const toolNode = ({ name, parameters, settings, node }: AgentTool, index: number) => ({
	...settings,
	id: `tool-${index}`,
	name,
	type: `${node?.type ?? testbed.nodeType}Tool`,
	typeVersion: 1,
	position: [400 + index * 200, 300],
	parameters,
	credentials: node?.credentials ?? { socialPublishingApi: { id: null, name: '' } },
});

const into = (type: string) => ({ [type]: [[{ node: 'AI Agent', type, index: 0 }]] });

/** A workflow in which n8n's AI Agent has these tools and this model. */
export const agentWorkflow = (
	model: CredentialReference,
	tools: AgentTool[],
	agentVersion = 3.1,
): Workflow => ({
	name: 'An agent with tools',
	nodes: [
		{
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'agent',
			name: 'AI Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: agentVersion,
			position: [300, 0],
			parameters: { promptType: 'define', text: 'Draft a post about the new opening hours', options: {} },
		},
		chatModel(model),
		...tools.map(toolNode),
	],
	connections: {
		Start: { main: [[{ node: 'AI Agent', type: 'main', index: 0 }]] },
		Model: into('ai_languageModel'),
		...Object.fromEntries(tools.map(({ name }) => [name, into('ai_tool')])),
	},
	settings: { executionOrder: 'v1' },
});
