import { once } from '../../client/http/memo';
import type { ScoringClient } from '../../client/scoring';
import type { Answer, List } from '../../client/scoring/schemas';
import { costs } from '../../client/scoring/values';
import { ParameterError } from '../shared/errors';
import { memoOfRun } from '../shared/executionMemory';
import { Names } from '../shared/names';
import type { ParameterReader } from '../shared/parameters';
import { afterSpending, type AtStake } from './credits';
import { payForList } from './paidOperation';

/** An entry of the list of niches. */
export interface Niche {
	/** Its ID. */
	slug: string;
	/** Its slug where it has no name. */
	name: string;
	gapCount: number | undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

function toNiche(entry: Answer): Niche {
	const slug = text(entry.slug) ?? text(entry.id) ?? text(entry.value) ?? '';
	const name = text(entry.name) ?? text(entry.label) ?? text(entry.niche_label) ?? slug;
	return { slug, name, gapCount: typeof entry.gap_count === 'number' ? entry.gap_count : undefined };
}

/** The niches of a list, under any of the names that such services use (S-N8). Throws a `ParameterError` if it is none. */
export function readNiches({ items }: List): Niche[] {
	if (items !== undefined) return items.map(toNiche).filter(({ slug }) => slug !== '');
	throw new ParameterError(
		'The service returned no list of niches',
		"Change the field to 'By ID' and enter the niche",
	);
}

/** Names of niches. What is the ID of one and the name of another is ambiguous. */
const toNames = (list: List): Names<string> =>
	new Names(readNiches(list).map(({ slug, name }) => ({ label: name, names: [slug], value: slug })));

/** The list for a field that names a niche. Whoever has paid for the names wants the gaps, too. */
const nicheList = {
	call: async (client: ScoringClient): Promise<List> => {
		const { items } = await client.niches();
		// Without what names don't need, a longer list fits into the memory of the execution.
		return { items: items?.map(toNiche).map(({ slug, name }) => ({ slug, name })), answer: {} };
	},
	cost: () => costs.niches,
	nextCost: costs.contentGaps,
};

/** What a run knows of the names, and what its first item has spent on that. */
interface Lookup {
	names: () => Promise<Names<string>>;
	creditsCost: number;
}

/** Reads the names. A call that failed isn't made again for the next item, because it may have been paid for. */
async function lookUp(parameters: ParameterReader, client: ScoringClient): Promise<Lookup> {
	const input = { list: 'niches' };
	return await payForList(parameters, { paid: nicheList, client, input }).then(
		({ list, isFirst }) => ({
			names: once(async () => await Promise.resolve(toNames(list))),
			creditsCost: isFirst ? costs.niches : 0,
		}),
		(error: Error & { atStake?: AtStake }) => {
			if (error.atStake === undefined) throw error;
			return { names: async () => await Promise.reject(error), creditsCost: 0 };
		},
	);
}

/**
 * The ID of the niche with a name, and the credits that this item has spent on it: the list of niches costs a credit, once
 * for all items of a run and all tries of the execution. A `ParameterError` for a name that isn't that of exactly one niche.
 */
export async function toNicheId(
	parameters: ParameterReader,
	client: ScoringClient,
	name: string,
): Promise<{ niche: string; creditsCost: number }> {
	const lookups = memoOfRun<Lookup>(client);
	const key = 'names of niches';
	const isFirst = !lookups.has(key);
	const { names, ...lookup } = await lookups.get(key, async () => await lookUp(parameters, client));
	const creditsCost = isFirst ? lookup.creditsCost : 0;
	const find = async () => (await names()).find(name, { field: 'Niche', kind: 'niche' });
	return { niche: await find().catch(afterSpending(creditsCost)), creditsCost };
}
