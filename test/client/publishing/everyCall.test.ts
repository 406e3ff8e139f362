import { publishingCalls } from './publishingCalls';
import { routes } from '../../../sandbox/api/routes';
import { hasExtras } from '../../support/profile';
import { clientOf, errorOf, testUserAgent } from '../../support/publishingClient';
import { unusedAddress } from '../../support/recordingServer';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const server = useRecordingServer();

const named = publishingCalls.map((call) => ({ ...call, toString: () => call.name }));
const extras = ['posts.withdraw', 'analytics.postSnapshots'];
const offeredHere = named.filter(({ name }) => hasExtras || !extras.includes(name));
const writes = named.filter(({ method }) => method !== 'GET');
const keyed = named.filter(({ isKeyed }) => isKeyed);
const unkeyedWrites = writes.filter(({ isKeyed }) => !isKeyed);

const clientWith = (key: string) => clientOf({ baseUrl: sandbox().url, key });

test('the table has a call of every endpoint except those of media', () => {
	const uuid = /[0-9a-f-]{36}/;
	const called = publishingCalls.map(({ method, path }) => `${method} ${path.replace(uuid, '{id}')}`);
	const offered = routes
		.filter(({ path }) => !path.startsWith('/media/'))
		.map(({ method, path }) => `${method} /api/v1${path}`);
	expect([...new Set(called)].sort()).toEqual(offered.sort());
});

describe('each call', () => {
	test.each(named)(
		'%s requests its endpoint with the User-Agent and the key (P2, P56, P57, P87)',
		async (call) => {
			server().answerWith({ status: 404 });
			await errorOf(call.run(clientOf({ baseUrl: server().url, key: 'the-key' }), 'a key'));
			const [sent] = server().requests;
			expect(sent).toMatchObject({ method: call.method, headers: { authorization: 'Bearer the-key' } });
			expect(sent?.target.split('?')[0]).toBe(call.path);
			expect(sent?.headers['user-agent']).toBe(testUserAgent);
			expect(sent?.body === '' ? undefined : JSON.parse(sent?.body ?? '')).toEqual(call.body);
			expect(sent?.headers['idempotency-key']).toBe(call.isKeyed ? 'a key' : undefined);
		},
	);

	test.each(offeredHere)('%s throws a 403 with the missing permission (P92, P93, P99)', async (call) => {
		sandbox().keys.setPermissions(sandbox().seed.keys.full, []);
		const error = await errorOf(call.run(clientWith(sandbox().seed.keys.full)));
		expect(error).toMatchObject({
			name: 'PermissionError',
			statusCode: 403,
			detail: `missing permission: ${call.permission}`,
		});
	});

	test.each(named)(
		'%s throws a 405 with the supported methods if the service lacks it (P59)',
		async (call) => {
			sandbox().faults.add({ path: call.path, kind: 'status', status: 405, headers: { Allow: 'HEAD' } });
			const error = await errorOf(call.run(clientWith(sandbox().seed.keys.full)));
			const isExtra = extras.includes(call.name);
			expect(error).toMatchObject({ statusCode: 405, allow: 'HEAD' });
			expect(isExtra || error.name === 'MethodNotAllowedError').toBe(true);
		},
	);

	test.each(named)("%s reports a response that isn't JSON (P112)", async (call) => {
		server().answerWith({ body: '<html>' });
		const outcome = await call.run(clientOf({ baseUrl: server().url })).catch((error: Error) => error.name);
		expect(outcome).toBe(call.method === 'GET' ? 'UnexpectedResponseError' : 'UnreadableWriteError');
	});

	test.each(named)('%s shows no secret in any error (D1)', async (call) => {
		const detail = 'Bearer the-key came with https://s.example/p?sig=signature';
		for (const status of [400, 401, 403, 404, 409, 413, 422, 500, 418]) {
			server().answerWith({
				status,
				body: { error: 'x', detail, debug: { authorization: 'Bearer the-key' } },
			});
			const error = await errorOf(call.run(clientOf({ baseUrl: server().url, key: 'the-key' })));
			expect(JSON.stringify({ ...error, text: String(error), stack: error.stack })).not.toMatch(
				/the-key|signature/,
			);
		}
		const gone = await errorOf(call.run(clientOf({ baseUrl: await unusedAddress(), key: 'the-key' })));
		expect(JSON.stringify({ ...gone, text: String(gone) })).not.toContain('the-key');
	});
});

describe('retries', () => {
	const answers = async (call: (typeof named)[number], reply: object, key?: string) => {
		server().answerWith(reply);
		const client = clientOf({ baseUrl: server().url });
		await errorOf(call.run(client, key));
		const [first] = server().requests;
		const same = server().requests.filter(
			({ method, target }) => method === first?.method && target === first.target,
		);
		return { sent: same.length, waits: client.waits };
	};
	const fourWaits = [1_000, 2_000, 4_000, 8_000];
	const fourMore = { sent: 5, waits: fourWaits };
	const once = { sent: 1, waits: [] as number[] };
	/** After a failure with an unknown result, the client reads, and retries that like any read. */
	const thenRead = ({ sent, waits }: typeof once) => ({ sent, waits: [...waits, ...fourWaits] });
	const reads = named.filter(({ method }) => method === 'GET');

	test.each(reads)(
		'%s retries after a lost connection and after a failure of the service (P104)',
		async (call) => {
			expect(await answers(call, { drops: true })).toEqual(fourMore);
			expect(await answers(call, { status: 500 })).toEqual(fourMore);
			expect(await answers(call, { status: 503 })).toEqual(fourMore);
		},
	);

	test.each(keyed)('%s retries after a lost response with the same key and body (P104, D4)', async (call) => {
		expect(await answers(call, { drops: true }, 'same')).toEqual(thenRead(fourMore));
		expect(
			new Set(
				server()
					.requests.filter(({ method }) => method === 'POST')
					.map(({ headers, body }) => headers['idempotency-key'] + body),
			).size,
		).toBe(1);
	});

	test.each(keyed)('%s without a key is not retried before a read (D4)', async (call) => {
		expect(await answers(call, { drops: true })).toEqual(thenRead(once));
	});

	test.each(unkeyedWrites)(
		'%s, which accepts no key, is not retried before a read (P86, D4)',
		async (call) => {
			expect(await answers(call, { drops: true }, 'a key')).toEqual(thenRead(once));
		},
	);

	test.each(writes)('%s is not retried after a 5xx before a read (P54, P104)', async (call) => {
		expect(await answers(call, { status: 500 }, 'a key')).toEqual(thenRead(once));
		expect(await answers(call, { status: 503 }, 'a key')).toEqual(thenRead(once));
	});

	test.each(named)('%s waits as long as a 429 requires (P103)', async (call) => {
		const reply = {
			status: 429,
			headers: { 'Retry-After': '9' },
			body: { error: 'rate_limited', detail: 'x' },
		};
		expect(await answers(call, reply)).toEqual({ sent: 5, waits: [9_000, 9_000, 9_000, 9_000] });
	});

	test.each(named)('%s never waits for a daily limit (P98, P110, D5)', async (call) => {
		const body = { error: 'platform_quota', detail: 'x', tier: 'platform_quota:tiktok', retry_after: 5 };
		expect(await answers(call, { status: 429, headers: { 'Retry-After': '5' }, body }, 'a key')).toEqual(
			once,
		);
	});
});
