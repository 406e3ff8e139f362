import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys, media } = seed;
const { facebook, tiktok, youtube, pinterest, devto, bluesky } = channels;
const node = () => nodeFor({ url: sandbox().url, key: keys.full });
const all = [facebook, tiktok, youtube, pinterest, devto, bluesky].map(({ id }) => id);
const create = (channelOverrides: IDataObject, channelOverridesJson: unknown = ''): IDataObject => ({
	channels: all,
	caption: 'Hi',
	channelOverrides,
	channelOverridesJson: channelOverridesJson as string,
});

describe('what the user has to mend', () => {
	test.each<[string, IDataObject, unknown, string, string | RegExp]>([
		[
			'an entry without a channel (P34)',
			{ texts: [{ channelId: '', fields: { caption: 'C' } }] },
			'',
			"An entry of 'Channel Overrides' (Any Channel: Texts) has no channel",
			'Choose a channel in it, or remove it',
		],
		[
			'the same value twice (P34)',
			{
				texts: [
					{ channelId: facebook.id, fields: { firstComment: 'A' } },
					{ channelId: facebook.id, fields: { firstComment: 'B' } },
				],
			},
			'',
			`'Channel Overrides' sets 'First Comment' of channel '${facebook.id}' twice`,
			'Keep one of the two, so that it is clear which holds',
		],
		[
			'the same option twice (P35)',
			{
				tiktok: [
					{ channelId: tiktok.id, settings: { allowDuet: true } },
					{ channelId: tiktok.id, settings: { allowDuet: false } },
				],
			},
			'',
			`'Channel Overrides' sets 'Allow Duets' of channel '${tiktok.id}' twice`,
			'Keep one of the two, so that it is clear which holds',
		],
		[
			'two thumbnails (P37)',
			{
				youtube: [
					{ channelId: youtube.id, settings: { thumbnailAssetId: media.image, thumbnailCoverFrame: true } },
				],
			},
			'',
			"'Thumbnail Asset ID' and 'Thumbnail From Cover Frame' are both set",
			'Choose one of them: a video has one thumbnail',
		],
		[
			'broken JSON (P34)',
			{},
			'{ "a": ',
			"'Channel Overrides (JSON)' is not valid JSON",
			/^Check quotes, commas and brackets\. The parser says: /,
		],
		[
			'a list of JSON (P34)',
			{},
			'[]',
			"'Channel Overrides (JSON)' is not a JSON object",
			`Write 'Channel Overrides (JSON)' as { "name": value }`,
		],
		[
			'JSON by a name that is no id (P34)',
			{},
			'{ "facebook": {} }',
			"'Channel Overrides' names 'facebook', which is not a UUID",
			/^Nothing was sent/,
		],
		[
			'JSON with an unknown option (P39)',
			{},
			JSON.stringify({ [tiktok.id]: { options: { tiktok: { music: 1 } } } }),
			`'Channel Overrides' of channel '${tiktok.id}' has no property 'music'`,
			/^Nothing was sent/,
		],
		[
			'a value of another type (P35)',
			{},
			JSON.stringify({ [tiktok.id]: { options: { tiktok: { coverMs: '5' } } } }),
			`'Channel Overrides > Cover Position (Ms)' of channel '${tiktok.id}' must be a whole number`,
			/^Nothing was sent/,
		],
		[
			'a switch that is a text (P35)',
			{ tiktok: [{ channelId: tiktok.id, settings: { allowStitch: '={{ "yes" }}' } }] },
			'',
			`'Channel Overrides > Allow Stitches' of channel '${tiktok.id}' must be true or false`,
			/^Nothing was sent/,
		],
		[
			'a privacy level that is none (P22)',
			{ tiktok: [{ channelId: tiktok.id, privacyLevel: 'NOBODY' }] },
			'',
			`'Channel Overrides > Privacy Level' of channel '${tiktok.id}' must be one of 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'PUBLIC_TO_EVERYONE', 'SELF_ONLY'`,
			/^Nothing was sent/,
		],
		[
			'a tag that is too long (P36)',
			{ devto: [{ channelId: devto.id, settings: { tags: `ok,${'x'.repeat(101)}` } }] },
			'',
			`'Channel Overrides > Tags' (entry 2) of channel '${devto.id}' is longer than 100 characters`,
			/^Nothing was sent/,
		],
	])('%s (D7)', async (_title, form, json, message, description) => {
		const error = await node().error('post:create', create(form, json));
		expect(error.message).toBe(message);
		expect(error.description).toEqual(
			typeof description === 'string' ? description : expect.stringMatching(description),
		);
		expect(sandbox().posts()).toEqual([]);
	});

	test.each<[string, IDataObject, RegExp]>([
		[
			'a privacy level that this creator may not use (P22)',
			{ tiktok: [{ channelId: tiktok.id, privacyLevel: 'FOLLOWER_OF_CREATOR' }] },
			/this creator may not use FOLLOWER_OF_CREATOR/,
		],
		[
			'a first comment where none is taken (P69)',
			{ texts: [{ channelId: youtube.id, fields: { firstComment: 'C' } }] },
			/youtube channels take none/,
		],
	])('%s is refused by the service, in its own words (P102)', async (_title, form, words) => {
		const error = await node().error('post:create', create(form));
		expect(error.message).toBe('The service refused the content');
		expect(error.description).toMatch(words);
	});
});
