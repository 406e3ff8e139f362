import { Linter } from 'eslint';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import tseslint from 'typescript-eslint';
import { platformNames } from '../../nodes/SocialPublishing/words/labels';
import { MENUS } from './descriptionRules';

/** A service can have an upper limit. n8n's own configuration turns this rule off as well. */
const OFF = 'n8n-nodes-base/node-param-type-options-max-value-present';

/** The rules for fields. The rules for the class run on the source, because they need its file name. */
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
 * Checks a finished description with n8n's rules for descriptions. In the source, these rules see only literals, not what
 * functions return.
 *
 * @returns the findings, each with the line of the description
 */
export function lintDescription(className: string, description: INodeTypeDescription): string[] {
	const code = writeAsClass(className, withUsualMenus(description));
	const lines = code.split('\n');
	const path = `nodes/${className}/${className}.node.ts`;
	const messages = new Linter({ configType: 'flat' }).verify(code, config, path);
	return messages.map(({ message, ruleId, line }) => `${ruleId}: ${message} (${lines[line - 1]?.trim()})`);
}

const networks = new RegExp(Object.values(platformNames).join('|'), 'g');

const inSentenceCase = (option: object): object =>
	'action' in option && typeof option.action === 'string'
		? { ...option, action: option.action.replace(networks, (name) => name.toLowerCase()) }
		: option;

/**
 * Prepares the menus for n8n's rules. They are in the order of n8n's lists of actions and triggers, which isn't alphabetical, and
 * the rule for sentence case doesn't know the names of networks.
 */
function withUsualMenus(description: INodeTypeDescription): INodeTypeDescription {
	const sorted = (options: INodeProperties['options'] = []) =>
		[...options]
			.sort((a, b) => a.name.localeCompare(b.name))
			.map(inSentenceCase) as INodeProperties['options'];
	const properties = description.properties.map((property) =>
		MENUS.includes(property.name) ? { ...property, options: sorted(property.options) } : property,
	);
	return { ...description, properties };
}

/** The rules find only names without quotation marks. */
function writeAsClass(className: string, description: INodeTypeDescription): string {
	const literal = JSON.stringify(description, null, '\t').replace(/"([A-Za-z_]\w*)":/g, '$1:');
	return `export class ${className} implements INodeType {\n\tdescription: INodeTypeDescription = ${literal};\n}\n`;
}
