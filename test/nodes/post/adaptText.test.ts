import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels } = seed;
const { bluesky, linkedin, devto } = channels;

const node = () => nodeFor(sandbox());
const settings = (values: IDataObject): IDataObject => ({ options: { adaptText: { settings: values } } });
const lastBody = () => sandbox().requests.findLast(({ method }) => method !== 'GET')?.body as IDataObject;
const channelsOf = ({ channels: all }: IDataObject) => all as IDataObject[];

const markdown = '## Our new showroom\n\nIt has **everything**. Read [the story](https://example.com/a).';
const plain = 'Our new showroom\n\nIt has everything. Read the story: https://example.com/a.';
const base = { channels: [linkedin.id, devto.id, bluesky.id], caption: markdown, title: 'Showroom' };

describe('Adapt Text', () => {
	test('is off without settings', async () => {
		const [created] = await node().json('post:create', { ...base, ...settings({}) });
		expect(lastBody()).not.toHaveProperty('perAccount');
		expect(channelsOf(created ?? {})[0]).not.toHaveProperty('textChanges');
	});

	test('converts Markdown for every network but dev.to, and keeps the caption as written', async () => {
		const [created = {}] = await node().json('post:create', {
			...base,
			...settings({ convertMarkdown: true }),
		});
		expect(lastBody()).toMatchObject({
			caption: markdown,
			perAccount: { [linkedin.id]: { caption: plain }, [bluesky.id]: { caption: plain } },
		});
		expect(channelsOf(created)).toMatchObject([
			{ platform: 'linkedin', caption: plain, textChanges: ['Markdown converted'] },
			{ platform: 'devto', caption: markdown, textChanges: [] },
			{ platform: 'bluesky', caption: plain, textChanges: ['Markdown converted'] },
		]);
	});

	test('shortens only where the text is too long, and keeps link and hashtags', async () => {
		const caption = `${'A long story about our showroom. '.repeat(12)}https://example.com/a #one #two #three`;
		const shorten = settings({ shorten: true, hashtagsMax: 2 });
		const [created = {}] = await node().json('post:create', { ...base, caption, ...shorten });
		const [onLinkedIn, , onBluesky] = channelsOf(created);
		expect(onLinkedIn).toMatchObject({ caption, textChanges: [] });
		expect(onBluesky?.caption).toMatch(/showroom\. … https:\/\/example\.com\/a #one #two$/);
		expect(String(onBluesky?.caption).length).toBeLessThanOrEqual(300);
		expect(onBluesky?.textChanges).toEqual([expect.stringMatching(/^Shortened from 434 to \d+ characters$/)]);
	});

	test('adds UTM parameters for each network, and to the link what is the same for all', async () => {
		const caption = 'See https://shop.example.com/x and https://other.org';
		const additionalFields = { linkUrl: 'https://example.com/y' };
		const utm = settings({ utmDomains: 'https://www.example.com/, example.net', utmMedium: 'social' });
		await node().json('post:create', { ...base, caption, additionalFields, ...utm });
		expect(lastBody()).toMatchObject({
			linkUrl: 'https://example.com/y?utm_medium=social',
			perAccount: {
				[bluesky.id]: {
					caption:
						'See https://shop.example.com/x?utm_source=bluesky&utm_medium=social and https://other.org',
				},
			},
		});
	});

	test.each([
		['leaves typed texts as they are', {}, '**Own**'],
		['also adapts typed texts if the user wants it', { includeTypedTexts: true }, 'Own'],
	])('%s', async (_title, more, caption) => {
		const channelOverrides = { channels: [{ channelId: bluesky.id, caption: '**Own**' }] };
		const parameters = { ...base, overrides: 'common', channelOverrides };
		await node().json('post:create', { ...parameters, ...settings({ convertMarkdown: true, ...more }) });
		expect(lastBody()).toMatchObject({ perAccount: { [bluesky.id]: { caption } } });
	});

	test('updates its own texts, and clears those that are no longer needed', async () => {
		const option = settings({ convertMarkdown: true });
		const [created] = await node().json('post:create', { ...base, ...option });
		const postId = created?.id as string;
		const update = async (updateFields: IDataObject) =>
			await node().json('post:update', { postId, updateFields, ...option });
		const [changed = {}] = await update({ caption: '**New**' });
		expect(channelsOf(changed).map(({ caption }) => caption)).toEqual(['New', '**New**', 'New']);
		const [cleared = {}] = await update({ caption: 'Plain' });
		expect(channelsOf(cleared).map(({ caption }) => caption)).toEqual(['Plain', 'Plain', 'Plain']);
		expect(lastBody()).toMatchObject({ perAccount: { [linkedin.id]: { caption: null } } });
		await update({ title: 'Another' });
		expect(lastBody()).toEqual({ title: 'Another' });
	});

	test('leaves a synced post alone whose text is the same', async () => {
		const option = settings({ convertMarkdown: true });
		const row = { ...base, delivery: 'at', publishAt: '2026-01-06T10:00:00' };
		const [first] = await node().json('post:upsert', { ...row, ...option });
		const [second] = await node().json('post:upsert', { ...row, ...option, postId: first?.id });
		expect(second).toMatchObject({ action: 'unchanged' });
		const [third] = await node().json('post:upsert', {
			...row,
			caption: 'Plain',
			...option,
			postId: first?.id,
		});
		expect(third).toMatchObject({ action: 'updated' });
		expect(channelsOf(third ?? {}).map(({ caption }) => caption)).toEqual(['Plain', 'Plain', 'Plain']);
	});

	test('shows the texts that Validate would send', async () => {
		const [verdict] = await node().json('post:validate', { ...base, ...settings({ convertMarkdown: true }) });
		expect(verdict?.adaptedTexts).toMatchObject([
			{
				channel: expect.stringContaining('LinkedIn'),
				field: 'caption',
				text: plain,
				changes: ['Markdown converted'],
			},
			{ channel: expect.stringContaining('Bluesky') },
		]);
	});

	test.each<[IDataObject, string]>([
		[{ utmDomains: 'example.com', utmCampaign: 'sale \uD83C' }, "'UTM: Campaign' has half an emoji"],
		[{ utmDomains: 'example.com', utmSource: '\uDF89' }, "'UTM: Source' has half an emoji"],
		[{ utmDomains: 'not a domain!' }, "'UTM Domains' can't be 'not a domain!'"],
		[{ shorten: true, hashtagsMax: -1 }, "'Shorten: Hashtags' can't be -1"],
		[{ shorten: 'perhaps' }, "'Shorten' can't be 'perhaps'"],
	])('rejects %j', async (values, message) => {
		const error = await node().error('post:create', { ...base, ...settings(values) });
		expect(error.message).toBe(message);
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('accepts switches and numbers as text, and settings from an expression', async () => {
		const items = itemsOf({ on: 'true', tags: '1' });
		const option = settings({ convertMarkdown: '={{ $json.on }}', hashtagsMax: '={{ $json.tags }}' });
		await node().json('post:create', { ...base, ...option }, { items });
		expect(lastBody()).toMatchObject({ perAccount: { [linkedin.id]: { caption: plain } } });
	});
});

/** Runs an operation and returns its output and the warnings above it. */
async function runWithHints(operation: string, parameters: IDataObject) {
	const { outputs, hints } = await node().result(`post:${operation}`, parameters);
	const warnings = hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
	return { output: outputs[0]?.[0]?.json ?? {}, warnings };
}

const option = settings({ convertMarkdown: true });
const row = { ...base, delivery: 'at', publishAt: '2026-01-06T10:00:00' };
const captionsOf = (post: IDataObject) => channelsOf(post).map(({ caption }) => caption);
const handle = (platform: string) => Object.values(channels).find((one) => one.platform === platform)?.handle;
const kept = (...networks: string[]) =>
	networks.length === 1
		? `${networks[0]} keeps a text of its own. To clear it, use 'Fields to Clear: Channel Overrides' in 'Update'.`
		: `${networks.join(' and ')} keep texts of their own. To clear them, use 'Fields to Clear: Channel Overrides' in 'Update'.`;

describe('texts of channels that Adapt Text made', () => {
	test.each([
		['update', (postId: string) => ({ postId: byId(postId), updateFields: { caption: 'New' } })],
		['upsert', (postId: string) => ({ ...row, postId: byId(postId), caption: 'New' })],
		['syncCalendar', (postId: string) => ({ ...row, postId: byId(postId), caption: 'New' })],
	])('stay and are named when the option is switched off, in %s', async (operation, changesOf) => {
		const delivery = operation === 'update' ? { delivery: 'draft' } : {};
		const [created] = await node().json('post:upsert', { ...row, ...delivery, ...option });
		const { output, warnings } = await runWithHints(operation, changesOf(String(created?.id)));
		expect(captionsOf(output)).toEqual([plain, 'New', plain]);
		const names = [`LinkedIn (${handle('linkedin')})`, `Bluesky (${handle('bluesky')})`];
		expect(warnings).toContain(kept(...names));
	});

	test('stay and are named when its settings were changed', async () => {
		const [created] = await node().json('post:create', { ...base, ...option });
		const { output, warnings } = await runWithHints('update', {
			postId: byId(String(created?.id)),
			updateFields: { caption: 'New **text**' },
			...settings({ utmDomains: 'example.com', utmMedium: 'social' }),
		});
		expect(captionsOf(output)[0]).toBe(plain);
		expect(warnings).toHaveLength(1);
	});
});

describe('a text that someone typed for a channel', () => {
	const typed = 'Typed **by hand**';
	const create = async (more: IDataObject = {}) => {
		const override = { caption: typed, firstComment: 'Own comment' };
		const options = { channelOverridesJson: { [linkedin.id]: override } };
		const channelIds = [linkedin.id, bluesky.id];
		const [created] = await node().json('post:create', { ...base, channels: channelIds, options, ...more });
		return byId(String(created?.id));
	};

	test.each([
		['the caption changes', { updateFields: { caption: 'New **text**' } }, [typed, 'New text']],
		[
			'a channel is added',
			{ updateFields: { channels: [linkedin.id, bluesky.id, channels.facebook.id] } },
			[typed, plain, plain],
		],
	])('stays when %s', async (_title, changes, captions) => {
		const { output } = await runWithHints('update', { postId: await create(), ...changes, ...option });
		expect(captionsOf(output)).toEqual(captions);
	});

	test('stays in Create or Update', async () => {
		const postId = await create();
		const post = { ...base, postId, channels: [linkedin.id, bluesky.id], caption: 'New **text**' };
		const { output, warnings } = await runWithHints('upsert', { ...post, ...option });
		expect(captionsOf(output)).toEqual([typed, 'New text']);
		expect(warnings).toEqual([kept(`LinkedIn (${handle('linkedin')})`)]);
	});

	test("is adapted with 'All Texts'", async () => {
		const { output } = await runWithHints('update', {
			postId: await create(),
			updateFields: { caption: 'New **text**' },
			...settings({ convertMarkdown: true, includeTypedTexts: true }),
		});
		expect(captionsOf(output)).toEqual(['Typed by hand', 'New text']);
	});

	test.each<[string, IDataObject]>([
		['the overrides of its channel', { channelOverridesJson: { [linkedin.id]: null } }],
		['all overrides', {}],
	])('is cleared with everything else when %s are, and adapted again', async (title, overrides) => {
		const { output } = await runWithHints('update', {
			postId: await create(),
			updateFields: { caption: 'New **text**' },
			...(title === 'all overrides' ? { clearFields: ['perAccount'] } : {}),
			options: { adaptText: { settings: { convertMarkdown: true } }, ...overrides },
		});
		expect(channelsOf(output)[0]).toMatchObject({ caption: 'New text' });
		expect(channelsOf(output)[0]).not.toHaveProperty('firstComment');
	});

	test('is cleared when its override is, and the channel gets no first comment of the post', async () => {
		const postId = await create({ channels: [linkedin.id, channels.youtube.id], media: 'none' });
		const { output } = await runWithHints('update', {
			postId,
			updateFields: { firstComment: 'For those that can' },
			options: { channelOverridesJson: { [channels.youtube.id]: null, [linkedin.id]: null } },
		});
		expect(channelsOf(output)[0]).toMatchObject({ caption: markdown, firstComment: 'For those that can' });
	});

	test('is cleared when its override is, with new options for the channel', async () => {
		const override = {
			caption: typed,
			options: { youtube: { madeForKids: true, privacyStatus: 'private' } },
		};
		const options = { channelOverridesJson: { [channels.youtube.id]: override } };
		const postId = await create({ channels: [channels.youtube.id], options });
		await runWithHints('update', {
			postId,
			overrides: 'all',
			channelOptions: { mappingMode: 'defineBelow', value: { 'youtube:privacyStatus': 'unlisted' } },
			options: { channelOverridesJson: { [channels.youtube.id]: null } },
		});
		expect(sandbox().post(postId.value).channels[0]).toMatchObject({
			caption: null,
			options: { youtube: { privacyStatus: 'unlisted' } },
		});
		expect(JSON.stringify(sandbox().post(postId.value).channels[0]?.options)).not.toContain('madeForKids');
	});
});

describe('a long text with Markdown in every network', () => {
	const link = 'https://example.com/a_b?c=1';
	/** Longer than any network accepts, and longer than all but Facebook and dev.to accept. */
	const [longest, long] = [101_000, 6_000];
	const textOf = (sentence: string, length: number): string => {
		const sentences = `**${sentence}** *${sentence}* `.repeat(length / sentence.length / 2);
		return `## ${sentence}\n\n${sentences}\n\n[${sentence}](${link}) #launch #news`;
	};
	const { facebook, instagram, threads, tiktok, youtube, pinterest, mastodon, googleBusiness } = channels;
	const textOnly = [facebook, threads, linkedin, bluesky, mastodon, googleBusiness, devto];
	const every = [...textOnly, instagram, tiktok, youtube, pinterest];

	test.each([
		['Latin with combining marks and emoji', 'Das cafe\u0301 öffnet 👨‍👩‍👧‍👦 🇩🇪.', longest],
		['Cyrillic', 'Новый день начинается.', long],
		['Arabic', 'أهلاً بالعالم الجديد.', long],
		['Hebrew', 'שלום עולם חדש.', long],
		['Chinese', '我们的新产品今天发布。', long],
		['Devanagari', 'नमस्ते नई दुनिया।', long],
	])('%s is accepted, keeps its link, and has no marks', async (_title, sentence, length) => {
		const caption = textOf(sentence, length);
		const post = { caption, title: 'Launch', ...settings({ convertMarkdown: true, shorten: true }) };
		const [validated = {}] = await node().json('post:validate', {
			...post,
			channels: every.map(({ id }) => id),
		});
		const findings = [...(validated.errors as IDataObject[]), ...(validated.warnings as IDataObject[])];
		expect(findings.filter(({ message }) => /characters/.test(String(message)))).toEqual([]);
		const [created = {}] = await node().json('post:create', {
			...post,
			channels: textOnly.map(({ id }) => id),
			delivery: 'queue',
		});
		expect(created.status).toBe('queued');
		for (const { platform, caption: shown } of channelsOf(created)) {
			expect([platform, String(shown).includes(link)]).toEqual([platform, true]);
			if (platform !== 'devto') expect(String(shown)).not.toMatch(/\*\*|^##|\]\(/m);
		}
	});
});
