import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const node = () => nodeFor(sandbox());
const { facebook } = seed.channels;
const caption = '```json\n{ "error": "no credits" }\n```';
const form = { channels: [facebook.id], caption, delivery: 'now' };
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

test.each(['post:create', 'post:upsert', 'post:syncCalendar'])(
	'%s refuses to deliver a caption that is no text, before anything is sent',
	async (operation) => {
		const error = await node().error(operation, form);
		expect(error.message).toBe('\'Caption\' is only JSON (\'```json\n{ "error": "no credits" }\n```\')');
		expect(error.description).toContain('Check what the node before this one returned');
		expect(writes()).toEqual([]);
	},
);

test('A draft of it is saved, and keeps the finding', async () => {
	const [draft] = await node().json('post:create', { ...form, delivery: 'draft' });
	expect(draft?.findings).toMatchObject([{ code: 'textUnwritten', severity: 'warning' }]);
	const error = await node().error('post:publish', { postId: byId(String(draft?.id)) });
	expect(`${error.message} ${error.description}`).toContain('only JSON');
});

test('Validate says that it is not valid', async () => {
	const [verdict] = await node().json('post:validate', { ...form, source: 'new' });
	expect(verdict).toMatchObject({ valid: false, errors: [{ code: 'textUnwritten', field: 'caption' }] });
});

test('Without the check, it is sent', async () => {
	const [post] = await node().json('post:create', { ...form, options: { checkFirst: false } });
	expect(sandbox().post(String(post?.id)).caption).toBe(caption);
});

test('A post that already has it stays unchanged', async () => {
	const wanted = { ...form, delivery: 'at', publishAt: '2026-01-06T09:00:00+00:00' };
	const [post] = await node().json('post:create', { ...wanted, options: { checkFirst: false } });
	const [after] = await node().json('post:upsert', { ...wanted, postId: byId(String(post?.id)) });
	expect(after).toMatchObject({ action: 'unchanged' });
});
