import type { IDataObject, INodeProperties, INodeType } from 'n8n-workflow';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { toSwitch } from '../../../nodes/shared/values';
import { seed } from '../../../sandbox';
import { requestsOf, type Example } from '../../operations/example';
import { publishingExamples } from '../../operations/publishing';
import { scoringExamples } from '../../operations/scoring';
import { pollNode } from '../../support/n8nContexts';
import { createRunData } from '../../support/n8nWorkflow';
import { nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';
import { useScoringSandbox } from '../../support/useScoringSandbox';

const sandbox = useSandbox({ seed: 'default' });
const scoringSandbox = useScoringSandbox();
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

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
])('reads %j as a switch', (value, expected) => {
	expect([true, false].map((byDefault) => toSwitch(value, field(byDefault)))).toEqual([expected, expected]);
});

test.each([undefined, null, '', '  ', []])(
	'uses the default of a switch without a value, such as %j',
	(value) => {
		expect([true, false].map((byDefault) => toSwitch(value, field(byDefault)))).toEqual([true, false]);
	},
);

test.each(['maybe', 2, -1, Number.NaN, {}, ['true'], 'falsch', 'null', '__proto__'])(
	'rejects %j as a switch with a clear error',
	(value) => {
		expect(() => toSwitch(value, field(false))).toThrow(/^'Dry Run' can't be /);
	},
);

/** Runs an operation that must be refused before any write. */
const refused = async (id: string, parameters: IDataObject): Promise<string> => {
	const isScoring = Object.hasOwn(scoringExamples, id);
	const service = isScoring ? scoringSandbox() : sandbox();
	const { message } = await nodeFor(service).error(id, parameters, {
		runData: createRunData([{ json: {} }]),
	});
	expect(isScoring ? scoringSandbox().requests : writes()).toEqual([]);
	return message;
};

/** A switch, and the parameters in which an expression sets it. */
type SwitchCase = [path: string, displayName: string, set: (value: unknown) => IDataObject];

/** The switches of a form and of its collections. n8n itself checks those that accept no expression. */
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

/** Values that make a dependent field visible. */
const visible: Record<string, IDataObject> = {
	removalsDryRun: {
		removeMissing: true,
		removeFrom: '2026-01-01T00:00:00Z',
		removeTo: '2026-02-01T00:00:00Z',
	},
};

const casesOf = (node: INodeType, examples: Readonly<Record<string, Example>>) =>
	requestsOf(examples).flatMap(([id, parameters]) => {
		const [resource = '', operation = ''] = id.split(':');
		const fields = node.description.properties.filter((each) => isOf(each, resource, operation));
		return switchesIn(fields).map(([path, displayName, set]) => ({ id, path, displayName, set, parameters }));
	});

describe('rejects before any write a switch whose expression returns neither on nor off', () => {
	const cases = [
		...casesOf(new SocialPublishing(), publishingExamples),
		...casesOf(new ContentScoring(), scoringExamples),
	];

	test.each(cases)('$id $path', async ({ id, path, displayName, set, parameters }) => {
		const values = { ...parameters, ...visible[path], ...set('={{ "maybe" }}') };
		expect(await refused(id, values)).toContain(`'${displayName}' can't be 'maybe'`);
	});

	const trigger = new SocialPublishingTrigger();

	test.each(switchesIn(trigger.description.properties))('trigger %s', async (_path, displayName, set) => {
		const poll = pollNode(trigger, {
			credentials: [
				{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: seed.keys.full } },
			],
			parameters: { events: ['published'], ...set('={{ "maybe" }}') } as never,
		});
		await expect(poll).rejects.toThrow(`'${displayName}' can't be 'maybe'`);
	});
});

const runAgain = { ifRunAgain: { settings: { send: '={{ "Contents" }}' } } };
test.each<[string, IDataObject, string]>([
	['post:create', runAgain, "'If This Runs Again' can't be 'Contents'"],
	['media:upload', runAgain, "'If This Runs Again' can't be 'Contents'"],
	['post:upsert', { onChanged: '={{ "Contents" }}' }, "'If Someone Changed the Post' can't be 'Contents'"],
	['post:upsert', { onReview: '={{ "Contents" }}' }, "'If Waiting for Approval' can't be 'Contents'"],
])('rejects an unknown choice of an option before any write: %s %j', async (id, options, message) => {
	const values = { ...publishingExamples[id]?.parameters, options };
	expect(await refused(id, values)).toContain(message);
});
