import { ApiFailure } from '../../api/failure';
import { scoringSeed, type ScoringKeyName } from '../seed';
import type { ScoringSettings } from '../options';
import { Account } from './account';

const seeded = (name: ScoringKeyName, { rateLimits }: ScoringSettings): Account => {
	const account = scoringSeed.accounts[name];
	return new Account(name, scoringSeed.keys[name], account, rateLimits?.[account.plan] ?? null);
};

const unauthorized = (message: string): ApiFailure => new ApiFailure(401, 'unauthorized', message);

/** Every account, by its key. */
export class Accounts {
	private readonly accounts: readonly Account[];

	constructor(private readonly settings: ScoringSettings) {
		const names = Object.keys(scoringSeed.keys) as ScoringKeyName[];
		this.accounts = names.map((name) => seeded(name, settings));
		this.named('revoked').isRevoked = true;
	}

	all(): readonly Account[] {
		return this.accounts;
	}

	/** @param name of the key in the seed, or the key itself. @throws Error when there is none. */
	named(name: string): Account {
		const found = this.accounts.find((account) => account.name === name || account.key === name);
		if (found === undefined) throw new Error(`There is no key ${name}`);
		return found;
	}

	/** The account of a request, by lower-case header names (S-N1). @throws ApiFailure 401 */
	authenticate(headers: Readonly<Record<string, string | undefined>>): Account {
		const { header, scheme } = this.settings.auth;
		const [first = '', ...rest] = (headers[header] ?? '').trim().split(/ +/);
		const words = scheme === '' ? [first, ...rest] : rest;
		const hasScheme = scheme === '' || first.toLowerCase() === scheme.toLowerCase();
		const [key = ''] = words;
		if (!hasScheme || key === '' || words.length > 1) throw unauthorized(`${header}: a key is required`);
		const found = this.accounts.find((account) => account.key === key);
		if (found === undefined) throw unauthorized('The key is not valid');
		if (found.isRevoked) throw unauthorized('The key was revoked');
		return found;
	}
}
