import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import { outputFields, readOutputShape } from '../../../shared/fields.js';
import type { Operation } from '../../../shared/operation.js';

/** Lists the tools of the agent endpoint. */
export const listTools: Operation<PublishingClient> = {
	name: 'Get Many',
	value: 'listTools',
	action: 'Get many MCP tools',
	description: 'List the tools that the credential has permission for',
	fields: outputFields(['annotations', 'description', 'inputSchema', 'name', 'title']),
	async execute(parameters, { agent }) {
		const shape = readOutputShape(parameters);
		const tools = await agent.listTools();
		return tools.map((tool) => {
			const { name, title, description } = tool;
			return shape({
				raw: tool as IDataObject,
				simple: { name, title: title ?? name, description },
			});
		});
	},
};
