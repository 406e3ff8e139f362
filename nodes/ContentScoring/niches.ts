import type { PaidCall, ScoringClient } from '../../client/scoring/index.js';
import { entriesOf } from '../../client/scoring/lists.js';
import type { ListAnswer, ScoringAnswer } from '../../client/scoring/schemas.js';
import { costs } from '../../client/scoring/values.js';
import { inSentence } from '../../client/http/text.js';
import { ParameterError } from '../shared/errors.js';
import type { Hint } from '../shared/operation.js';
import { memoCell } from '../shared/runState.js';
import { Names } from '../shared/names.js';
import type { ParameterReader } from '../shared/parameters.js';
import { afterSpending } from './credits.js';
import { pay } from './paidCalls.js';

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

/** Warns if results are in different niches, because their percentiles don't compare. @param names the niche of each result, if it's known */
export function nicheHints(names: readonly unknown[]): Hint[] {
	const niches = new Set(names.filter((name) => typeof name === 'string'));
	if (niches.size < 2) return [];
	const message = `These items are in different niches: ${inSentence(niches)}. Compare only percentiles of the same niche.`;
	return [{ type: 'warning', message }];
}

/** Reads the niches of an answer in any of the formats in S-N8. Throws a `ParameterError` if the answer has no list. */
export function readNiches(answer: ListAnswer): Niche[] {
	const entries = entriesOf(answer);
	if (entries !== undefined) return entries.map(toNiche).filter(({ slug }) => slug !== '');
	throw new ParameterError(
		'The service returned no list of niches',
		"Change the field to 'By ID' and enter the niche",
	);
}

/** Requests only what is needed to find names, so that long lists fit in the execution's memory. */
async function requestNames(client: ScoringClient, paid: PaidCall): Promise<ListAnswer> {
	const answer = await client.niches(paid);
	return (
		entriesOf(answer)
			?.map(toNiche)
			.map(({ slug, name }) => ({ slug, name })) ?? {}
	);
}

/**
 * Finds niches by name or ID, or by the words of the ID, because a niche may have no name. A text that is the ID of one niche and the
 * name of another is ambiguous.
 */
const toNames = (answer: ListAnswer): Names<string> =>
	new Names(
		readNiches(answer).map(({ slug, name }) => ({
			label: name,
			names: [slug, slug.replace(/[-_]+/g, ' ')],
			value: slug,
		})),
	);

const namesOfNiches = memoCell<Names<string>>();

/**
 * Finds the ID of a niche by its name. Also returns the credits that this item has spent on it. The list costs a credit once for
 * all items of a run and all tries of the execution. Throws a `ParameterError` unless exactly one niche has the name.
 */
export async function toNicheId(
	parameters: ParameterReader,
	client: ScoringClient,
	name: string,
): Promise<{ niche: string; creditsCost: number }> {
	const { answer, creditsCost } = await pay(parameters, {
		client,
		input: { list: 'niches' },
		cost: costs.niches,
		// The balance must also cover the content gaps that follow.
		nextCost: costs.contentGaps,
		call: async (paid) => await requestNames(client, paid),
	});
	const names = namesOfNiches(client).get('', async () => toNames(answer));
	const find = async () => (await names).find(name, { field: 'Niche', kind: 'niche' });
	return { niche: await find().catch(afterSpending(creditsCost)), creditsCost };
}
