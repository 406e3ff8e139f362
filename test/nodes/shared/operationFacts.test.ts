import { resources } from '../../../nodes/SocialPublishing/actions';
import type { PublishingExample } from '../../operations/example';
import { publishingExamples } from '../../operations/publishing';
import { runExample } from '../../operations/runExamples';
import { hasExtras } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

/** What no document knows. */
const extras = ['post:withdraw', 'analytics:getPostSnapshots'];

/** The operations without a fact, which their examples must bear out. */
const without = (fact: 'canPublish' | 'describeDone'): string[] =>
	resources
		.flatMap(({ value: resource, operations }) =>
			operations.filter((operation) => !operation[fact]).map(({ value }) => `${resource}:${value}`),
		)
		.filter((name) => hasExtras || !extras.includes(name));

const exampleOf = (name: string) => publishingExamples[name] as PublishingExample;

test.each(without('canPublish'))('%s publishes nothing, because it has no canPublish', async (name) => {
	const { parameters, ...example } = exampleOf(name);
	const guarded = { ...example, parameters: { ...parameters, draftsAndReviewOnly: true } };
	await expect(runExample(sandbox(), name, guarded)).resolves.toHaveProperty('output');
});

test.each(without('describeDone'))('%s writes nothing, because it has no describeDone', async (name) => {
	await runExample(sandbox(), name, exampleOf(name));
	const writes = sandbox().requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/mcp'));
	expect(writes).toEqual([]);
});
