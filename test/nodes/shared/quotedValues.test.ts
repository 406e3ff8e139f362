import { inspect } from 'node:util';
import type { IDataObject, INodeProperties, INodePropertyCollection, NodeApiError } from 'n8n-workflow';
import { isObject } from '../../../client/http/json';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { scoringSeed } from '../../../sandbox/scoring';
import { inTurn } from '../../fuzz/settings';
import { useLog } from '../../fuzz/verdict';
import { publishingExamples } from '../../operations/publishing';
import { scoringExamples } from '../../operations/scoring';
import { nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';
import { useScoringSandbox } from '../../support/useScoringSandbox';

/** What people can paste into any field, and what no error, hint or log shows of it. */

const sandbox = useSandbox({ seed: 'default' });
const scoring = useScoringSandbox();
const log = useLog();

const secret = 'Secret99';

/** An address that signs in and is signed, as people, JSON and lists without a scheme have it. */
const addresses = [
	`https://user:${secret}@files.example/a.jpg?X-Amz-Signature=${secret}`,
	`https:\\/\\/user:${secret}@files.example\\/a.jpg?token=${secret}`,
	`user:${secret}@files.example/a.jpg?token=${secret}`,
];
const [address = ''] = addresses;
const hostile: unknown[] = [...addresses, { [address]: { [address]: address } }, [address]];

type Path = ReadonlyArray<number | string>;

/** Where a field stands in the parameters, or each field of a collection. */
function pathsOf({ name, type, typeOptions, options = [] }: INodeProperties): Path[] {
	if (type === 'collection')
		return (options as INodeProperties[]).flatMap((field) => pathsOf(field).map((path) => [name, ...path]));
	if (type !== 'fixedCollection') return [[name]];
	const place = typeOptions?.multipleValues ? [0] : [];
	return (options as INodePropertyCollection[]).flatMap((group) =>
		group.values.flatMap((field) => pathsOf(field).map((path) => [name, group.name, ...place, ...path])),
	);
}

/** Copies a value with another one at a path. */
function replaced(value: unknown, [name, ...rest]: Path, wanted: unknown): unknown {
	if (name === undefined) return wanted;
	const copy = typeof name === 'number' ? [value].flat().filter(isObject) : { ...(value as object) };
	return Object.assign(copy, { [name]: replaced((copy as IDataObject)[name], rest, wanted) });
}

/** What a run shows besides the values of its items: its error or its hints, its findings, and the log. */
async function shownBy(operation: string, parameters: IDataObject): Promise<string> {
	const isScoring = Object.hasOwn(scoringExamples, operation);
	const node = isScoring ? nodeFor(scoring(), { key: scoringSeed.keys.pro }) : nodeFor(sandbox());
	const shown = await node.result(operation, parameters).then(
		({ hints, outputs }) => [
			hints,
			outputs.flat().map(({ json }) => [json.message, json.findings, json.errors, json.warnings]),
		],
		({ message, description, messages, context, cause }: NodeApiError) => [
			...[message, description, messages, context, String(cause)],
		],
	);
	return `${inspect(shown, { depth: 9 })}${log()}`;
}

const properties = [new SocialPublishing(), new ContentScoring()].flatMap(
	({ description }) => description.properties,
);

/** The fields that an operation has in the form. */
const pathsFor = (operation: string): Path[] => {
	const [resource = '', name = ''] = operation.split(':');
	return properties
		.filter(({ displayOptions: { show = {} } = {} }) =>
			[show.resource?.includes(resource), show.operation?.includes(name) ?? true].every(Boolean),
		)
		.flatMap(pathsOf);
};

const examples = Object.entries({ ...publishingExamples, ...scoringExamples });

test.each(examples)(
	'%s shows nothing secret of what someone pastes into a field',
	async (operation, example) => {
		const leaks: string[] = [];
		const tries = pathsFor(operation).flatMap((path, index) =>
			inTurn(hostile, index).map((value) => ({ path, value })),
		);
		for (const { path, value } of tries) {
			const shown = await shownBy(operation, replaced(example.parameters, path, value) as IDataObject);
			if (shown.includes(secret)) leaks.push(`${path.join('.')} with ${JSON.stringify(value)}: ${shown}`);
		}
		expect(leaks).toEqual([]);
	},
);
