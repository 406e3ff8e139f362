import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Resource } from '../../../shared/operation.js';
import { authenticationField } from '../../signIn.js';
import { callTool } from './callTool.operation.js';
import { listTools } from './listTools.operation.js';

/** The tools that the service offers to AI agents through MCP. */
export const agent: Resource<PublishingClient> = {
	name: 'MCP Tool',
	value: 'agent',
	description: 'Tools that the service offers to AI agents',
	builderHint:
		'Only for what no other resource can do. The operations of the other resources have typed fields.',
	fields: [authenticationField],
	operations: [listTools, callTool],
};
