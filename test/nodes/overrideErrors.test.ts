import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../sandbox';
import { nodeFor } from '../support/publishingNode';
import { useSandbox } from '../support/useSandbox';

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
			'P34 an entry without a channel',
			{ texts: [{ channelId: '', fields: { caption: 'C' } }] },
			'',
			"An entry of 'Channel Overrides' (Any Channel: Texts) has no channel",
			'Choose a channel in it, or remove it',
		],
		[
			'P34 the same value twice',
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
			'P35 the same option twice',
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
			'P37 two thumbnails',
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
			'P34 broken JSON',
			{},
			'{ "a": ',
			"'Channel Overrides (JSON)' is not valid JSON",
			/^Check quotes, commas and brackets\. The parser says: /,
		],
		[
			'P34 a list of JSON',
			{},
			'[]',
			"'Channel Overrides (JSON)' is not a JSON object",
			`Write 'Channel Overrides (JSON)' as { "name": value }`,
		],
		[
			'P34 JSON by a name that is no id',
			{},
			'{ "facebook": {} }',
			"'Channel Overrides' names 'facebook', which is not a UUID",
			/^Nothing was sent/,
		],
		[
			'P39 JSON with an unknown option',
			{},
			JSON.stringify({ [tiktok.id]: { options: { tiktok: { music: 1 } } } }),
			`'Channel Overrides' of channel '${tiktok.id}' has no property 'music'`,
			/^Nothing was sent/,
		],
		[
			'P35 a value of another type',
			{},
			JSON.stringify({ [tiktok.id]: { options: { tiktok: { coverMs: '5' } } } }),
			`'Channel Overrides > Cover Position (Ms)' of channel '${tiktok.id}' must be a whole number`,
			/^Nothing was sent/,
		],
		[
			'P35 a switch that is a text',
			{ tiktok: [{ channelId: tiktok.id, settings: { allowStitch: '={{ "yes" }}' } }] },
			'',
			`'Channel Overrides > Allow Stitches' of channel '${tiktok.id}' must be true or false`,
			/^Nothing was sent/,
		],
		[
			'P22 a privacy level that is none',
			{ tiktok: [{ channelId: tiktok.id, privacyLevel: 'NOBODY' }] },
			'',
			`'Channel Overrides > Privacy Level' of channel '${tiktok.id}' must be one of 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'PUBLIC_TO_EVERYONE', 'SELF_ONLY'`,
			/^Nothing was sent/,
		],
		[
			'P36 a tag that is too long',
			{ devto: [{ channelId: devto.id, settings: { tags: `ok,${'x'.repeat(101)}` } }] },
			'',
			`'Channel Overrides > Tags' (entry 2) of channel '${devto.id}' is longer than 100 characters`,
			/^Nothing was sent/,
		],
	])('D7 %s', async (_title, form, json, message, description) => {
		const error = await node().error('post:create', create(form, json));
		expect(error.message).toBe(message);
		expect(error.description).toEqual(
			typeof description === 'string' ? description : expect.stringMatching(description),
		);
		expect(sandbox().posts()).toEqual([]);
	});

	test.each<[string, IDataObject, RegExp]>([
		[
			'P22 a privacy level that this creator may not use',
			{ tiktok: [{ channelId: tiktok.id, privacyLevel: 'FOLLOWER_OF_CREATOR' }] },
			/this creator may not use FOLLOWER_OF_CREATOR/,
		],
		[
			'P69 a first comment where none is taken',
			{ texts: [{ channelId: youtube.id, fields: { firstComment: 'C' } }] },
			/youtube channels take none/,
		],
	])('P102 %s is refused by the service, in its own words', async (_title, form, words) => {
		const error = await node().error('post:create', create(form));
		expect(error.message).toBe('The service refused the content');
		expect(error.description).toMatch(words);
	});
});
