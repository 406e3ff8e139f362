import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { locatorValue } from '../../shared/parameters';
import { choose } from './choices';
import { toForm } from './toolForm';

/** The form of the tool that is chosen beside it, from the schema that the service has for it. */
async function getToolArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = locatorValue(this.getCurrentNodeParameter('toolName'));
	if (name === '') return { fields: [], emptyFieldsNotice: 'Choose a tool first' };
	if (name.startsWith('=')) {
		return { fields: [], emptyFieldsNotice: 'The tool is an expression: give its arguments as JSON' };
	}
	const tools = await choose(this, async ({ agent }) => await agent.listTools());
	const tool = tools.find((each) => each.name === name);
	if (!tool)
		return { fields: [], emptyFieldsNotice: `The service has no tool '${name}' for this credential` };
	return { fields: toForm(tool), emptyFieldsNotice: 'This tool takes no arguments' };
}

/** Forms behind the resource mappers. */
export const resourceMapping = { getToolArguments };
