/** IDs for requests that don't reach a service. */
export const sampleIds = {
	post: '11111111-1111-4111-8111-111111111111',
	channel: '22222222-2222-4222-8222-222222222222',
	otherChannel: '33333333-3333-4333-8333-333333333333',
	asset: '44444444-4444-4444-8444-444444444444',
	queue: '55555555-5555-4555-8555-555555555555',
	cursor: '66666666-6666-4666-8666-666666666666',
};

/** A post as the service returns it, with only the fields that every service sends. */
export const samplePost = (changes: object = {}) => ({
	id: sampleIds.post,
	status: 'draft',
	caption: 'Hello',
	createdAt: '2026-01-05T09:00:00+00:00',
	updatedAt: '2026-01-05T09:00:00+00:00',
	channels: [],
	...changes,
});

/** A channel as the service lists it. */
export const sampleChannel = (changes: object = {}) => ({
	id: sampleIds.channel,
	platform: 'facebook',
	handle: 'Acme',
	avatarUrl: null,
	status: 'connected',
	needsReconnect: false,
	capabilities: {
		charLimit: 500,
		title: { supported: false, required: false, maxChars: null },
		firstComment: true,
		link: true,
		boardRequired: false,
		mediaRequired: null,
		optionsKey: null,
	},
	queues: [],
	...changes,
});
