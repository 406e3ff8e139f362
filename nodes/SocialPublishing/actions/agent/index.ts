import type { PublishingClient } from '../../../../client/publishing';
import type { Resource } from '../../../shared/operation';
import { authenticationField } from '../../signIn';
import { callTool } from './callTool.operation';
import { listTools } from './listTools.operation';

/** The service's own tools for AI agents. */
export const agent: Resource<PublishingClient> = {
	name: 'Agent',
	value: 'agent',
	description: 'Tools that the service offers to AI agents (MCP)',
	fields: [authenticationField],
	operations: [listTools, callTool],
};
