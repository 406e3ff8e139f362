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
		expect(names(options)).toContain('LinkedIn: Acme Careers (needs reconnect)');
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

	test('load the queues of a channel with the Main queue first (P15, P19)', async () => {
		const { id } = testbed.seed.channels.facebook;
		const { results } = await testbed.searchList({
			methodName: 'searchQueues',
			parameters: { delivery: 'queue', queues: { queue: [{ channelId: id }] } },
			path: 'parameters.queues.queue[0].queueId',
		});

		expect(names(results)).toEqual(['Main Queue', 'Mornings', 'Campaign']);
	});

	test('find posts by caption and show their status (P62)', async () => {
		const { results } = await testbed.searchList({
			methodName: 'searchPosts',
			parameters: { resource: 'post', operation: 'get' },
			path: 'parameters.postId',
			filter: 'workshop',
		});

		expect(results).toEqual([
			expect.objectContaining({
				name: expect.stringMatching(/^Published · .* · We are back from the workshop\.$/) as string,
				value: testbed.seed.posts.published,
			}),
		]);
	});

	test('explain an invalid key (P91)', async () => {
		const { sandboxUrl, seed } = testbed;
		const expired = await testbed.saveCredential(
			{ baseUrl: sandboxUrl, apiKey: seed.keys.expired },
			'Expired key',
		);
		const loading = testbed.loadOptions({ methodName: 'getChannels', parameters: {} }, expired);

		await expect(loading).rejects.toThrow(/API key/i);
	});
});
