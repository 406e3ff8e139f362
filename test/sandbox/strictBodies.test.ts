import { seed } from '../../sandbox';
import { inHours, openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, media } = seed;
const facebook = channels.facebook.id;
const post = { accounts: [facebook], caption: 'Hello' };
const own = (options: unknown) => ({ ...post, perAccount: { [facebook]: { options } } });
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

let api: PublishingApi;
beforeAll(async () => {
	api = await openPublishingApi();
});
afterAll(() => api.sandbox.close());

describe("create refuses what isn't in the contract (P4, P69, P70, P108)", () => {
	test.each<[string, unknown, string]>([
		['invalid JSON', '{', 'body: is not JSON'],
		['an array', [], 'body: must be an object'],
		['an empty body', '', 'body: is required'],
		['no channels', { caption: 'x' }, 'accounts: is required'],
		['an empty list of channels', { ...post, accounts: [] }, 'accounts: at least 1 item'],
		['21 channels', { ...post, accounts: many(21, facebook) }, 'accounts: at most 20 items'],
		["a channel that isn't a UUID", { ...post, accounts: ['facebook'] }, 'accounts[0]: must be a UUID'],
		['channels as text', { ...post, accounts: facebook }, 'accounts: must be an array'],
		['no caption', { accounts: [facebook] }, 'caption: is required'],
		['a caption of null', { ...post, caption: null }, 'caption: must be a string'],
		['a title of null', { ...post, title: null }, 'title: must be a string'],
		['a first comment of null', { ...post, firstComment: null }, 'firstComment: must be a string'],
		['a long link', { ...post, linkUrl: 'x'.repeat(2049) }, 'linkUrl: at most 2048 characters'],
		['36 assets', { ...post, mediaAssetIds: many(36, media.image) }, 'mediaAssetIds: at most 35 items'],
		['an unknown property', { ...post, text: 'x' }, 'text: unknown property'],
		['another spelling', { ...post, first_comment: 'x' }, 'first_comment: unknown property'],
		['a prototype', '{"accounts":["x"],"caption":"x","__proto__":{}}', '__proto__: unknown property'],
		['an empty idempotencyKey', { ...post, idempotencyKey: '' }, 'idempotencyKey: at least 1 character'],
		[
			'a long idempotencyKey',
			{ ...post, idempotencyKey: 'k'.repeat(129) },
			'idempotencyKey: at most 128 characters',
		],
		['perAccount of null', { ...post, perAccount: null }, 'perAccount: must be an object'],
		['perAccount by name', { ...post, perAccount: { facebook: {} } }, 'perAccount.facebook: must be a UUID'],
		[
			'an unknown override',
			{ ...post, perAccount: { [facebook]: { linkUrl: 'x' } } },
			`perAccount.${facebook}.linkUrl: unknown property`,
		],
		[
			'an override of null',
			{ ...post, perAccount: { [facebook]: { caption: null } } },
			`perAccount.${facebook}.caption: must be a string`,
		],
		[
			'a long board id',
			{ ...post, perAccount: { [facebook]: { boardId: 'b'.repeat(129) } } },
			`perAccount.${facebook}.boardId: at most 128 characters`,
		],
	])('refuses %s', async (_name, body, detail) => {
		const { status, body: answer } = await api.send('POST', '/posts/', {
			body,
			headers: { 'Content-Type': 'application/json' },
		});
		expect({ status, ...answer }).toEqual({ status: 422, error: 'invalid_request', detail });
	});

	test('saves nothing in any of these cases (P55)', () => {
		expect(api.sandbox.posts()).toEqual([]);
	});
});

describe('a delivery is one of four shapes (P5, P40, P41)', () => {
	const at = '2026-02-01T10:00:00';
	test.each<[string, unknown, string]>([
		['no mode', {}, 'delivery.mode: must be one of queue, prioritise, now, at'],
		['an unknown mode', { mode: 'later' }, 'delivery.mode: must be one of queue, prioritise, now, at'],
		['at without a time', { mode: 'at' }, 'delivery.at: is required'],
		['a time without an offset', { mode: 'at', at }, 'delivery.at: must be a date-time with a UTC offset'],
		[
			'a day that does not exist',
			{ mode: 'at', at: '2026-02-30T10:00:00+00:00' },
			'delivery.at: must be a date-time with a UTC offset',
		],
		['a day alone', { mode: 'at', at: '2026-02-01' }, 'delivery.at: must be a date-time with a UTC offset'],
		[
			'at with queueIds',
			{ mode: 'at', at: `${at}+01:00`, queueIds: {} },
			'delivery.queueIds: unknown property',
		],
		['now with a time', { mode: 'now', at: `${at}+01:00` }, 'delivery.at: unknown property'],
		['queue with a time', { mode: 'queue', at: `${at}+01:00` }, 'delivery.at: unknown property'],
		['a queue by name', { mode: 'queue', queueIds: { [facebook]: 'Main' } }, 'must be a UUID'],
		['a channel by name', { mode: 'queue', queueIds: { facebook: null } }, 'must be a UUID'],
		[
			'no time zone',
			{ mode: 'now', timezone: 'Mars/Base' },
			'delivery.timezone: must be the name of a time zone',
		],
	])('refuses %s', async (_name, delivery, detail) => {
		const { status, body } = await api.send('POST', '/posts/', { body: { ...post, delivery } });
		expect({ status, error: body.error }).toEqual({ status: 422, error: 'invalid_request' });
		expect(body.detail).toContain(detail);
		expect(body).not.toHaveProperty('post_id');
	});
});

describe('options have these keys and bounds (P35, P36, P37, P38, P39)', () => {
	test.each<[string, unknown, string]>([
		['a platform without options', { linkedin: {} }, 'linkedin: unknown property'],
		['an unknown privacy level', { tiktok: { privacyLevel: 'FRIENDS' } }, 'privacyLevel: must be one of'],
		['text for a switch', { tiktok: { allowDuet: 'yes' } }, 'allowDuet: must be true or false'],
		['a cover before the start', { tiktok: { coverMs: -1 } }, 'coverMs: at least 0'],
		['half a millisecond', { tiktok: { coverMs: 0.5 } }, 'coverMs: must be an integer'],
		['an unknown TikTok key', { tiktok: { music: true } }, 'tiktok.music: unknown property'],
		['21 dev.to tags', { devto: { tags: many(21, 'a') } }, 'tags: at most 20 items'],
		['a long dev.to tag', { devto: { tags: ['a'.repeat(101)] } }, 'tags[0]: at most 100 characters'],
		['a long address', { devto: { canonicalUrl: 'u'.repeat(2049) } }, 'canonicalUrl: at most 2048'],
		['an unknown privacy', { youtube: { privacyStatus: 'hidden' } }, 'privacyStatus: must be one of'],
		['an empty tag', { youtube: { tags: [''] } }, 'tags[0]: at least 1 character'],
		['501 tags', { youtube: { tags: many(501, 'a') } }, 'tags: at most 500 items'],
		['a category of letters', { youtube: { categoryId: 'Music' } }, 'categoryId: must match'],
		['a category of five digits', { youtube: { categoryId: '12345' } }, 'categoryId: must match'],
		['an empty thumbnail', { youtube: { thumbnail: {} } }, 'thumbnail.assetId: is required'],
		['no cover frame', { youtube: { thumbnail: { coverFrame: false } } }, 'coverFrame: must be true'],
		[
			'both thumbnails',
			{ youtube: { thumbnail: { coverFrame: true, assetId: media.image } } },
			'thumbnail.assetId: unknown property',
		],
		['an unknown way to publish', { facebook: { publishAs: 'story' } }, 'publishAs: must be one of'],
		['options of null', { facebook: null }, 'options.facebook: must be an object'],
		['an option of null', { facebook: { publishAs: null } }, 'publishAs: must be one of'],
	])('refuses %s', async (_name, options, detail) => {
		const { status, body } = await api.send('POST', '/posts/', { body: own(options) });
		expect({ status, error: body.error }).toEqual({ status: 422, error: 'invalid_request' });
		expect(body.detail).toContain(detail);
	});
});

describe('the other writes are as strict (P73, P78, P79)', () => {
	test.each<[string, string, string, unknown, string]>([
		['edit with a delivery (P73)', 'PATCH', '', { delivery: { mode: 'now' } }, 'delivery: unknown property'],
		['edit with a key (P73)', 'PATCH', '', { idempotencyKey: 'k' }, 'idempotencyKey: unknown property'],
		['edit with a caption of null (P74)', 'PATCH', '', { caption: null }, 'caption: must be a string'],
		['edit with channels of null (P74)', 'PATCH', '', { accounts: null }, 'accounts: must be an array'],
		[
			'edit with assets of null (P74)',
			'PATCH',
			'',
			{ mediaAssetIds: null },
			'mediaAssetIds: must be an array',
		],
		[
			'edit with perAccount as a list (P74)',
			'PATCH',
			'',
			{ perAccount: [] },
			'perAccount: must be an object',
		],
		['edit with 21 channels (P73)', 'PATCH', '', { accounts: many(21, facebook) }, 'at most 20 items'],
		['duplicate without a body (P78)', 'POST', '/duplicate', undefined, 'body: is required'],
		['duplicate with more (P78)', 'POST', '/duplicate', { caption: 'x' }, 'caption: unknown property'],
		['submit without a delivery (P79)', 'POST', '/submit', {}, 'delivery: is required'],
		['submit with a flat delivery (P79)', 'POST', '/submit', { mode: 'now' }, 'mode: unknown property'],
		[
			'schedule wrapped (P80)',
			'POST',
			'/schedule',
			{ delivery: { mode: 'queue' } },
			'delivery: unknown property',
		],
		['schedule without a time (P80)', 'POST', '/schedule', {}, 'at: is required'],
		[
			'schedule now (P80)',
			'POST',
			'/schedule',
			{ mode: 'now' },
			'mode: must be one of at, queue, prioritise',
		],
		[
			'schedule a queue at a time (P80)',
			'POST',
			'/schedule',
			{ mode: 'queue', at: 'x' },
			'at: unknown property',
		],
		['publish without a body (P80)', 'POST', '/publish', undefined, 'body: is required'],
		['publish with a mode (P80)', 'POST', '/publish', { mode: 'now' }, 'mode: unknown property'],
		['cancel with more (P80)', 'POST', '/cancel', { reason: 'x' }, 'reason: unknown property'],
		['withdraw with more', 'POST', '/withdraw', { reason: 'x' }, 'reason: unknown property'],
		['delete with a body (P77)', 'DELETE', '', {}, 'body: this request takes none'],
	])('refuses %s', async (_name, method, path, body, detail) => {
		const { id } = await api.create();
		const asked = body === undefined ? {} : { body };
		const { status, body: answer } = await api.send(method, `/posts/${id}${path}`, asked);
		expect({ status, error: answer.error }).toEqual({ status: 422, error: 'invalid_request' });
		expect(answer.detail).toContain(detail);
	});

	test("refuses a body that isn't declared as JSON (P4)", async () => {
		const headers = { 'Content-Type': 'text/plain' };
		const { status, body } = await api.send('POST', '/posts/', { body: post, headers });
		expect({ status, detail: body.detail }).toEqual({
			status: 422,
			detail: 'Content-Type: must be application/json',
		});
	});

	test('accepts the largest body that the contract allows (P5, P108)', async () => {
		const at = inHours(api.sandbox, 5).replace('+00:00', '-03:30');
		const made = await api.create({
			linkUrl: 'u'.repeat(2048),
			mediaAssetIds: many(35, media.image),
			proposedPublishAt: at,
			perAccount: { [facebook]: null },
		});
		expect(made).toMatchObject({ status: 'draft', proposedPublishAt: '2026-01-05T17:30:00.000+00:00' });
	});
});
