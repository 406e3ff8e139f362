import { seed } from '../../../sandbox';
import { connectionWords } from '../../support/profile';
import { clientOf, errorOf } from '../../support/publishingClient';
import { useRecordingServer } from '../../support/useRecordingServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const server = useRecordingServer();
const { channels, keys, queues } = seed;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });

describe('channels', () => {
	test('include health, capabilities and the schema of its options (P14, P16, P18)', async () => {
		sandbox().vary({ optionalFields: 'sent' });
		expect(await clientWith().accounts.get(channels.tiktok.id)).toMatchObject({
			...channels.tiktok,
			avatarUrl: expect.stringContaining('https://'),
			status: connectionWords.connected,
			needsReconnect: false,
			capabilities: {
				charLimit: 2200,
				title: { supported: false, required: false, maxChars: null },
				firstComment: false,
				link: false,
				boardRequired: false,
				mediaRequired: 'visual',
				optionsKey: 'tiktok',
			},
			optionsSchema: { type: 'object' },
			queues: [],
		});
	});

	test.each([
		[
			'has named queues, never the Main queue (P15, P19)',
			channels.facebook.id,
			{
				queues: [
					{ id: queues.facebookMornings.id, name: 'Mornings', categoryId: null },
					{ id: queues.facebookCampaign.id, name: 'Campaign', categoryId: expect.any(String) },
				],
			},
		],
	])('%s', async (_title, id, expected) => {
		sandbox().vary({ optionalFields: 'sent' });
		expect(await clientWith().accounts.get(id)).toMatchObject(expected);
	});

	test("are read once per run, and a caller's changes don't affect others", async () => {
		const { accounts, me } = clientOf({ baseUrl: sandbox().url, key: keys.full, remembersWorkspace: true });
		const { id } = channels.tiktok;
		(await accounts.get(id)).handle = '@changed';
		for (const channel of await accounts.list()) channel.handle = '@changed';
		expect((await accounts.get(id)).handle).not.toBe('@changed');
		expect((await accounts.list()).map(({ handle }) => handle)).not.toContain('@changed');
		expect(sandbox().requests).toHaveLength(1);
		const { workspace } = await me();
		workspace.name = 'Changed';
		expect((await me()).workspace.name).not.toBe('Changed');
		expect(sandbox().requests).toHaveLength(2);
	});

	test("aren't found if the key can't use them (P88, P99)", async () => {
		const error = await errorOf(clientWith(keys.limited).accounts.get(channels.tiktok.id));
		expect(error).toMatchObject({ name: 'NotFoundError', statusCode: 404 });
		expect(error.message).toContain(channels.tiktok.id);
	});
});

describe('data of networks about a channel', () => {
	test("shows a creator who can't post now, with absent values (P21, P23)", async () => {
		const info = {
			username: 'acme',
			nickname: 'Acme',
			privacyLevelOptions: [],
			commentDisabled: true,
			duetDisabled: true,
			stitchDisabled: true,
			maxVideoPostDurationSec: null,
			canPost: false,
			cannotPostReason: 'Too many posts today',
		};
		server().answerWith({ body: info });
		const { accounts } = clientOf({ baseUrl: server().url });
		expect(await accounts.tikTokCreatorInfo(channels.tiktok.id)).toEqual(info);
	});
});
