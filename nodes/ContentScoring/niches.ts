import { once } from '../../client/http/memo';
import type { ScoringClient } from '../../client/scoring';
import type { List, ScoringAnswer } from '../../client/scoring/schemas';
import { costs } from '../../client/scoring/values';
import { ParameterError } from '../shared/errors';
import { memoOfRun } from '../shared/executionMemory';
import { Names } from '../shared/names';
import type { ParameterReader } from '../shared/parameters';
import { afterSpending } from './credits';
import { payForList } from './paidOperation';

/** An entry of the list of niches. */
export interface Niche {
	/** The ID of the niche. */
	slug: string;
	/** The name, or the slug if there is no name. */
	name: string;
	gapCount: number | undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

function toNiche(entry: ScoringAnswer): Niche {
	const slug = text(entry.slug) ?? text(entry.id) ?? text(entry.value) ?? '';
	const name = text(entry.name) ?? text(entry.label) ?? text(entry.niche_label) ?? slug;
	return { slug, name, gapCount: typeof entry.gap_count === 'number' ? entry.gap_count : undefined };
}

/** Reads the niches of an answer in any of the formats in S-N8. Throws a `ParameterError` if the answer has no list. */
export function readNiches({ items }: List): Niche[] {
	if (items !== undefined) return items.map(toNiche).filter(({ slug }) => slug !== '');
	throw new ParameterError(
		'The service returned no list of niches',
		"Change the field to 'By ID' and enter the niche",
	);
}

/** Finds niches by name or ID. A text that is the ID of one niche and the name of another is ambiguous. */
const toNames = (list: List): Names<string> =>
	new Names(readNiches(list).map(({ slug, name }) => ({ label: name, names: [slug], value: slug })));

/** The paid call for the names of niches. The balance must also cover the content gaps that follow. */
const nicheList = {
	call: async (client: ScoringClient): Promise<List> => {
		const { items } = await client.niches();
		// Keeps only what is needed to find names, so that longer lists fit in the memory of the execution.
		return { items: items?.map(toNiche).map(({ slug, name }) => ({ slug, name })), answer: {}, raw: {} };
	},
	cost: () => costs.niches,
	nextCost: costs.contentGaps,
};

/** The names that a run has looked up, and the credits that its first item has spent on them. */
interface Lookup {
	names: () => Promise<Names<string>>;
	creditsCost: number;
}

async function lookUp(parameters: ParameterReader, client: ScoringClient): Promise<Lookup> {
	const input = { list: 'niches' };
	const { list, creditsCost } = await payForList(parameters, { paid: nicheList, client, input });
	return { names: once(async () => toNames(list)), creditsCost };
}

/**
 * Finds the ID of a niche by its name. Also returns the credits that this item has spent on it. The list costs a credit once for
 * all items of a run and all tries of the execution. Throws a `ParameterError` unless exactly one niche has the name.
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
