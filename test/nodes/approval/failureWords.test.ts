import * as httpErrors from '../../../client/http/errors';
import * as publishingErrors from '../../../client/publishing/errors';
import { failureWords, type FailurePlace } from '../../../nodes/SocialPublishing/approval/failureWords';
import { messagePage } from '../../../nodes/SocialPublishing/approval/page';
import * as nodeErrors from '../../../nodes/shared/errors';

const { ApiError, createApiError, NetworkError } = httpErrors;
const { PlatformQuotaError, UnfinishedEditError } = publishingErrors;

const place: FailurePlace = { zones: ['Europe/Berlin', 'UTC'] };
const editable: FailurePlace = { ...place, canEditTexts: true, canEditTime: true };

/** Words that only someone who builds workflows knows, and names of fields in the editor. */
const insides =
	/\b(node|credential|API|n8n|parameter|idempotency|status \d|Base URL|execution|undefined|null)\b|(^|\s)'/i;

const words = 'boards of this account are locked';

/** An error of each class, with details that only the node's own texts should have. */
const samples = Object.entries({ ...httpErrors, ...publishingErrors, ...nodeErrors }).flatMap(
	([name, kind]: [string, unknown]): Array<[name: string, error: Error]> => {
		if (typeof kind !== 'function' || !(kind.prototype instanceof Error) || name === 'ClientError') return [];
		const error = Object.create(kind.prototype as object) as Error;
		const details = {
			...{ message: "Check 'Base URL' in the credential", description: "'Queues' is empty", statusCode: 418 },
			...{ detail: "The service says nothing that n8n's node can use", postIds: ['6'], findings: [] },
			...{ field: 'perAccount', problem: 'is undefined', cause: createApiError(422, { detail: words }) },
		};
		return [[name, Object.assign(error, details)]];
	},
);

test.each(samples)('%s has words for the approver and none of the node', (_name, error) => {
	for (const where of [place, editable]) {
		const text = failureWords(error, where);
		expect(text).toMatch(/^[A-Z][^]*\.$/);
		expect(text).not.toMatch(insides);
		expect(text).not.toMatch(/Something unexpected/);
	}
});

describe('the words for a failure', () => {
	const api = (status: number, detail = words) => createApiError(status, { detail });
	test.each<[title: string, error: unknown, where: FailurePlace, expected: string]>([
		[
			'a refused post',
			api(422),
			place,
			`The service refused this post. The service says: ${words}. Ask the sender to fix it.`,
		],
		[
			'a refused post with fields',
			api(422),
			editable,
			`The service refused this post. The service says: ${words}. If you can fix this below, do that. Otherwise, ask the sender to fix it.`,
		],
		[
			'a refused key',
			api(401),
			place,
			'The workflow has lost its access to the service. Ask the sender to connect it again.',
		],
		[
			'a missing permission',
			api(403, 'missing permission: publish_directly'),
			place,
			"The workflow isn't allowed to do this in the service. Ask the sender to get this permission: publish_directly.",
		],
		[
			'a refusal without a reason',
			api(403),
			place,
			"The workflow isn't allowed to do this in the service. Ask the sender to get the permission for it.",
		],
		[
			'a permission whose name is broken',
			api(403, 'missing permission: <b>'),
			place,
			"The workflow isn't allowed to do this in the service. Ask the sender to get the permission for it.",
		],
		[
			'a workspace with reviews',
			api(409, 'This workspace needs approval'),
			place,
			'In this workspace, someone reviews each post in the service before it is published. Ask the sender to send this post to review.',
		],
		[
			'a conflict',
			api(409),
			place,
			`The service can't change the post right now. The service says: ${words}. Open this page again in a moment to see the post as it is then.`,
		],
		[
			'long texts',
			api(413),
			place,
			'The texts of this post are too long for the service. Ask the sender to shorten them.',
		],
		[
			'long texts with fields',
			api(413),
			editable,
			'The texts of this post are too long for the service. Shorten them below.',
		],
		[
			'a rate limit',
			createApiError(429, { detail: words, retryAfter: 100 }),
			place,
			'The service has received too many requests. Try again in 2 minutes.',
		],
		[
			'a daily limit with a time',
			new PlatformQuotaError(422, {
				detail: words,
				tier: 'platform_quota:tiktok',
				availableAt: '2099-01-06T09:00:00Z',
			}),
			place,
			'TikTok has reached its daily limit of posts. There is room again from Tuesday, January 6, 2099, 10:00 AM (Europe/Berlin) · Tuesday, January 6, 2099, 9:00 AM (UTC). Try again after that, or ask the sender to choose a later time.',
		],
		[
			'a daily limit without a time',
			new PlatformQuotaError(422, { detail: words, availableAt: null }),
			editable,
			'A channel has reached its daily limit of posts. Ask the sender to choose another day.',
		],
		[
			'a daily limit whose time is broken',
			new PlatformQuotaError(422, { detail: words, tier: '<b>', availableAt: '<b>' }),
			place,
			'A channel has reached its daily limit of posts. Ask the sender to choose another day.',
		],
		['an outage', api(503), place, 'The service has an internal error.'],
		[
			'no answer',
			new NetworkError('connect ECONNREFUSED 10.0.0.1', 'ECONNREFUSED'),
			place,
			"The service didn't answer.",
		],
		[
			'a change in several steps',
			new UnfinishedEditError(api(422), '6', true, undefined),
			place,
			`The service refused this post. The service says: ${words}. Ask the sender to fix it.`,
		],
		[
			'an unknown status',
			api(418),
			place,
			`The service refused the request. The service says: ${words}. Tell the sender.`,
		],
		[
			'an unknown error',
			new TypeError("Cannot read 'x' of undefined"),
			place,
			'Something unexpected happened. Tell the sender.',
		],
		['text', 'broken', place, 'Something unexpected happened. Tell the sender.'],
		['nothing', undefined, place, 'Something unexpected happened. Tell the sender.'],
	])('say what is wrong and who can do what: %s', (_title, error, where, expected) => {
		expect(failureWords(error, where)).toBe(expected);
	});
});

describe('the message of the service', () => {
	const quoteOf = (detail: string): string =>
		failureWords(new ApiError(418, { detail }), place)
			.replace('The service refused the request.', '')
			.replace('Tell the sender.', '')
			.trim();

	test.each<[title: string, detail: string, quote: string]>([
		['is quoted', 'Choose a board first.', 'The service says: Choose a board first.'],
		[
			'names the network instead of the ID of its channel',
			'pinterest (c0000000-0000-4000-8000-000000000001) needs a board',
			'The service says: Pinterest needs a board.',
		],
		['is one line', 'Choose\r\n\t a board', 'The service says: Choose a board.'],
		['keeps the direction of the page', '\u202Eboard a \u2066esoohC', 'The service says: board a esoohC.'],
		[
			'is cut if it is long',
			'so long '.repeat(1_000),
			`The service says: ${'so long '.repeat(38).slice(0, 300)}…`,
		],
	])('%s', (_title, detail, quote) => {
		expect(quoteOf(detail)).toBe(quote);
	});

	test.each([
		['nothing', ''],
		['a code', 'invalid_request'],
		['JSON', '{"error": "a board is missing"}'],
		['markup', '<p>A board is missing</p>'],
		['a stack', 'Error at Object.<anonymous> (/srv/app.js:1:1)'],
		['assignments', 'a board is missing, board=null'],
		["the client's own words", 'The service answered with status 418'],
		['white space', ' \n\t '],
		['an astral text', '\u{1F600}'.repeat(10_000)],
	])("isn't quoted if a person can't read it: %s", (_title, detail) => {
		expect(quoteOf(detail)).toBe('');
	});

	test.each([
		['a script', 'this is <script>alert(1)</script> bad'],
		['entities', 'this is &lt;b&gt; "bad" & worse'],
		['quotes', `this is '"><img src=x onerror=alert(1)>`],
		['brackets', 'this is ]]> bad -- really'],
		['lone surrogates', 'this is \uD800 bad'],
		['many brackets', `this is ${'pinterest ('.repeat(50_000)}`],
	])("can't become markup: %s", (_title, detail) => {
		const error = createApiError(422, { detail });
		const page = messagePage('Title', [{ kind: 'bad', text: failureWords(error, place) }]);
		const [, body = ''] = page.split('<body>');
		expect(
			body.replace(/<\/?(?:header|h1|main|p|bdi|body|html)(?: class="[a-z ]+")?(?: role="alert")?>/g, ''),
		).not.toMatch(/[<>"]/);
	});
});
