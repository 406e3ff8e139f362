import { seed, startSandbox } from '../../sandbox';
import { scoringSeed, startScoringSandbox } from '../../sandbox/scoring';

const headers = { 'User-Agent': 'key-tests/1.0' };

const statusFor = async (url: string, key: string): Promise<number> =>
	(await fetch(url, { headers: { ...headers, Authorization: `Bearer ${key}` } })).status;

test.each([
	['publishing', startSandbox, seed.keys.full, 'sbx_full_', '/api/v1/me/'],
	['scoring', startScoringSandbox, scoringSeed.keys.pro, 'sbs_pro_', '/v1/me/'],
] as const)(
	'the keys of the %s API end with a given secret, and others are refused',
	async (_api, start, fixed, begin, path) => {
		const sandbox = await start({ keySecret: 'of-this-test' });
		try {
			const key = `${begin}of-this-test`;
			expect(Object.values<string>(sandbox.seed.keys)).toContain(key);
			expect([await statusFor(sandbox.url + path, key), await statusFor(sandbox.url + path, fixed)]).toEqual([
				200, 401,
			]);
		} finally {
			await sandbox.close();
		}
	},
);
