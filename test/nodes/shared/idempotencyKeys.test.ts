import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { userIdempotencyKey } from '../../../nodes/shared/idempotency';
import { seed } from '../../../sandbox';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys } = seed;
const node = () => nodeFor({ url: sandbox().url, key: keys.full });
const create: IDataObject = {
	channels: [channels.facebook.id],
	caption: '={{ $json.text ?? "Hi" }}',
	delivery: 'draft',
};
const posted = () =>
	sandbox()
		.requests.filter(({ method }) => method === 'POST')
		.map(({ headers }) => headers['idempotency-key']);
const captions = () =>
	sandbox()
		.posts()
		.map(({ caption }) => caption)
		.sort();
const hashed = (text: string) => `n8n-text-${createHash('sha256').update(text).digest('hex')}`;

describe('a key of the user', () => {
	test.each<[string, string, string | undefined]>([
		['printable ASCII', 'order-7 / draft~1', 'order-7 / draft~1'],
		['with blanks around it', '  order-7\n', 'order-7'],
		['of 128 characters', 'k'.repeat(128), 'k'.repeat(128)],
		['of 129 characters', 'k'.repeat(129), hashed('k'.repeat(129))],
		['in another script', '東京', hashed('東京')],
		['with an emoji', ' launch 🎉', hashed('launch 🎉')],
		['in Latin-1', 'café', hashed('café')],
		['with a line break', 'a\nb', hashed('a\nb')],
		['of blanks alone', ' \t', undefined],
	])('%s (P68)', (_title, text, expected) => {
		expect(userIdempotencyKey(text)).toBe(expected);
	});

	test('keys that HTTP would make alike stay apart (P68, P71, P86)', async () => {
		const names = ['東京', '大阪', 'launch 🎉', 'launch 🚀', 'Пост 1', 'Фото 1'];
		const items = itemsOf(...names.map((name) => ({ text: `For ${name}`, name })));
		const options = { idempotencyKey: '={{ $json.name }}' };
		await node().run('post:create', { ...create, options }, { items });
		await node().run('post:create', { ...create, options }, { items });
		expect(captions()).toEqual(names.map((name) => `For ${name}`).sort());
		expect(new Set(posted())).toEqual(new Set(names.map(hashed)));
	});

	test('a post whose answer is lost is made once (P68, P71)', async () => {
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'dropAfter' });
		await node().run('post:create', { ...create, options: { idempotencyKey: '東京' } });
		expect(captions()).toEqual(['Hi']);
	});
});

describe('a retry whose content has changed', () => {
	/** Runs of one execution, each with what n8n kept of those before. */
	const execution = (items: INodeExecutionData[]) => ({
		items,
		executionId: 'one',
		runData: createRunData(items),
	});
	const time = (hour: number) => `2035-01-01T0${hour}:00:00.000+00:00`;
	const at = (hour: number): IDataObject => ({ ...create, delivery: 'at', publishAt: time(hour) });
	const scheduled = () =>
		sandbox()
			.posts()
			.map(({ caption, scheduledAt }) => [caption, scheduledAt])
			.sort();

	test('what is done stays, and what is left gets the new time (P71, P102)', async () => {
		const run = execution(itemsOf({ text: 'One' }, { text: 'Two' }, { text: 'Three' }));
		// The second item is refused before its draft is saved.
		const failing = { ...at(1), channels: `={{ $itemIndex === 1 ? [] : ["${channels.facebook.id}"] }}` };
		await node().error('post:create', failing, run);
		const posts = await node().json('post:create', at(2), run);
		expect(posts.map(({ caption }) => caption)).toEqual(['One', 'Two', 'Three']);
		expect(scheduled()).toEqual([
			['One', time(1)],
			['Three', time(2)],
			['Two', time(2)],
		]);
		expect(posted()).toHaveLength(3);
	});

	test('work whose answer was lost is found (P54, P71, P102)', async () => {
		const run = execution(itemsOf({ text: 'One' }));
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'cut' });
		// The look for the post is refused, so that only the next try finds it.
		sandbox().faults.add({ path: /./, method: 'GET', kind: 'status', status: 401 });
		await node().error('post:create', at(1), run);
		const [post] = await node().json('post:create', at(2), run);
		expect(scheduled()).toEqual([['One', time(1)]]);
		expect(post).toMatchObject({ caption: 'One', status: 'scheduled' });
	});

	test('a draft that was saved gets the new content and the new time (P53, P54, P102)', async () => {
		const run = execution(itemsOf({ text: 'One' }));
		const broken = { ...at(1), channels: [channels.linkedinBroken.id] };
		const { context } = await node().error('post:create', broken, run);
		const [post] = await node().json('post:create', at(2), run);
		expect(post).toMatchObject({ id: (context.facts as IDataObject).postId, status: 'scheduled' });
		expect(scheduled()).toEqual([['One', time(2)]]);
	});

	test.each<[string, IDataObject, object]>([
		['delete', {}, { deleted: true }],
		['update', { updateFields: { caption: 'New' } }, { caption: 'New' }],
		['cancel', {}, { status: 'draft' }],
	])('%s of an item that is done is not sent again (P77, P80)', async (operation, parameters, expected) => {
		const [one, two] = await node().json(
			'post:create',
			{ ...create, delivery: 'queue' },
			{ items: itemsOf({}, {}) },
		);
		if (operation === 'update') {
			await node().run(
				'post:cancel',
				{ postId: byId('={{ $json.id }}') },
				{ items: itemsOf({ id: one?.id }, { id: two?.id }) },
			);
		}
		const items = itemsOf({ id: one?.id }, { id: two?.id });
		const run = execution(items);
		const values = { postId: byId('={{ $json.id }}'), ...parameters };
		sandbox().requests.length = 0;
		const path = `/api/v1/posts/${String(two?.id)}${operation === 'cancel' ? '/cancel' : ''}`;
		sandbox().faults.add({ path, kind: 'status', status: 401 });
		await node().error(`post:${operation}`, values, run);
		const done = await node().json(`post:${operation}`, values, run);
		expect(done).toMatchObject([expected, expected]);
		const writes = sandbox().requests.filter(({ method }) => method !== 'GET');
		expect(writes.map(({ status }) => status)).toEqual([expect.any(Number), 401, expect.any(Number)]);
	});
});

describe('what is remembered', () => {
	test('is forgotten when the run went well, so that a loop does not fill the execution (P71)', async () => {
		const items = itemsOf({ text: 'One' }, { text: 'Two' });
		const runData = createRunData(items);
		await node().run('post:create', create, { items, runData });
		const kept = JSON.stringify(runData.executionData?.contextData);
		expect(kept).toContain('origin');
		expect(kept).not.toMatch(/"id"|One/);
	});
});
