import fc from 'fast-check';
import { anyJson } from './values';

/** One change to an answer's JSON: the entry (counted through the whole tree) and what happens to it. */
type Mutation = { at: number } & ({ by: 'replace'; value: unknown } | { by: 'remove' | 'repeat' });

/** What happens to one answer before it reaches the node. */
export interface Twist {
	mutations: Mutation[];
	/** Replaces the service's status. */
	status?: number;
	/** Replaces the service's body. */
	body?: unknown;
	headers: Record<string, string>;
	/** Sends only this percentage of the body, from the start. */
	cutAt?: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
	fc.record({ at: fc.nat(200), by: fc.constant('replace' as const), value: anyJson }),
	fc.record({ at: fc.nat(200), by: fc.constantFrom('remove' as const, 'repeat' as const) }),
);

const headers = fc.record(
	{
		'Retry-After': fc.constantFrom('0', '3', '-1', 'soon', '1e9', 'Fri, 31 Dec 1999 23:59:59 GMT', ''),
		'Content-Type': fc.constantFrom('application/json', 'text/html', 'image/png', 'nonsense'),
		ETag: fc.constantFrom('""', 'W/"x"', 'no quotes'),
		Location: fc.constantFrom('/', 'nowhere', 'https://elsewhere.example/?X-Amz-Signature=abc'),
	},
	{ requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>;

/** Error bodies, including some that reveal secrets. */
const errorBody = (secrets: string[]) =>
	fc.record(
		{
			error: fc.oneof(
				fc.constantFrom(
					'invalid',
					'platform_quota',
					'idempotency_in_flight',
					'idempotency_mismatch',
					'conflict',
				),
				anyJson,
			),
			detail: fc.oneof(fc.constantFrom(...secrets.map((secret) => `It was ${secret}, sorry`)), anyJson),
			message: fc.oneof(fc.constantFrom(...secrets), anyJson),
			tier: anyJson,
			retry_after: anyJson,
			available_at: fc.oneof(fc.constantFrom('2026-01-07T00:00:00+00:00', ...secrets), anyJson),
			post_id: fc.oneof(fc.constantFrom('11111111-1111-4111-8111-111111111111', ...secrets), anyJson),
		},
		{ requiredKeys: [] },
	);

const noMutations = fc.constant<Mutation[]>([]);

/** Twists of answers: correct ones with a few changes, foreign ones, and errors of these statuses that reveal secrets. */
export const twists = (statuses: number[], secrets: string[]): fc.Arbitrary<Twist> =>
	fc.oneof(
		{
			weight: 3,
			arbitrary: fc.record({ mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }), headers }),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				mutations: noMutations,
				headers,
				body: anyJson,
				status: fc.constantFrom(200, 201, 204),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ mutations: noMutations, headers, cutAt: fc.nat(99) }) },
		{
			weight: 3,
			arbitrary: fc.record({
				mutations: noMutations,
				headers,
				status: fc.constantFrom(...statuses),
				body: fc.oneof(errorBody(secrets), fc.constantFrom(...secrets, '<html>', ''), anyJson),
			}),
		},
	);

type Container = Record<string | number, unknown>;

/** Every entry of a JSON value: its parent and its name there. */
function entriesOf(value: unknown): Array<[Container, string | number]> {
	if (typeof value !== 'object' || value === null) return [];
	const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
	return names.flatMap(
		(name): Array<[Container, string | number]> => [
			[value as Container, name],
			...entriesOf((value as Container)[name]),
		],
	);
}

/** Changes JSON in place. */
export function mutate(json: unknown, mutations: Mutation[]): void {
	for (const change of mutations) {
		const entries = entriesOf(json);
		const [holder, name] = entries[change.at % entries.length] ?? [];
		if (holder === undefined || name === undefined) return;
		if (change.by === 'replace') holder[name] = change.value;
		else if (change.by === 'remove') delete holder[name];
		else if (Array.isArray(holder)) holder.push(holder[name as number]);
	}
}
