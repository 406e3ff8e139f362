import { createApiError, NetworkError } from '../../../client/http/errors';
import { SignInError } from '../../../nodes/shared/errors';
import type { Finding, FindingCode } from '../../../client/publishing/findings';
import { failureWords, inApproversWords } from '../../../nodes/SocialPublishing/approval/words';

/** For each code, the words about one channel. The object names every code, or it doesn't compile. */
const expected: Record<FindingCode, RegExp> = {
	altTextRefused: /^A file has no description for people who can't see it\.$/,
	boardMissing: /^No board is chosen for Bluesky \(acme\)\. Ask the sender to fix it\.$/,
	boardUnknown: /^The board for Bluesky \(acme\) doesn't exist anymore\. Ask the sender/,
	boardUnsupported: /^Bluesky \(acme\) has no boards, so the chosen board isn't used\.$/,
	captionMissing: /^There is no text and no picture for Bluesky \(acme\)\. Ask the sender to fix it\.$/,
	captionTooLong:
		/^The text for Bluesky \(acme\) is too long: 330 of 300 characters\. Ask the sender to fix it\.$/,
	categoryUnknown: /^The category for Bluesky \(acme\) might be ignored\.$/,
	channelPaused: /^Nothing can be published on Bluesky \(acme\) right now\. Try again in a few minutes\./,
	channelRepeated: /^A channel was chosen more than once\./,
	channelUnknown: /^A channel of this post isn't available anymore\. Ask the sender/,
	connectionExpires: /^The connection to Bluesky \(acme\) expires soon\. Ask the sender to fix it\.$/,
	connectionLost: /^The connection to Bluesky \(acme\) was lost\. Ask the sender to fix it\.$/,
	earlierTry: /^This post is too long: 330 of 300 characters\.$/,
	fileIncomplete: /^This post is too long: 330 of 300 characters\. Ask the sender to fix it\.$/,
	fileTooLarge: /^A file of this post is very large\./,
	fileUnusual: /^This post is too long: 330 of 300 characters\.$/,
	fileWithoutPicture: /^This post is too long: 330 of 300 characters\. Ask the sender to fix it\.$/,
	fileUnreadable: /^A file of this post couldn't be checked\.$/,
	firstCommentUnsupported: /^Bluesky \(acme\) can't have a first comment\./,
	limitExceeded: /^For Bluesky \(acme\), the post is too long: 330 of 300 characters\.$/,
	linkUnsupported: /^The link isn't shown on Bluesky \(acme\)\.$/,
	networkRule: /^Bluesky \(acme\) might not accept a text or an option of this post\.$/,
	mediaLost: /^This post should have a picture or a video, but it has none\. Ask the sender to fix it\.$/,
	mediaMissing: /^For Bluesky \(acme\), the post is too long.*\. Ask the sender to fix it\.$/,
	mediaUnknown: /^It couldn't be checked whether the files of this post fit Bluesky \(acme\)\.$/,
	optionInvalid: /^'Caption' for Bluesky \(acme\) has a value that isn't possible\./,
	optionUnsupported: /^This post has settings that aren't for Bluesky \(acme\)\. Ask the sender/,
	optionUnavailable: /^'Caption' isn't available on Bluesky \(acme\)\./,
	overrideUnused: /^Some settings are for a channel that doesn't get this post\./,
	queueUnknown: /^The queue for Bluesky \(acme\) doesn't exist anymore\./,
	textBroken: /^A text of this post is too long: 330 of 300 characters\. Ask the sender to fix it\.$/,
	textUnwritten: /^A text of this post is too long: 330 of 300 characters\.$/,
	timePassed: /^The time of this post has passed\. Ask the sender to fix it\.$/,
	titleMissing: /^There is no title for Bluesky \(acme\)\. Ask the sender to fix it\.$/,
	titleTooLong: /^The title for Bluesky \(acme\) is too long: 330 of 300 characters\. Ask/,
	titleUnsupported: /^The title isn't shown on Bluesky \(acme\)\.$/,
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

test.each(codes)('names several channels once, and none if the finding has none: %s', (code) => {
	const others = [findingOf(code, { accountId: '2', platform: 'threads' }), findingOf(code)];
	const several = inApproversWords(findingOf(code), false, others);
	expect(several.split('Bluesky (acme)').length).toBeLessThanOrEqual(2);
	expect(inApproversWords(findingOf(code, { platform: undefined }), false)).not.toContain('undefined');
});

test.each(codes)('never has names of the editor or of the API: %s', (code) => {
	if (code === 'valueInvalid') return;
	expect(inApproversWords(findingOf(code), true)).not.toMatch(/perAccount|node|API|credential|n8n/i);
});

test.each<FindingCode>(['captionMissing', 'captionTooLong', 'timePassed', 'titleMissing', 'titleTooLong'])(
	'says that the approver can fix it: %s',
	(code) => {
		expect(inApproversWords(findingOf(code), true)).toMatch(/ Change it below, or request changes\.$/);
	},
);

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

const notAllowed = "The workflow isn't allowed to do this in the service. Ask the sender to fix it.";
const notNow =
	"The service can't do this right now. Try again in a few minutes. If that changes nothing, tell the sender.";
const refused =
	'The service refused the texts or the time of this post. Change it below, or request changes.';

test.each<[string, unknown, string]>([
	['a revoked key', createApiError(401, { detail: '' }), notAllowed],
	['a deleted credential', new SignInError('Gone', ''), notAllowed],
	['a missing permission', createApiError(403, { detail: '' }), notAllowed],
	['a rate limit', createApiError(429, { detail: '' }), notNow],
	['a refused text', createApiError(422, { detail: '' }), refused],
	['a post that is busy', createApiError(409, { detail: '' }), notNow],
	['a service that is down', createApiError(503, { detail: '' }), notNow],
	['a service without an answer', new NetworkError('reset'), notNow],
	['anything else', new TypeError('x'), 'Something unexpected happened. Ask the sender to fix it.'],
])('says about %s what an approver can do', (_title, error, words) => {
	expect(failureWords(error)).toBe(words);
});
