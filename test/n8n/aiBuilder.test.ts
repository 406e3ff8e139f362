import { createSearch } from './support/builderCatalog';
import { questionKinds } from './support/builderQuestions';

const placeOf = createSearch();

describe.each(questionKinds)("n8n's search for nodes: $kind", ({ wanted, questions }) => {
	test.each(questions)('"$words" finds $node at place $place', ({ words, node, place }) => {
		expect(placeOf(words, node)).toBe(place);
		expect(place).toBeLessThanOrEqual(wanted);
	});
});
