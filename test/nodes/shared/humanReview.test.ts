import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const node = () => nodeFor({ url: sandbox().url, key: seed.keys.full });
const publish = { postId: byId(seed.posts.draft) };
const writes = () => sandbox().requests.filter(({ method }) => method === 'POST');

test.each([true, '={{ false }}'])(
	'with the option at %p, a tool call that nobody reviewed is refused',
	async (on) => {
		const parameters = { ...publish, requireHumanReview: on };
		const error = await node().error('post:publish', parameters, { isTool: true });
		expect(error.message).toContain("'Require Human Review' is on, and nobody has approved this call");
		expect(writes()).toEqual([]);
	},
);

test.each<[string, object, object]>([
	['a tool without the option', {}, { isTool: true }],
	['a step of a workflow', { requireHumanReview: true }, {}],
])('%s publishes (P80)', async (_title, parameters, run) => {
	await node().json('post:publish', { ...publish, ...parameters }, run);
	expect(writes()).toHaveLength(1);
});
