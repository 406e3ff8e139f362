import type { IDataObject } from 'n8n-workflow';
import { isObject, mapValues } from '../../../client/http/json';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { eventNames } from '../../../nodes/SocialPublishingTrigger/events';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { seed } from '../../../sandbox';
import { publishingExamples } from '../../operations/publishing';
import { scoringExamples } from '../../operations/scoring';
import { runExample } from '../../operations/runExamples';
import { pollNode } from '../../support/n8nContexts';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { hasExtras, toolName } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';
import { useScoringSandbox } from '../../support/useScoringSandbox';
import { useTwistingProxy } from '../../fuzz/twistingProxy';

const sandbox = useSandbox({ seed: 'default' });
const scoringSandbox = useScoringSandbox();
const proxy = useTwistingProxy();

/** Fields that the nodes add to what the service returns, and `error`, in which n8n looks for a failure. */
const names = [
	...['action', 'approved', 'clashes', 'changes', 'comment', 'comparedWith', 'creditsCost', 'decidedBy'],
	...[
		'decision',
		'deleted',
		'deliveryError',
		'droppedChannels',
		'dryRun',
		'error',
		'event',
		'keptFailedOnly',
	],
	...['postCaption', 'postId', 'postStatus', 'previousPostStatus', 'previousStatus', 'reason', 'routed'],
	...['skipped', 'textChanges', 'valid', 'accountId', 'dueAt', 'since'],
];

const unchanged = (json: unknown): unknown => json;

const planted = 'from a later version of the service';

/** Adds the fields to every object that doesn't have them. Metrics have only numbers, and messages of MCP only known fields. */
function withPlanted(json: unknown, name = ''): unknown {
	if (Array.isArray(json)) return json.map((one) => withPlanted(one));
	if (!isObject(json) || name === 'metrics') return json;
	const own = mapValues(json, withPlanted);
	return 'jsonrpc' in json ? own : { ...Object.fromEntries(names.map((one) => [one, planted])), ...own };
}

/** The node's own fields that have the service's value, and whether there is an `error`. */
function lost(usual: IDataObject[], changed: IDataObject[]): string[] {
	expect(changed).toHaveLength(usual.length);
	return changed.flatMap((json, index) => [
		...names.filter((name) => name in (usual[index] ?? {}) && json[name] === planted),
		...('error' in json ? ['error'] : []),
	]);
}

/** What no document knows. */
const extras = ['post:withdraw', 'analytics:getPostSnapshots'];
const examples = Object.entries(publishingExamples).filter(([name]) => hasExtras || !extras.includes(name));

/** The tool of the example under its name in this profile. */
const named = ({ parameters: { toolName: tool } }: (typeof publishingExamples)[string]): IDataObject =>
	tool === undefined ? {} : { toolName: byId(toolName('social_list_accounts')) };

const rawToo = examples.flatMap(([name, example]) =>
	[
		{},
		{ simplify: false },
		{ simplify: false, options: { ...(example.parameters.options as object), outputPerChannel: true } },
	].map((more) => ({
		name,
		more,
		example: { ...example, parameters: { ...example.parameters, ...named(example), ...more } },
	})),
);

test.each(rawToo)('keep their values in the output of $name with $more', async ({ name, example }) => {
	const usual = await runExample(sandbox(), name, example);
	sandbox().reset();
	proxy().change(sandbox().url, (json) => withPlanted(json));
	const behindProxy = Object.create(sandbox(), { url: { value: proxy().url } }) as ReturnType<typeof sandbox>;
	const changed = await runExample(behindProxy, name, example);
	expect(lost(usual.output, changed.output)).toEqual([]);
});

test.each(Object.entries(scoringExamples))(
	'keep their values in the output of %s',
	async (name, { parameters }) => {
		const outputs: IDataObject[][] = [];
		for (const change of [unchanged, (json: unknown) => withPlanted(json)]) {
			scoringSandbox().reset();
			proxy().change(scoringSandbox().url, change);
			for (const simplify of [true, false]) {
				const items = await nodeFor({ url: proxy().url }).run(name, { ...parameters, simplify });
				outputs.push(items.map(({ json }) => json));
			}
		}
		expect(
			lost(
				[outputs[0], outputs[1]].flat() as IDataObject[],
				[outputs[2], outputs[3]].flat() as IDataObject[],
			),
		).toEqual([]);
	},
);

test.each([
	{ simplify: true },
	{ simplify: false },
	{ simplify: true, options: { outputPerChannel: true } },
	{ simplify: false, options: { outputPerChannel: true } },
])('keep their values in the output of the trigger with %j', async (more) => {
	const poll = async (change: (json: unknown) => unknown) => {
		proxy().change(sandbox().url, change);
		const items = await pollNode(new SocialPublishingTrigger(), {
			credentials: [
				{ type: new SocialPublishingApi(), data: { baseUrl: proxy().url, apiKey: seed.keys.full } },
			],
			parameters: { events: Object.keys(eventNames), ...more } as never,
			mode: 'manual',
		});
		return (items ?? []).flat().map(({ json }) => json);
	};
	const usual = await poll(unchanged);
	expect(usual.length).toBeGreaterThan(3);
	expect(lost(usual, await poll((json) => withPlanted(json)))).toEqual([]);
});
