import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const { channels, keys, media } = seed;
const { tiktok, youtube } = channels;

// The schema of `options.<optionsKey>` by itself, and inside of that of `options`.
describe.each(['entry', 'options'] as const)("'optionsSchema' in the shape '%s' (N41)", (optionsSchema) => {
	const sandbox = useSandbox({ seed: 'default', variants: { optionsSchema } });
	const node = () => nodeFor({ url: sandbox().url, key: keys.full });
	const parameters = { resource: 'post', operation: 'create', channels: [tiktok.id, youtube.id] };
	const create = (value: IDataObject): IDataObject => ({
		channels: [tiktok.id],
		caption: 'Hi',
		additionalFields: { mediaAssetIds: media.video },
		channelOptions: { mappingMode: 'defineBelow', value },
		options: { checkFirst: true },
	});

	test('the form has a field for each option (P14, P35)', async () => {
		const { fields } = await node().form('getChannelOptions', { parameters });
		const ids = fields.map(({ id }) => id);
		expect(ids).toEqual(
			expect.arrayContaining([`${tiktok.id}:tiktok:privacyLevel`, `${youtube.id}:youtube:tags`]),
		);
		expect(ids).not.toContain(`${tiktok.id}:tiktok:tiktok`);
	});

	test('the check finds nothing wrong with a good post, which is sent (P14)', async () => {
		const options = { [`${tiktok.id}:tiktok:privacyLevel`]: 'SELF_ONLY' };
		await node().json('post:create', create(options));
		expect((sandbox().requests.at(-1)?.body as IDataObject).perAccount).toEqual({
			[tiktok.id]: { options: { tiktok: { privacyLevel: 'SELF_ONLY' } } },
		});
	});

	test.each<[string, IDataObject, string]>([
		['a value that is not allowed', { privacyLevel: 'NOBODY' }, 'must be one of PUBLIC_TO_EVERYONE'],
		['an option that is not there', { sparkle: true }, 'is not known to this channel'],
	])('the check finds %s (P14)', async (_title, values, problem) => {
		const entries = Object.entries(values).map(([name, value]) => [`${tiktok.id}:tiktok:${name}`, value]);
		const options = Object.fromEntries(entries) as IDataObject;
		const error = await node().error('post:create', create(options));
		expect(JSON.stringify(error.context.facts)).toContain(problem);
	});

	test('a channel comes out with the schema of its own options (P14)', async () => {
		const [channel] = await node().json('channel:get', { channelId: byId(tiktok.id) });
		const { properties } = channel?.optionsSchema as { properties: IDataObject };
		expect(Object.keys(properties)).toContain('privacyLevel');
	});
});
