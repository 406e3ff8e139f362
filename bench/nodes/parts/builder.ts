import {
	createSearch,
	ownNodes,
	resultsShown,
	typeDefinition,
} from '../../../test/n8n/support/builderCatalog';
import { questionKinds } from '../../../test/n8n/support/builderQuestions';
import type { Figure, Goal, Part } from '../results';

/** The most characters that the type definition of a node may have; Social Publishing has the longest. */
const definitionMax = 32_000;

/** How an AI builder of n8n finds the nodes, and how much it reads to use one: n8n's own code, without a network. */
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
		goals.push({ goal: `characters of ${displayName}`, value: length, bound: definitionMax, kind: 'atMost' });
	}
	return await Promise.resolve({ figures, goals });
}
