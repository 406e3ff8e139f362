import { NodeHelpers, type INodeProperties, type INodeType } from 'n8n-workflow';
import { operationsOf } from '../../support/descriptionRules';
import { placeNode } from '../../support/n8nWorkflow';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';

/** Every hint inside a value, and the value without hints. */
function takeHints<T>(value: T): { hints: object[]; rest: T } {
	const hints: object[] = [];
	const text = JSON.stringify(value, (key, inner: unknown) => {
		if (key !== 'builderHint') return inner;
		hints.push(inner as object);
		return undefined;
	});
	return { hints, rest: JSON.parse(text) as T };
}

const textsIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.values(value).flatMap(textsIn)
		: [value].filter((inner) => typeof inner === 'string');

/** The values of a node's form for an operation, with n8n's defaults filled in. */
function formOf(nodeType: INodeType, properties: INodeProperties[], parameters: Record<string, string>) {
	const { node } = placeNode(nodeType, { parameters });
	const description = { ...nodeType.description, properties };
	return NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description);
}

describe.each([new SocialPublishing(), new SocialPublishingTrigger(), new ContentScoring()])(
	"$description.displayName's hints for n8n's AI builder",
	(nodeType) => {
		const { description } = nodeType;
		const { hints, rest } = takeHints(description);

		test("list related nodes, describe the node's purpose, and show an example", () => {
			const { searchHint, relatedNodes, extraTypeDefContent } = description.builderHint ?? {};
			expect(searchHint).toEqual(expect.any(String));
			expect(relatedNodes).not.toHaveLength(0);
			expect(extraTypeDefContent).not.toHaveLength(0);
		});

		test("avoid n8n's stored format, which a builder doesn't write", () => {
			expect(textsIn(hints).filter((text) => /={{|\bai_[a-z]/.test(text))).toEqual([]);
		});

		test('leave the form of every operation unchanged', () => {
			const operations = operationsOf(description.properties).map((operation) => ({ ...operation }));
			for (const parameters of [{}, ...operations]) {
				const withHints = formOf(nodeType, description.properties, parameters);
				expect(withHints).toEqual(formOf(nodeType, rest.properties, parameters));
				expect(Object.keys(withHints ?? {})).toEqual(expect.arrayContaining(Object.keys(parameters)));
			}
		});
	},
);
