import { createClashes } from '../../../../client/publishing/clashes/clashes';
import type { ComparedPost } from '../../../../client/publishing/clashes/comparedPosts';

const letters = (number: number): string =>
	[...String(number).padStart(4, '0')].map((digit) => String.fromCharCode(97 + Number(digit))).join('');

/** A text of one template, with many words of its own that begin alike. */
const textOf = (post: number): string =>
	`${'The same words in each of them. '.repeat(150)}${Array.from({ length: 500 }, (_, index) => `w${letters(500 * post + index)}x`).join(' ')}`;

const postOf = (number: number): ComparedPost => ({
	postId: String(number),
	channels: [{ accountId: 'a', platform: 'devto', caption: textOf(number % 19), title: '', time: 0 }],
});

test('lets the process do other work while a post is compared with many posts of one template', async () => {
	const pauses: number[] = [];
	const sleep = async (durationMs: number) => void pauses.push(durationMs);
	const { find } = createClashes({} as never, {} as never, () => 0, sleep);
	const others = Array.from({ length: 1000 }, (_, index) => postOf(index + 1));
	const clashes = await find(postOf(0), others, { textDays: 7, spacingMinutes: 0 });
	expect(clashes).toHaveLength(52);
	expect(pauses).toEqual(Array(50).fill(0));
});
