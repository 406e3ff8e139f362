import type { IDataObject, INodeProperties, INodeType } from 'n8n-workflow';
import { ContentScoringApi } from '../../../credentials/ContentScoringApi.credentials';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { toSwitch } from '../../../nodes/shared/parameters';
import { seed } from '../../../sandbox';
import { scoringSeed } from '../../../sandbox/scoring';
import { publishingOperations, scoringOperations } from '../../support/everyOperation';
import { executeNode, pollNode } from '../../support/n8nContexts';
import { createRunData } from '../../support/n8nWorkflow';
import { sampleIds } from '../../support/sampleAnswers';
import { useSandbox } from '../../support/useSandbox';
import { useScoringSandbox } from '../../support/useScoringSandbox';

const sandbox = useSandbox({ seed: 'default' });
const scoringSandbox = useScoringSandbox();

const field = (byDefault: boolean) => ({ name: 'dryRun', displayName: 'Dry Run', default: byDefault });

test.each<[unknown, boolean]>([
	[true, true],
	['true', true],
	['True ', true],
	['yes', true],
	['on', true],
	['1', true],
	[1, true],
	[false, false],
	['false', false],
	[' FALSE', false],
	['no', false],
	['off', false],
	['0', false],
	[0, false],
])('a switch reads %j', (value, expected) => {
	expect([true, false].map((byDefault) => toSwitch(value, field(byDefault)))).toEqual([expected, expected]);
});

test.each([undefined, null, '', '  ', []])(
	'a switch that says nothing, such as %j, has its default',
	(value) => {
		expect([true, false].map((byDefault) => toSwitch(value, field(byDefault)))).toEqual([true, false]);
	},
);

test.each(['maybe', 2, -1, Number.NaN, {}, ['true'], 'falsch', 'null', '__proto__'])(
	'a switch refuses %j, in words',
	(value) => {
		expect(() => toSwitch(value, field(false))).toThrow(/^'Dry Run' can't be /);
	},
);

const publishing = new SocialPublishing();
const scoring = new ContentScoring();
const trigger = new SocialPublishingTrigger();

const publishingCredentials = () => [
	{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: seed.keys.full } },
];
const scoringCredentials = () => [
	{ type: new ContentScoringApi(), data: { apiUrl: scoringSandbox().url, apiKey: scoringSeed.keys.pro } },
];

/** A switch, and the parameters in which an expression sets it. */
type SwitchCase = [path: string, displayName: string, set: (value: unknown) => IDataObject];

/** The switches of a form and of its collections. n8n's own check reads those that take no expression. */
function switchesIn(properties: INodeProperties[]): SwitchCase[] {
	return properties.flatMap((property): SwitchCase[] => {
		const { name, type, displayName, options = [], noDataExpression } = property;
		if (type === 'boolean' && !noDataExpression)
			return [[name, displayName, (value) => ({ [name]: value as IDataObject })]];
		if (type !== 'collection') return [];
		return switchesIn(options as INodeProperties[]).map(
			([inner, label, set]): SwitchCase => [`${name}.${inner}`, label, (value) => ({ [name]: set(value) })],
		);
	});
}

const isOf = ({ displayOptions }: INodeProperties, resource: string, operation: string): boolean =>
	(displayOptions?.show?.resource ?? []).includes(resource) &&
	(displayOptions?.show?.operation ?? []).includes(operation);

/** What makes a field visible that depends on others. */
const visible: Record<string, IDataObject> = {
	removalsDryRun: {
		removeMissing: true,
		removeFrom: '2026-01-01T00:00:00Z',
		removeTo: '2026-02-01T00:00:00Z',
	},
};

const casesOf = (node: INodeType, operations: Record<string, IDataObject>) =>
	Object.entries(operations).flatMap(([id, parameters]) => {
		const [resource = '', operation = ''] = id.split(':');
		const fields = node.description.properties.filter((each) => isOf(each, resource, operation));
		return switchesIn(fields).map(([path, displayName, set]) => ({ id, path, displayName, set, parameters }));
	});

const inTheWorld = (parameters: object): IDataObject =>
	JSON.parse(
		JSON.stringify(parameters)
			.replaceAll(sampleIds.channel, seed.channels.facebook.id)
			.replaceAll(sampleIds.post, seed.posts.draft),
	) as IDataObject;

describe('a switch whose expression returns something else than on or off is an error before anything is written', () => {
	test.each(casesOf(publishing, publishingOperations))(
		'$id $path',
		async ({ id, path, displayName, set, parameters }) => {
			const [resource, operation] = id.split(':');
			const run = executeNode(publishing, {
				credentials: publishingCredentials(),
				parameters: {
					...inTheWorld(parameters),
					...visible[path],
					...set('={{ "maybe" }}'),
					resource,
					operation,
				} as never,
				runData: createRunData([{ json: {} }]),
			});
			await expect(run).rejects.toThrow(`'${displayName}' can't be 'maybe'`);
			expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	test.each(casesOf(scoring, scoringOperations))(
		'$id $path',
		async ({ id, displayName, set, parameters }) => {
			const [resource, operation] = id.split(':');
			const run = executeNode(scoring, {
				credentials: scoringCredentials(),
				parameters: { ...parameters, ...set('={{ "maybe" }}'), resource, operation } as never,
			});
			await expect(run).rejects.toThrow(`'${displayName}' can't be 'maybe'`);
			expect(scoringSandbox().requests).toEqual([]);
		},
	);

	test.each(switchesIn(trigger.description.properties))('trigger %s', async (_path, displayName, set) => {
		const poll = pollNode(trigger, {
			credentials: publishingCredentials(),
			parameters: { events: ['published'], ...set('={{ "maybe" }}') } as never,
		});
		await expect(poll).rejects.toThrow(`'${displayName}' can't be 'maybe'`);
	});
});

describe('a Dry Run whose expression returns nothing is an error before anything is written', () => {
	const operations = ['post:upsert', 'post:syncCalendar'];
	const cases = ['undefined', 'null', '""', '" "'].flatMap((value) =>
		operations.map((id): [string, string] => [id, value]),
	);

	test.each(cases)('%s %s', async (id, value) => {
		const [resource, operation] = id.split(':');
		const run = executeNode(publishing, {
			credentials: publishingCredentials(),
			parameters: {
				...inTheWorld(publishingOperations[id] ?? {}),
				options: { dryRun: `={{ ${value} }}` },
				resource,
				operation,
			} as never,
			runData: createRunData([{ json: {} }]),
		});
		await expect(run).rejects.toThrow("'Dry Run' is empty");
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

test.each<[string, string, string]>([
	['post:create', 'keyFrom', "'Idempotency Key From' can't be 'Content'"],
	['media:upload', 'keyFrom', "'Idempotency Key From' can't be 'Content'"],
	['post:upsert', 'onChanged', "'If Changed in the Service' can't be 'Content'"],
	['post:upsert', 'onReview', "'If Waiting for Approval' can't be 'Content'"],
])(
	'a choice that an option does not have is an error before anything is written: %s %s',
	async (id, name, message) => {
		const [resource, operation] = id.split(':');
		const run = executeNode(publishing, {
			credentials: publishingCredentials(),
			parameters: {
				...inTheWorld(publishingOperations[id] ?? {}),
				options: { [name]: '={{ "Content" }}' },
				resource,
				operation,
			} as never,
			runData: createRunData([{ json: {} }]),
		});
		await expect(run).rejects.toThrow(message);
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	},
);
