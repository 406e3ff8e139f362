import type { INodeTypeDescription } from 'n8n-workflow';
import {
	createSearch,
	ownNodes,
	resultsShown,
	typeDefinition,
} from '../../../test/n8n/support/builderCatalog';
import { questionKinds } from '../../../test/n8n/support/builderQuestions';
import type { Figure, Goal, Part } from '../results';

/** The goal for the length of a type definition, in characters. */
const definitionMax = 32_000;

/** Fields that can't be left out, because a node without them has no operations. */
const menus = ['resource', 'operation'];

/** The fields that need the most characters of a type definition, across all operations. */
function longestFields(node: INodeTypeDescription): Figure[] {
	const all = typeDefinition(node).length;
	const names = [...new Set(node.properties.map(({ name }) => name))].filter((name) => !menus.includes(name));
	const fields = names.map((field): Figure => {
		const properties = node.properties.filter(({ name }) => name !== field);
		const value = all - typeDefinition({ ...node, properties }).length;
		return { task: `type definition: ${field}`, subject: node.displayName, value, unit: 'characters' };
	});
	return fields.sort((a, b) => b.value - a.value).slice(0, 5);
}

/**
 * Measures how n8n's AI builder finds the nodes, and how much text it reads to use one. Runs n8n's own code without a network.
 */
export async function measureBuilder(): Promise<Part> {
	const { placeOf } = createSearch();
	const figures: Figure[] = [];
	const goals: Goal[] = [];
	for (const { kind, wanted, questions } of questionKinds) {
		const places = questions.map(({ words, node }) => ({ words, node, place: placeOf(words, node) }));
		figures.push(
			...places.map(({ words, node, place }) => ({
				task: `place for "${words}"`,
				subject: node,
				value: place,
				unit: '' as const,
			})),
		);
		if (wanted > resultsShown) continue;
		goals.push({
			goal: `questions, ${kind}: place ${wanted} or better`,
			value: places.filter(({ place }) => place <= wanted).length,
			bound: places.length,
			kind: 'atLeast',
		});
	}
	for (const node of ownNodes()) {
		const { length } = typeDefinition(node);
		const { displayName } = node;
		figures.push({ task: 'type definition', subject: displayName, value: length, unit: 'characters' });
		figures.push(...longestFields(node));
		goals.push({ goal: `characters of ${displayName}`, value: length, bound: definitionMax, kind: 'atMost' });
	}
	return { figures, goals };
}
