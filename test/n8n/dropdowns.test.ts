const names = (options: { name: string }[]) => options.map(({ name }) => name);

/** The parameters of a post with one override, and the path of a field in it. */
const inOverride = (group: string, channelId: string, field: string) => ({
	parameters: { resource: 'post', operation: 'create', channelOverrides: { [group]: [{ channelId }] } },
	path: `parameters.channelOverrides.${group}[0].${field}`,
});

describe('dropdowns in a real n8n', () => {
	beforeEach(async () => await testbed.sandbox.reset());

	it('P14 shows every channel with its network, handle and health', async () => {
		const options = await testbed.loadOptions({ methodName: 'getChannels', parameters: {} });

		expect(options).toHaveLength(13);
		expect(options).toContainEqual({
			name: 'TikTok: acmestudio',
			value: testbed.seed.channels.tiktok.id,
		});
		expect(names(options)).toContain('LinkedIn: Acme Careers (needs reconnect)');
	});

	it.each([
		['P20 boards', 'pinterest', 'pinterest', 'boardId', 'searchBoards', ['Interiors', 'Recipes', 'Ideas']],
		[
			'P21 P22 privacy levels',
			'tiktok',
			'tiktok',
			'privacyLevel',
			'searchTikTokPrivacyLevels',
			['Everyone', 'Friends', 'Only Me'],
		],
	] as const)(
		'loads the %s of the channel chosen beside it',
		async (_, group, channel, field, methodName, expected) => {
			const { id } = testbed.seed.channels[channel];
			const { results } = await testbed.searchList({ methodName, ...inOverride(group, id, field) });

			expect(names(results)).toEqual(expected);
		},
	);

	it('P24 loads the categories of the YouTube channel chosen beside it', async () => {
		const { id } = testbed.seed.channels.youtube;
		const { results } = await testbed.searchList({
			methodName: 'searchYouTubeCategories',
			...inOverride('youtube', id, 'categoryId'),
		});

		expect(results).toContainEqual({ name: 'Howto & Style', value: '26' });
	});

	it('P15 P19 loads the queues of a channel, the Main queue first', async () => {
		const { id } = testbed.seed.channels.facebook;
		const { results } = await testbed.searchList({
			methodName: 'searchQueues',
			parameters: { delivery: 'queue', queues: { queue: [{ channelId: id }] } },
			path: 'parameters.queues.queue[0].queueId',
		});

		expect(names(results)).toEqual(['Main Queue', 'Mornings', 'Campaign']);
	});

	it('P62 finds posts by their caption and shows their status', async () => {
		const { results } = await testbed.searchList({
			methodName: 'searchPosts',
			parameters: { resource: 'post', operation: 'get' },
			path: 'parameters.postId',
			filter: 'workshop',
		});

		expect(results).toEqual([
			expect.objectContaining({
				name: 'We are back from the workshop. (Published)',
				value: testbed.seed.posts.published,
			}),
		]);
	});

	it('P91 says in the dropdown what is wrong with the key', async () => {
		const { sandboxUrl, seed } = testbed;
		const expired = await testbed.saveCredential(
			{ baseUrl: sandboxUrl, apiKey: seed.keys.expired },
			'Expired key',
		);
		const loading = testbed.loadOptions({ methodName: 'getChannels', parameters: {} }, expired);

		await expect(loading).rejects.toThrow(/API key/i);
	});
});
