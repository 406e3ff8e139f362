import { createHash } from 'node:crypto';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { factsOf } from '../../../client/http/errors.js';
import { toNodeError } from '../../shared/nodeErrors.js';
import { credentialType, scoringForDropdowns } from '../client.js';
import { scoringErrorTexts } from '../errorTexts.js';
import { readNiches, type Niche } from '../niches.js';

interface CachedNiches {
	until: number;
	niches: Promise<INodeListSearchItems[]>;
}

/**
 * Lists by API URL and key. Each request for a list costs a credit, so lists are cached for an hour, and for a limited number of
 * keys. A failure that may have been charged is cached for a minute. Otherwise, each letter that the user types could cost a
 * credit.
 */
const cachedNiches = new Map<string, CachedNiches>();
const cacheMs = 60 * 60_000;
const failureCacheMs = 60_000;
const cacheMax = 20;

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
	const known = cachedNiches.get(key);
	if (known && known.until > Date.now()) return await known.niches;
	const niches = loadNiches(context);
	const entry = { until: Date.now() + cacheMs, niches };
	cachedNiches.set(key, entry);
	niches.catch((error: unknown) => {
		entry.until = factsOf(error).possibleCharge === undefined ? 0 : Date.now() + failureCacheMs;
	});
	const oldest = cachedNiches.keys().next().value;
	if (cachedNiches.size > cacheMax && oldest !== undefined) cachedNiches.delete(oldest);
	return await niches;
}

async function searchNiches(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const niches = await nichesOf(this).catch((error: unknown) => {
		throw toNodeError(this.getNode(), error, scoringErrorTexts);
	});
	const wanted = filter.toLowerCase();
	return { results: niches.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** The lists of the resource locators. */
export const listSearch = { searchNiches };
