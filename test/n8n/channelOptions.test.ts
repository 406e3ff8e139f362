import type { Locator } from 'playwright-core';
import { channelOptionsFields } from '../../nodes/SocialPublishing/options/channelOptions';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { Editor } from './support/editor';
import { listValue } from './support/listValue';

const start = {
	id: '3c9a2f10-6b1d-4f0a-8e55-0c5c5a1e0001',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const social = (parameters: object) => ({
	id: '3c9a2f10-6b1d-4f0a-8e55-0c5c5a1e0002',
	name: 'Post',
	type: testbed.nodeType,
	typeVersion: 1,
	position: [220, 0],
	credentials: { socialPublishingApi: { id: null, name: '' } },
	parameters: {
		resource: 'post',
		operation: 'create',
		caption: 'By the form',
		overrides: 'all',
		...parameters,
	},
});

type Credential = Parameters<typeof testbed.saveWorkflow>[1];

const { seed } = testbed;
const { facebook, tiktok, youtube } = seed.channels;

/** The labels of all fields of the node. */
const names = new Set(new SocialPublishing().description.properties.map(({ displayName }) => displayName));

/** The entry of n8n's menu that the description of 'Network Options' names. */
const [, refreshEntry = ''] =
	/choose (Refresh [\w ]+) in the menu/.exec(
		channelOptionsFields.map(({ description }) => description).join(),
	) ?? [];

describe('the form of a post in the editor of a real n8n', () => {
	let editor: Editor;
	let opened = 0;

	beforeAll(async () => {
		await testbed.sandbox.reset();
		editor = await Editor.open();
		await editor.page.setViewportSize({ width: 1440, height: 1300 });
	});
	afterAll(async () => await editor.close());

	async function open(parameters: object, credential?: Credential): Promise<void> {
		const workflow = {
			name: `Channel options ${String(++opened)}`,
			nodes: [start, social(parameters)],
			connections: { Start: { main: [[{ node: 'Post', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		};
		await editor.openWorkflow(await testbed.saveWorkflow(workflow, credential), 'Post');
		await editor.openNode('Post');
	}

	const form = (): Locator => editor.page.getByTestId('resource-mapper-container');
	const notice = (text: string): Locator => form().getByTestId('empty-fields-notice').getByText(text);

	async function fillIn(): Promise<void> {
		await editor.openOptions('tiktok:privacyLevel');
		await editor.pick('Only Me');
		await editor.openOptions('tiktok:aiGenerated');
		await editor.pick('Yes');
	}

	test('shows only the fields of every post at first', async () => {
		await open({ overrides: 'none', caption: '' });
		await editor.screenshot('options-0-first-sight');
		const lines = (await editor.page.getByTestId('ndv').innerText()).split('\n');
		// The name of the node comes before its fields.
		const fields = lines.slice(lines.indexOf('Resource'));
		expect(fields.filter((line) => names.has(line))).toEqual([
			'Resource',
			'Operation',
			'Channel Names or IDs',
			'Caption',
			'Media',
			'Delivery',
			'Additional Fields',
			'Channel Overrides',
			'Simplify',
			'Options',
		]);
	});

	test('builds the form from the channels and sends the values entered (P14, P35)', async () => {
		await open({ channels: [listValue(tiktok)] });
		await fillIn();
		await editor.screenshot('options-1-form');

		expect(await editor.executeStep()).toBe('success');
		const [post] = await testbed.sandbox.posts();
		const stored = { privacyLevel: 'SELF_ONLY', aiGenerated: true };
		expect(post?.channels).toEqual([expect.objectContaining({ options: { tiktok: stored } })]);
	});

	test('keeps the values entered when channels are added and removed, and adds the new options (P14)', async () => {
		const privacy = editor.page.getByTestId('parameter-input-tiktok:privacyLevel');
		await editor.openOptions('channels');
		await editor.pick('YouTube: Acme Studio TV');
		await editor.pick('TikTok: acmestudio');
		await editor.page.keyboard.press('Tab');
		await editor.page.getByTestId('ndv-close-button').click();
		await editor.openNode('Post');
		await editor.openOptions('youtube:madeForKids');
		await editor.screenshot('options-2-other-channels');
		await editor.pick('No');
		await editor.openOptions('channels');
		await editor.pick('TikTok: acmestudio');
		await editor.page.keyboard.press('Tab');
		expect(await privacy.locator('input').first().inputValue()).toBe('Only Me');
		await editor.page.getByTestId('parameter-input-youtube:madeForKids').waitFor();
		await editor.screenshot('options-3-kept');

		expect(await editor.executeStep()).toBe('success');
		const [post] = await testbed.sandbox.posts();
		const options = Object.fromEntries(
			(post?.channels ?? []).map((channel) => [channel.accountId, channel.options]),
		);
		expect(options).toEqual({
			[tiktok.id]: { tiktok: { privacyLevel: 'SELF_ONLY', aiGenerated: true } },
			[youtube.id]: { youtube: { madeForKids: false } },
		});
	});

	test('loads the options of other channels with the entry of the menu that the description names, and keeps the values entered (P14)', async () => {
		await open({ channels: [listValue(tiktok)] });
		await editor.openOptions('tiktok:privacyLevel');
		await editor.pick('Only Me');
		await editor.openOptions('channels');
		await editor.pick('YouTube: Acme Studio TV');
		await editor.page.keyboard.press('Tab');
		await form().getByTestId('action-toggle').first().click();
		await editor.page.getByRole('menuitem', { name: refreshEntry, exact: true }).click();
		await editor.page.getByTestId('parameter-input-youtube:madeForKids').waitFor();
		const privacy = editor.page.getByTestId('parameter-input-tiktok:privacyLevel');
		expect(await privacy.locator('input').first().inputValue()).toBe('Only Me');
		await editor.screenshot('options-3-refreshed');
	});

	test('offers the known options of a network for which the service describes none (P14, P38)', async () => {
		const { sandboxUrl: baseUrl } = testbed;
		const limited = await testbed.saveCredential({ baseUrl, apiKey: seed.keys.limited }, 'Two channels');
		await open({ channels: [listValue(facebook)] }, limited);
		await editor.openOptions('facebook:publishAs');
		await editor.screenshot('options-4-known');
		await editor.pick('Reel');
	});

	test('shows the values an AI builder set, and no switch turned on without a value (P14)', async () => {
		const value = { 'tiktok:privacyLevel': 'SELF_ONLY' };
		await open({ channels: [listValue(tiktok)], channelOptions: { mappingMode: 'defineBelow', value } });
		await editor.openOptions('tiktok:aiGenerated');
		await editor.screenshot('options-5-by-builder');
		await editor.pick('Yes');
		const privacy = editor.page.getByTestId('parameter-input-tiktok:privacyLevel');
		expect(await privacy.locator('input').first().inputValue()).toBe('Only Me');
		expect(await form().locator('.el-switch').count()).toBe(0);

		expect(await editor.executeStep()).toBe('success');
		const [post] = await testbed.sandbox.posts();
		const stored = { privacyLevel: 'SELF_ONLY', aiGenerated: true };
		expect(post?.channels).toEqual([expect.objectContaining({ options: { tiktok: stored } })]);
	});

	test.each([
		['publish-videos-from-form', 'Publish on three channels', ['tiktok', 'youtube']],
		[
			'publish-drive-videos-to-shorts-reels-and-tiktok',
			'Publish the video',
			['facebook', 'tiktok', 'youtube'],
		],
	])('shows only the options of its channels in the example %s', async (example, name, networks) => {
		await editor.openWorkflow(await testbed.saveWorkflow(testbed.readExample(example)), name);
		await editor.openNode(name);
		await form().locator('[data-test-id^="remove-field-button-"]').first().waitFor();
		await editor.formIsFilled();
		const buttons = await form().locator('[data-test-id^="remove-field-button-"]').all();
		const shown = await Promise.all(buttons.map(async (button) => await button.getAttribute('data-test-id')));
		const ids = shown.map((id) => id?.replace('remove-field-button-', '') ?? '');
		expect([...new Set(ids.map((id) => id.split(':')[0]))].sort()).toEqual(networks);
	});

	test('explains how to fix an invalid key, and keeps the form (P91)', async () => {
		const { sandboxUrl: baseUrl } = testbed;
		const expired = await testbed.saveCredential({ baseUrl, apiKey: seed.keys.expired }, 'Expired key');
		await open({ channels: [tiktok.id] }, expired);
		await notice('Check the API key and').waitFor();
		await editor.screenshot('options-6-wrong-key');
	});

	test('reports no errors in the pages', () => {
		expect(editor.pageErrors).toEqual([]);
	});
});
