import { NodeHelpers, type IDataObject, type INode } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { resources } from '../../../nodes/SocialPublishing/actions';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const writes = () => sandbox().requests.filter(({ method }) => method === 'POST');

const call = async (isTool: boolean, more: IDataObject, operation = 'post:publish') => {
	const values = { postId: byId(seed.posts.draft), draftsAndReviewOnly: false, ...more };
	return await nodeFor(sandbox()).run(operation, values, { isTool });
};

const refusal = "'Require Human Review' is on, and no one has approved this call";

test('refuses a tool call without a review if the option is an expression', async () => {
	await expect(call(true, { requireHumanReview: '={{ false }}' })).rejects.toThrow(refusal);
	expect(writes()).toEqual([]);
});

const publishing = resources.flatMap(({ value: resource, operations }) =>
	operations.filter(({ canPublish }) => canPublish).map(({ value }) => `${resource}:${value}`),
);

test.each(publishing)('refuses %s without a review before any request', async (operation) => {
	await expect(call(true, { requireHumanReview: true }, operation)).rejects.toThrow(refusal);
	expect(sandbox().requests).toEqual([]);
});

test('requires no review for a tool that only reads', async () => {
	await expect(call(true, { requireHumanReview: true }, 'post:get')).resolves.toHaveLength(1);
});

test.each<[string, boolean, IDataObject]>([
	['a tool without the option', true, {}],
	['a step of a workflow', false, { requireHumanReview: true }],
])('publishes with %s (P80)', async (_title, isTool, parameters) => {
	await call(isTool, parameters);
	expect(writes()).toHaveLength(1);
});

const isReviewField = ({ name }: { name: string }): boolean => name === 'requireHumanReview';

test.each(
	resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation, canPublish = false }) => ({ resource, operation, canPublish })),
	),
)(
	'keeps the option on in $resource: $operation, and shows it in a tool that can publish: $canPublish',
	({ resource, operation, canPublish }) => {
		const { description } = new SocialPublishing();
		for (const name of [description.name, `${description.name}Tool`]) {
			const type = { ...description, name };
			const node = { typeVersion: 1, type: name } as INode;
			const values = { resource, operation, requireHumanReview: true };
			const loaded =
				NodeHelpers.getNodeParameters(description.properties, values, true, false, node, type) ?? {};
			expect(loaded).toMatchObject({ requireHumanReview: true });
			const shown = description.properties.filter(
				(field) => isReviewField(field) && NodeHelpers.displayParameter(loaded, field, node, type),
			);
			const isTool = name !== description.name;
			expect(shown.map(({ type }) => type)).toEqual([isTool && canPublish ? 'boolean' : 'hidden']);
		}
	},
);
