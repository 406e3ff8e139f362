const names = (options: { name: string }[]) => options.map(({ name }) => name);

/** The parameters of a post with one override, and the path of a field in it. */
const inOverride = (channelId: string, field: string) => ({
	parameters: {
		resource: 'post',
		operation: 'create',
		overrides: 'common',
		channelOverrides: { channels: [{ channelId }] },
	},
	path: `parameters.channelOverrides.channels[0].${field}`,
});

describe('dropdowns in a real n8n', () => {
	beforeEach(async () => await testbed.sandbox.reset());

	test('show every channel with its network, handle and health (P14)', async () => {
		const options = await testbed.loadOptions({ methodName: 'getChannels', parameters: {} });

		expect(options).toHaveLength(13);
		expect(options).toContainEqual({
			name: 'TikTok: acmestudio',
			value: testbed.seed.channels.tiktok.id,
		});
		expect(names(options)).toContain('LinkedIn: Acme Careers (needs reconnecting)');
	});

	test('load the boards of the channel in the same entry (P20)', async () => {
		const { id } = testbed.seed.channels.pinterest;
		const { results } = await testbed.searchList({
			methodName: 'searchBoards',
			...inOverride(id, 'boardId'),
		});

		expect(names(results)).toEqual([
			'Interiors (public, 312 pins)',
			'Chairs (public, 48 pins)',
			'Ideas (secret, 7 pins)',
		]);
	});
});
