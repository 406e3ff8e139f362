import { createHash } from 'node:crypto';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { ClientError } from '../../../client/http/errors';
import { toNodeError } from '../../shared/nodeErrors';
import { credentialType, scoringForDropdowns } from '../client';
import { scoringErrorTexts } from '../errorTexts';
import { readNiches, type Niche } from '../niches';

interface Kept {
	until: number;
	niches: Promise<INodeListSearchItems[]>;
}

/**
 * The list costs a credit each time: it is kept for an hour for each key, and never for many. A failure that may have been
 * charged is kept for a minute, so that typing doesn't pay again for each letter.
 */
const kept = new Map<string, Kept>();
const keepMs = 60 * 60_000;
const failureKeepMs = 60_000;
const keptMax = 20;

const toItem = ({ name, slug, gapCount }: Niche): INodeListSearchItems => ({
	name: gapCount === undefined ? name : `${name} (${gapCount} gaps)`,
	value: slug,
});

async function loadNiches(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const list = await (await scoringForDropdowns(context)).niches();
	return readNiches(list)
		.map(toItem)
		.sort((a, b) => a.name.localeCompare(b.name));
}

async function keyOf(context: ILoadOptionsFunctions): Promise<string> {
	const { apiUrl, apiKey } = await context.getCredentials<{ apiUrl: string; apiKey: string }>(credentialType);
	return createHash('sha256')
		.update(JSON.stringify([apiUrl, apiKey]))
		.digest('hex');
}

async function nichesOf(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const key = await keyOf(context);
	const known = kept.get(key);
	if (known && known.until > Date.now()) return await known.niches;
	const niches = loadNiches(context);
	const entry = { until: Date.now() + keepMs, niches };
	kept.set(key, entry);
	niches.catch(({ possibleCharge }: ClientError) => {
		entry.until = possibleCharge === undefined ? 0 : Date.now() + failureKeepMs;
	});
	const oldest = kept.keys().next().value;
	if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
	return await niches;
}

async function searchNiches(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const niches = await nichesOf(this).catch((error: unknown) => {
		throw toNodeError(this.getNode(), error, scoringErrorTexts);
	});
	const wanted = filter.toLowerCase();
	return { results: niches.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** Lists behind the resource locators. */
export const listSearch = { searchNiches };
