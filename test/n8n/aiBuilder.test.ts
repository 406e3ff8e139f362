import { createPanelSearch, createSearch, ownNodes, typeDefinition } from './support/builderCatalog';
import { panelQuestions, questionKinds } from './support/builderQuestions';

const search = createSearch();

describe.each(questionKinds)("n8n's search for nodes: $kind", ({ wanted, questions }) => {
	test.each(questions)('"$words" ranks $node at $place', ({ words, node, place }) => {
		expect(search.placeOf(words, node)).toBe(place);
		expect(place).toBeLessThanOrEqual(wanted);
	});
});

describe("n8n's nodes panel", () => {
	const placeOf = createPanelSearch();

	test.each(panelQuestions)('lists for "%s" %s among the first three', (words, node) => {
		expect(placeOf(words, node)).toBeLessThanOrEqual(3);
	});
});

describe.each(ownNodes())('an AI builder that selects $displayName', (node) => {
	const { name, builderHint, properties } = node;
	const { searchHint = '', relatedNodes = [], extraTypeDefContent = [] } = builderHint ?? {};

	test("reads what it can't do, related nodes, and when another operation fits better", () => {
		const menus = properties.filter((field) => field.name === 'resource' || field.name === 'operation');
		const hints = menus.flatMap(({ options = [] }) =>
			options.flatMap((entry) => ('builderHint' in entry ? [entry.builderHint?.propertyHint ?? ''] : [])),
		);
		const shown = search.describe(name);
		for (const text of [searchHint, ...relatedNodes.map(({ relationHint }) => relationHint), ...hints]) {
			expect(shown).toContain(text);
		}
		for (const { nodeType } of relatedNodes) expect(search.describe(nodeType)).toContain(nodeType);
	});

	test('reads its example once in the type definition', () => {
		const definition = typeDefinition(node).replace(/^ *\* /gm, '');
		for (const { content } of extraTypeDefContent) expect(definition.split(content)).toHaveLength(2);
	});
});
