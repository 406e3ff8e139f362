import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeType,
	type NodeApiError,
} from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { resources } from '../../../nodes/SocialPublishing/actions';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { executeNode } from '../../support/n8nContexts';
import { byId } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const writes = () => sandbox().requests.filter(({ method }) => method === 'POST');

const step = new SocialPublishing();

/** The variant that n8n derives for tools. The fields of tools depend on its name. */
const tool: INodeType = {
	description: { ...step.description, name: `${step.description.name}Tool` },
	methods: step.methods,
	execute: step.execute,
};

const publish = async (nodeType: INodeType, more: object) =>
	await executeNode(nodeType, {
		credentials: [
			{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: seed.keys.full } },
		],
		parameters: {
			resource: 'post',
			operation: 'publish',
			postId: byId(seed.posts.draft),
			draftsAndReviewOnly: false,
			...more,
		} as INodeParameters,
	});

test.each([true, '={{ false }}'])(
	'refuses a tool call without a review if the option is %p',
	async (requireHumanReview) => {
		const error = await publish(tool, { requireHumanReview }).then(
			() => undefined,
			(reason: NodeApiError) => reason,
		);
		expect(error?.message).toContain("'Require Human Review' is on, and no one has approved this call");
		expect(writes()).toEqual([]);
	},
);

const publishing = resources.flatMap(({ value: resource, operations }) =>
	operations.filter(({ canPublish }) => canPublish).map(({ value: operation }) => [resource, operation]),
);

test.each(publishing)('refuses %s: %s without a review before any request', async (resource, operation) => {
	const call = publish(tool, { resource, operation, requireHumanReview: true });
	await expect(call).rejects.toThrow("'Require Human Review' is on, and no one has approved this call");
	expect(sandbox().requests).toEqual([]);
});

test('lists every operation that can publish', () => {
	expect(publishing.map((names) => names.join(':')).sort()).toEqual([
		'agent:callTool',
		'post:create',
		'post:publish',
		'post:schedule',
		'post:submit',
		'post:syncCalendar',
		'post:update',
		'post:upsert',
	]);
});

test('requires no review for a tool that only reads', async () => {
	await expect(publish(tool, { operation: 'get', requireHumanReview: true })).resolves.toHaveLength(1);
});

test.each<[string, INodeType, object]>([
	['a tool without the option', tool, { draftsAndReviewOnly: false }],
	['a step of a workflow', step, { requireHumanReview: true }],
])('publishes with %s (P80)', async (_title, nodeType, parameters) => {
	await publish(nodeType, parameters);
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
		for (const { description } of [tool, step]) {
			const node = { typeVersion: 1, type: description.name } as INode;
			const values = { resource, operation, requireHumanReview: true };
			const loaded = NodeHelpers.getNodeParameters(
				description.properties,
				values,
				true,
				false,
				node,
				description,
			);
			expect(loaded).toMatchObject({ requireHumanReview: true });
			const shown = description.properties.filter(
				(field) =>
					isReviewField(field) && NodeHelpers.displayParameter(loaded ?? {}, field, node, description),
			);
			const isTool = description === tool.description;
			expect(shown.map(({ type }) => type)).toEqual([isTool && canPublish ? 'boolean' : 'hidden']);
		}
	},
);
