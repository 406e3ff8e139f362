import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { simplifyField } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';

/** Lists the tools of the agent endpoint. */
export const listTools: Operation<PublishingClient> = {
	name: 'Get Many',
	value: 'listTools',
	action: 'Get many MCP tools',
	description: 'List the tools that the credential has permission for',
	fields: [simplifyField],
	async execute(parameters, { agent }) {
		const tools = await agent.listTools();
		if (!parameters.flag('simplify', true)) return tools as IDataObject[];
		return tools.map(({ name, title, description }) => ({ name, title: title ?? name, description }));
	},
};
