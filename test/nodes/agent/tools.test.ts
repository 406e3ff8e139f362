import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { toForm } from '../../../nodes/SocialPublishing/methods/resourceMapping';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { toolName } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys } = seed;
const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

const json = (name: string, args: IDataObject | string = {}, more: IDataObject = {}) => ({
	toolName: byId(toolName(name)),
	argumentsMode: 'json',
	toolArgumentsJson: typeof args === 'string' ? args : JSON.stringify(args),
	...more,
});

const draft = { accounts: [channels.facebook.id], caption: 'Hello' };

const lastCall = () => {
	const { body } = sandbox().requests.at(-1) ?? {};
	return (body as { params: { arguments: IDataObject } }).params.arguments;
};

describe('agent: list tools', () => {
	test('returns an item for each tool that the key can use (P10, P12)', async () => {
		const tools = await nodeWith(keys.readOnly).json('agent:listTools', {});
		expect(tools).toContainEqual({
			name: toolName('social_list_accounts'),
			title: 'List channels',
			description: expect.stringContaining('limits'),
		});
		expect(tools.some(({ name }) => name === toolName('social_publish_now'))).toBe(false);
	});

	test('returns the schemas without Simplify', async () => {
		const [first] = await nodeWith().json('agent:listTools', { simplify: false });
		expect(first).toMatchObject({ inputSchema: { type: 'object' }, annotations: expect.any(Object) });
	});
});

describe('agent: the form of a tool', () => {
	const formOf = async (name: unknown) =>
		await nodeWith().form('getToolArguments', {
			parameters: { toolName: name as string },
		});

	test('is built from the current schema of the service (P10)', async () => {
		const { fields } = await formOf(byId(toolName('social_create_draft')));
		expect(fields.map(({ id, required, type }) => [id, required, type])).toEqual([
			['accounts', true, 'array'],
			['caption', true, 'string'],
			['title', false, 'string'],
			['firstComment', false, 'string'],
			['linkUrl', false, 'string'],
			['perAccount', false, 'object'],
			['mediaAssetIds', false, 'array'],
			['proposedPublishAt', false, 'dateTime'],
			['delivery', false, 'object'],
			['idempotencyKey', false, 'string'],
		]);
		expect(fields[7]).toMatchObject({ displayName: 'Proposed Publish At', removed: true });
	});

	test.each([
		['', 'Choose a tool to see its arguments'],
		['={{ $json.tool }}', "The tool is an expression. Choose 'Using JSON' in 'Specify Arguments'"],
		[byId('social_fly'), "The service has no tool 'social_fly' for this credential"],
		[byId(toolName('social_list_accounts')), 'This tool has no arguments'],
	])('explains why it is empty for %j', async (tool, notice) => {
		expect(await formOf(tool)).toEqual({ fields: [], emptyFieldsNotice: notice });
	});

	test.each<[string, IDataObject, Partial<ResourceMapperField>]>([
		['a choice', { type: 'string', enum: ['a', 'b'] }, { type: 'options' }],
		['a whole number', { type: 'integer' }, { type: 'number' }],
		['a truth value', { type: 'boolean' }, { type: 'boolean' }],
		['a text or null', { type: ['string', 'null'] }, { type: 'string' }],
		[
			'a value or null in two variants',
			{ anyOf: [{ type: 'number' }, { type: 'null' }] },
			{ type: 'number' },
		],
		['several types', { type: ['string', 'number'] }, { type: 'string' }],
		['several variants', { oneOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'string' }],
		['no schema', {}, { type: 'string' }],
	])('shows %s', (_title, schema, field) => {
		const [shown] = toForm({ properties: { a_field: schema } });
		expect(shown).toMatchObject({ id: 'a_field', displayName: 'A Field', ...field });
	});

	test.each([
		['its title', 'CREATE DRAFT'],
		['its name', 'create_dr'],
	])('finds a tool by %s in the list (P10)', async (_title, filter) => {
		const { results } = await nodeWith().search('searchTools', { filter });
		const value = toolName('social_create_draft');
		expect(results).toEqual([{ name: `Create draft (${value})`, value }]);
	});
});

describe('agent: call a tool', () => {
	const fields = (name: string, value: IDataObject, schema: IDataObject[] = []) => ({
		toolName: byId(toolName(name)),
		toolArguments: { mappingMode: 'defineBelow', value, schema },
	});

	test("sends the fields of the form and returns a post in the node's usual format (P10, P26)", async () => {
		const schema = [
			{ id: 'accounts', type: 'array', required: true, display: true, displayName: 'Accounts' },
			{ id: 'proposedPublishAt', type: 'dateTime', required: false, display: true, displayName: 'P' },
		];
		const value = {
			accounts: JSON.stringify(draft.accounts),
			caption: '={{ $json.text }}',
			title: '',
			linkUrl: null,
			proposedPublishAt: '2026-02-01T10:00:00+01:00',
		};
		const [made] = await nodeWith().json('agent:callTool', fields('social_create_draft', value, schema), {
			items: itemsOf({ text: 'From the item' }),
		});
		expect(made).toMatchObject({ status: 'draft', routed: 'draft', caption: 'From the item' });
		expect(made).not.toHaveProperty('linkUrl');
		expect(lastCall()).toMatchObject({ accounts: draft.accounts, caption: 'From the item' });
		expect(lastCall()).not.toHaveProperty('title');
		expect(new Date(String(lastCall().proposedPublishAt)).toISOString()).toBe('2026-02-01T09:00:00.000Z');
	});

	test('accepts JSON and returns an item for each entry of a list', async () => {
		const found = await nodeWith().json('agent:callTool', json('social_list_accounts'));
		expect(found).toHaveLength(13);
		const [whole] = await nodeWith().json(
			'agent:callTool',
			json('social_list_accounts', {}, { simplify: false }),
		);
		expect(whole?.data).toHaveLength(13);
	});

	test('returns the text of a tool that returns no JSON', async () => {
		const [made] = await nodeWith().json('agent:callTool', json('social_create_draft', draft));
		const gone = await nodeWith().json('agent:callTool', json('social_delete_draft', { postId: made?.id }));
		expect(gone).toEqual([{ text: 'Delete draft: done.' }]);
	});

	test('creates one draft if n8n runs the node again (P71, D3)', async () => {
		const executionId = 'the-same';
		for (let attempt = 0; attempt < 2; attempt++) {
			await nodeWith().run('agent:callTool', json('social_create_draft', draft), { executionId });
		}
		expect(sandbox().posts()).toHaveLength(1);
		expect(lastCall().idempotencyKey).toMatch(/^n8n-/);
	});

	test.each<[string, IDataObject, RegExp, RegExp]>([
		[
			'the message of the tool',
			json('social_create_draft', { ...draft, accounts: [] }),
			/accounts: at least 1 item$/,
			/The tool (social_)?create_draft returned this error/,
		],
		[
			'an unknown tool',
			json('social_fly'),
			/no tool '(social_)?fly'/,
			/Use one of these tools: (social_)?list_accounts/,
		],
		['no tool', json(''), /'Tool' is empty/, /Choose/],
		['invalid JSON', json('social_list_accounts', '{'), /'Arguments \(JSON\)' isn't valid JSON/, /parser/],
	])('shows %s as the error (P97)', async (_title, parameters, message, description) => {
		const error = await nodeWith().error('agent:callTool', parameters);
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
	});
});
