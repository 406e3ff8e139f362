import { createApiError, NetworkError } from '../../../client/http/errors';
import { SignInError } from '../../../nodes/shared/errors';
import type { Finding, FindingCode } from '../../../client/publishing/findings';
import { failureWords, inApproversWords } from '../../../nodes/SocialPublishing/approval/words';

/** For each code, the words about one channel. The object names every code, or it doesn't compile. */
const expected: Record<FindingCode, RegExp> = {
	boardMissing: /^Bluesky \(acme\) has no board yet\. Ask the sender to choose one\.$/,
	boardUnknown: /Ask the sender to choose another one\.$/,
	boardUnsupported: /^Bluesky \(acme\) has no boards, so the chosen board isn't used\.$/,
	captionMissing: /^There is no text and no picture for Bluesky \(acme\)\. Ask the sender to enter a text\.$/,
	captionTooLong:
		/^The text is too long for Bluesky \(acme\)\. It has 330 of 300 characters\. Ask the sender to shorten it\.$/,
	categoryUnknown: /^The category for Bluesky \(acme\) might be ignored\.$/,
	channelPaused: /^Bluesky \(acme\) accepts no posts right now\. Try again later\.$/,
	channelRepeated: /^A channel was chosen more than once\./,
	channelUnknown: /^A channel of this post isn't available anymore\./,
	connectionExpires: /^The connection to Bluesky \(acme\) expires soon\. Tell the sender\.$/,
	connectionLost: /Ask the sender to reconnect it\.$/,
	fileIncomplete: /^This post is too long: 330 of 300 characters\. The sender has to replace the file\.$/,
	fileTooLarge: /^A file of this post is very large\./,
	fileUnusual: /^This post is too long: 330 of 300 characters\.$/,
	fileWithoutPicture: /The sender has to replace the file\.$/,
	fileUnreadable: /^A file of this post couldn't be checked\.$/,
	firstCommentUnsupported: /^Bluesky \(acme\) can't have a first comment\./,
	limitExceeded: /^For Bluesky \(acme\), the post is too long: 330 of 300 characters\.$/,
	linkUnsupported: /^Bluesky \(acme\) doesn't show the link\.$/,
	mediaMissing: /Ask the sender to add one\.$/,
	mediaUnknown: /^It couldn't be checked whether the files of this post fit Bluesky \(acme\)\.$/,
	optionInvalid: /^'Caption' for Bluesky \(acme\) has a value that isn't possible\./,
	optionUnsupported: /^This post has settings that Bluesky \(acme\) doesn't know\./,
	optionUnavailable: /^'Caption' isn't available on Bluesky \(acme\)\./,
	overrideUnused: /^Some settings are for a channel that doesn't get this post\./,
	queueUnknown: /^The queue for Bluesky \(acme\) doesn't exist anymore\./,
	textBroken: /^A text of this post is too long: 330 of 300 characters\. The sender has to change/,
	textUnwritten: /^A text of this post is too long: 330 of 300 characters\.$/,
	timePassed: /^The time of this post has passed\. Ask the sender to choose a later one\.$/,
	titleMissing: /^Bluesky \(acme\) needs a title\. Ask the sender to enter one\.$/,
	titleTooLong: /^The title is too long for Bluesky \(acme\)\./,
	titleUnsupported: /^Bluesky \(acme\) doesn't show the title\.$/,
	valueInvalid: /^Something in this post isn't possible\. .* Details for the sender: /,
	videoTooLong: /^For Bluesky \(acme\), the post is too long/,
};

const codes = Object.keys(expected) as FindingCode[];

const findingOf = (code: FindingCode, more: Partial<Finding> = {}): Finding => ({
	...{
		code,
		severity: 'error',
		field: 'perAccount.1.caption',
		problem: 'is too long: 330 of 300 characters',
	},
	...{ channelId: '1', platform: 'bluesky', handle: 'acme' },
	...more,
});

test.each(codes)('has words for one channel: %s', (code) => {
	expect(inApproversWords(findingOf(code), false)).toMatch(expected[code]);
});

test.each(codes)('has words for several channels with their verb, and for none: %s', (code) => {
	const others = [findingOf(code, { channelId: '2', platform: 'threads' }), findingOf(code)];
	const several = inApproversWords(findingOf(code), false, others);
	expect(several).not.toMatch(/(^|that )Bluesky \(acme\) and Threads \(acme\) (has|needs|doesn't|accepts)/);
	expect(several.split('Bluesky (acme)').length).toBeLessThanOrEqual(2);
	expect(inApproversWords(findingOf(code, { platform: undefined }), false)).not.toContain('undefined');
});

test.each(codes)('never has names of the editor or of the API: %s', (code) => {
	if (code === 'valueInvalid') return;
	expect(inApproversWords(findingOf(code), true)).not.toMatch(/perAccount|node|API|credential|n8n/i);
});

test.each<[FindingCode, string]>([
	['captionMissing', 'Enter a text below.'],
	['captionTooLong', 'Shorten it below.'],
	['timePassed', 'Choose a later one below.'],
	['titleMissing', 'Enter one below.'],
	['titleTooLong', 'Shorten it below.'],
])('says that the approver can fix it: %s', (code, end) => {
	expect(inApproversWords(findingOf(code), true)).toContain(end);
});

test.each(codes)('keeps a hostile channel and message as text: %s', (code) => {
	const hostile = {
		platform: '__proto__',
		handle: '<img src=x>',
		problem: '\u0000 (of of of)',
		field: 'constructor',
	};
	const text = inApproversWords(findingOf(code, hostile), false);
	expect(text).not.toMatch(/\[object|undefined|native code/);
	expect(text).toMatch(/\.$/);
});

test.each<[string, unknown, string]>([
	['a revoked key', createApiError(401, { detail: '' }), 'has lost its access to the service'],
	['a deleted credential', new SignInError('Gone', ''), 'has lost its access to the service'],
	['a missing permission', createApiError(403, { detail: '' }), "isn't allowed to do this"],
	['a rate limit', createApiError(429, { detail: '' }), 'too many requests'],
	['a refused text', createApiError(422, { detail: '' }), 'refused the texts or the time'],
	['a post that is busy', createApiError(409, { detail: '' }), "can't change the post right now"],
	['a service that is down', createApiError(503, { detail: '' }), "can't reach the service right now"],
	['a service without an answer', new NetworkError('reset'), "can't reach the service right now"],
	['anything else', new TypeError('x is undefined'), 'Something unexpected happened. Tell the sender.'],
])('describes %s without words of the workflow', (_title, error, words) => {
	expect(failureWords(error)).toContain(words);
	expect(failureWords(error)).not.toMatch(/\b(node|credential|API|n8n|status|undefined)\b/);
});
