import { Linter } from 'eslint';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import tseslint from 'typescript-eslint';

/** A service may have an upper bound. n8n's own configuration turns it off as well. */
const OFF = 'n8n-nodes-base/node-param-type-options-max-value-present';

/** The rules for fields. Those for the class itself read the file's name and see all of it in the source. */
const fieldRules = Object.keys(n8nNodesBase.configs.nodes.rules).filter(
	(name) => name.startsWith('n8n-nodes-base/node-param-') && name !== OFF,
);

const config: Linter.Config = {
	files: ['**/*.ts'],
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	languageOptions: { parser: tseslint.parser as Linter.Parser },
	rules: Object.fromEntries(fieldRules.map((name) => [name, 'error'])),
};

/**
 * Puts a finished description through n8n's rules for descriptions. In the source they see only what stands there word
 * for word, not what functions put together.
 *
 * @returns what the rules have to say, each with the line of the description it is about
 */
export function lintDescription(className: string, description: INodeTypeDescription): string[] {
	const code = writeAsClass(className, withSortedMenus(description));
	const lines = code.split('\n');
	const path = `nodes/${className}/${className}.node.ts`;
	const messages = new Linter({ configType: 'flat' }).verify(code, config, path);
	return messages.map(({ message, ruleId, line }) => `${ruleId}: ${message} (${lines[line - 1]?.trim()})`);
}

/** The menus have the order of n8n's list of actions, which isn't that of the alphabet. */
function withSortedMenus(description: INodeTypeDescription): INodeTypeDescription {
	const sorted = (options: INodeProperties['options'] = []) =>
		[...options].sort((a, b) => a.name.localeCompare(b.name)) as INodeProperties['options'];
	const properties = description.properties.map((property) =>
		['resource', 'operation'].includes(property.name)
			? { ...property, options: sorted(property.options) }
			: property,
	);
	return { ...description, properties };
}

/** The rules look for names without quotation marks. */
function writeAsClass(className: string, description: INodeTypeDescription): string {
	const literal = JSON.stringify(description, null, '\t').replace(/"([A-Za-z_]\w*)":/g, '$1:');
	return `export class ${className} implements INodeType {\n\tdescription: INodeTypeDescription = ${literal};\n}\n`;
}
