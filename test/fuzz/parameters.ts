import fc from 'fast-check';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { anyJson } from './values';

/** Parameters, and the item's values that their expressions read. */
export interface FilledForm {
	parameters: Record<string, unknown>;
	values: Record<string, unknown>;
}

/** A form field: a fixed choice, or a value that an expression returns. */
type Filled = { fixed: unknown } | { given: unknown };

/** Builds the parameter and adds what its expressions return to the values. */
type Build = (values: Record<string, unknown>) => unknown;

const expression = (values: Record<string, unknown>, given: unknown): string => {
	const name = `v${Object.keys(values).length}`;
	values[name] = given;
	return `={{ $json.${name} }}`;
};

const leaf = (right: unknown[]): fc.Arbitrary<Build> =>
	fc
		.oneof(
			anyJson.map((given): Filled => ({ given })),
			...(right.length > 0 ? [fc.constantFrom(...right).map((fixed): Filled => ({ fixed }))] : []),
		)
		.map((filled) => (values) => ('given' in filled ? expression(values, filled.given) : filled.fixed));

const record = (fields: INodeProperties[]): fc.Arbitrary<Build> =>
	fc
		.record(Object.fromEntries(fields.map((one) => [one.name, field(one)])), { requiredKeys: [] })
		.map(
			(builds) => (values) =>
				Object.fromEntries(Object.entries(builds).map(([name, build]) => [name, (build as Build)(values)])),
		);

const oneOrMore = (group: INodePropertyCollection): fc.Arbitrary<Build> =>
	fc
		.array(record(group.values), { maxLength: 2 })
		.map((builds) => (values) => builds.map((build) => build(values)));

const locator = fc.tuple(fc.constantFrom('list', 'id', 'url'), leaf([''])).map(
	([mode, build]): Build =>
		(values) => ({ __rl: true, mode, value: build(values) }),
);

type FieldOf = (property: INodeProperties) => fc.Arbitrary<Build>;

const choices = ({ options = [] }: INodeProperties): unknown[] =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

/** How a form fills a field, by field type. Other fields contain one value. */
const byType: Record<string, FieldOf> = {
	collection: ({ options = [] }) => record(options as INodeProperties[]),
	fixedCollection: ({ options = [] }) =>
		fc
			.record(
				Object.fromEntries(
					(options as INodePropertyCollection[]).map((group) => [group.name, oneOrMore(group)]),
				),
				{ requiredKeys: [] },
			)
			.map(
				(builds) => (values) =>
					Object.fromEntries(Object.entries(builds).map(([name, build]) => [name, (build as Build)(values)])),
			),
	multiOptions: (property) => leaf([[], choices(property).slice(0, 2)]),
	options: (property) => leaf(choices(property)),
	resourceLocator: () => locator,
};

function field(property: INodeProperties): fc.Arbitrary<Build> {
	return byType[property.type]?.(property) ?? leaf([property.default]);
}

const isShown = ({ displayOptions, name }: INodeProperties, resource: string, operation: string): boolean =>
	!['resource', 'operation'].includes(name) &&
	(displayOptions?.show?.resource ?? []).includes(resource) &&
	(displayOptions?.show?.operation ?? []).includes(operation);

/** Forms of one operation with arbitrary values in any field. */
export function formsOf(
	properties: INodeProperties[],
	resource: string,
	operation: string,
): fc.Arbitrary<FilledForm> {
	return record(properties.filter((one) => isShown(one, resource, operation))).map((build) => {
		const values: Record<string, unknown> = {};
		const parameters = build(values) as Record<string, unknown>;
		return { parameters: { resource, operation, ...parameters }, values };
	});
}
