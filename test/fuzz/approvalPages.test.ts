import fc from 'fast-check';
import { seed } from '../../sandbox';
import { fieldsOf } from '../support/approvalHost';
import { onNewPost, tomorrow, useApprovals, withoutWaits } from '../support/useApprovals';
import { fuzzRuns, fuzzSeed, hangMs } from './settings';

/**
 * Whatever is sent to an approval page, the page answers, and the output says what happened to the post. Requests per visit
 * and page size are limited, so no body can exhaust n8n.
 */

const { ask, read, sandbox } = useApprovals({ clock: 'manual', rateLimits: 'off' });

const requestsMax = 30;
const pageCharactersMax = 400_000;

const actions = ['approved', 'changesRequested', 'rejected', 'decide', 'preview', 'close', 'approve', ''];

const names = fc.oneof(
	fc.constantFrom(
		'action',
		'name',
		'comment-0',
		'decision-0',
		'version-0',
		'caption-0',
		`caption-0-${seed.channels.bluesky.id}`,
		'title-0',
		'publishAt-0',
		'shown-caption-0',
		'caption-1',
		'version-1',
		'__proto__',
		'constructor',
		'toString',
	),
	fc.string({ maxLength: 20 }),
);

const values = fc.oneof(
	fc.constantFrom(
		...actions,
		'2099-02-30T25:61',
		'1970-01-01T00:00',
		'<script>alert(1)</script>',
		'"><img src=x onerror=alert(1)>',
		'\u202eabc\u0000\u0085\u000b',
		'\ud83d',
		'x'.repeat(20_000),
		'9'.repeat(400),
		' '.repeat(5_000),
	),
	fc.string({ unit: 'grapheme', maxLength: 50 }),
);

/** Changes to the form that a browser would send: omitted fields and other values. */
const changes = fc.record({
	action: fc.constantFrom(...actions),
	left: fc.array(names, { maxLength: 2 }),
	other: fc.array(fc.tuple(names, values), { maxLength: 4 }),
});

interface Change {
	action: string;
	left: string[];
	other: Array<[string, string]>;
}

function applied(fields: Record<string, string>, { action, left, other }: Change): Record<string, string> {
	const body = new Map(Object.entries({ ...fields, action }));
	for (const name of left) body.delete(name);
	for (const [name, value] of other) body.set(name, value);
	return Object.fromEntries(body);
}

async function isHarmless(change: Change): Promise<void> {
	const parameters = { ...onNewPost, ...tomorrow, options: { allowEdits: true } };
	const waiting = await ask(parameters, { nodeType: withoutWaits() });
	const postId = String(waiting.output[0]?.id);
	const fields = fieldsOf(await waiting.get());
	const body = applied(fields, change);
	sandbox().requests.length = 0;
	const { status, text } = await waiting.post(body);
	expect([200, 409, 422]).toContain(status);
	expect(text).toMatch(/^<!doctype html>/i);
	expect(text).not.toMatch(/<script|<img src=x|\bundefined\b|\n\s+at .+:\d+:\d+/);
	expect(text.length).toBeLessThan(pageCharactersMax);
	expect(sandbox().requests.length).toBeLessThanOrEqual(requestsMax);
	const post = await read(postId);
	const isApproved = waiting.resumed[0]?.[0]?.json.approved;
	expect(post.status).toBe('draft');
	if (isApproved === true) expect(body['version-0']).toBe(fields['version-0']);
	if (isApproved !== true) expect(post.caption).toBe(onNewPost.caption);
}

test(
	"never fails, and never changes a post reported as not approved, whatever the form's body",
	async () => {
		await fc.assert(fc.asyncProperty(changes, isHarmless), { seed: fuzzSeed, numRuns: fuzzRuns(150) });
	},
	hangMs * 12,
);
