import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { seed } from '../../sandbox';
import { useBinaryMode, storeBinary } from '../support/n8nBinary';
import { nodeFor } from '../support/nodeUnderTest';
import { unusedAddress } from '../support/recordingServer';
import { useSandbox } from '../support/useSandbox';
import { usualMistakes, type MistakeName } from './usualMistakes';

const sandbox = useSandbox({ seed: 'default' });
const { channels, media } = seed;

/** What is wrong: a value of the form, the item, the key, or the address. */
const made: Record<
	MistakeName,
	{ parameters?: IDataObject; json?: IDataObject; key?: string; url?: () => Promise<string> }
> = {
	wrongKey: { key: 'not-a-key' },
	wrongAddress: { url: async () => 'http://publishing.invalid' },
	stoppedService: { url: unusedAddress },
	emptyText: { parameters: { caption: '' } },
	noChannel: { parameters: { channels: '={{ [] }}' } },
	pastTime: { parameters: { delivery: 'at', publishAt: '2020-01-01T09:00:00' } },
	tooLong: { parameters: { caption: 'Our new showroom opens tomorrow. '.repeat(10) } },
	noBoard: {
		parameters: { channels: [channels.pinterest.id], media: 'assets', mediaAssetIds: media.image },
	},
	disconnectedChannel: { parameters: { channels: [channels.linkedinBroken.id] } },
	wrongFile: { parameters: { media: 'binary', binaryPropertyName: 'data' } },
	missingFile: { parameters: { media: 'binary', binaryPropertyName: 'photo' } },
	deadLink: { parameters: { media: 'url', mediaUrl: 'https://media.invalid/photo.jpg' } },
	emptyExpression: { parameters: { caption: '={{ $json.nothing }}' } },
	failedItem: { parameters: { caption: '={{ $json.text }}' }, json: { error: 'The file was not found' } },
	unknownName: { parameters: { channels: '={{ ["facebok"] }}' } },
};

let binary: INodeExecutionData['binary'];
beforeAll(async () => {
	await useBinaryMode('default');
	const file = { fileName: 'notes.txt', mimeType: 'text/plain' };
	binary = { data: await storeBinary(Buffer.from('Just text'), file) };
});

test.each(Object.entries(made))(
	'the page of errors says what the node says: %s',
	async (name, { parameters, json = {}, key, url }) => {
		const node = nodeFor({ ...sandbox(), url: (await url?.()) ?? sandbox().url }, { key });
		const hello = { channels: [channels.bluesky.id], caption: 'Hello', delivery: 'now', ...parameters };
		const items = [{ json, binary }];
		const { title, advice } = usualMistakes[name as MistakeName];
		expect(await node.error('post:create', hello, { items, timezone: 'UTC' })).toMatchObject({
			message: title,
			description: advice,
		});
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	},
);
