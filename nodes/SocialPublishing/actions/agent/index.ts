import type { PublishingClient } from '../../../../client/publishing';
import type { Resource } from '../../../shared/operation';
import { authenticationField } from '../../signIn';
import { callTool } from './callTool.operation';
import { listTools } from './listTools.operation';

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
