import { seed, type SandboxOptions } from '../../../../sandbox';
import type { Finding } from '../../../../client/publishing/findings';
import type { PostToCheck } from '../../../../client/publishing/validation/types';
import { clientOf } from '../../../support/publishingClient';
import { useSandbox } from '../../../support/useSandbox';

/** One thing that a check finds: a title, the post, and what is found. */
export type FindingRow = [
	title: string,
	post: Partial<PostToCheck>,
	severity: string,
	field: string,
	problem: RegExp,
];

/** Returns a function that checks a post against the channels and the clock of a sandbox. */
export function usePostCheck(options?: SandboxOptions): (post: Partial<PostToCheck>) => Promise<Finding[]> {
	const sandbox = useSandbox(options);
	return async (post) => {
		const now = () => sandbox().clock.now().getTime();
		const { checks } = clientOf({ baseUrl: sandbox().url, key: seed.keys.full, now });
		return await checks.find({
			accounts: [],
			caption: 'Hello',
			media: [],
			delivery: { mode: 'now' },
			...post,
		});
	};
}

/** Overrides of one channel. */
export const own = (id: string, values: object): Partial<PostToCheck> => ({
	accounts: [id],
	perAccount: { [id]: values },
});

/** Tests that each row is found. */
export const findsEach = (check: (post: Partial<PostToCheck>) => Promise<Finding[]>, rows: FindingRow[]) =>
	test.each(rows)('%s', async (_title, post, severity, field, problem) => {
		expect(await check(post)).toContainEqual(
			expect.objectContaining({ severity, field, problem: expect.stringMatching(problem) as string }),
		);
	});
