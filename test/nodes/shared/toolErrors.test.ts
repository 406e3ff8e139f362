import type { INodeParameters } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { callers, type Ended } from '../../support/callers';
import { byId } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });

const tools = callers.filter(({ name }) => /Agent|MCP/.test(name));

/** All that a model sees of a failed call, which is the error's message or n8n's text in place of the result. */
const textOf = (ended: Ended | undefined): string => {
	if (ended === undefined) return '';
	return 'error' in ended ? (ended.error as Error).message : JSON.stringify(ended.items);
};

const create = {
	operation: 'create',
	caption: 'The showroom opens tomorrow.',
	delivery: 'now',
	draftsAndReviewOnly: false,
};

/** The most common mistakes of models, with the advice they get. */
const mistakes: Array<[mistake: string, parameters: INodeParameters, answer: string[]]> = [
	[
		"a channel that doesn't exist",
		{ ...create, channels: 'LinkedInn' },
		["'LinkedInn' isn't the name or ID of a channel", 'LinkedIn: Acme Studio; LinkedIn: Acme Careers'],
	],
	[
		'a name that matches two channels',
		{ ...create, channels: 'pinterest' },
		[
			"'pinterest' in 'Channel Names or IDs' matches 2 channels: Pinterest: acmestudio; Pinterest: acme_workshop",
			'Use one of these names',
		],
	],
	[
		'a text that is too long for a channel',
		{ ...create, channels: 'bluesky', caption: 'x'.repeat(301) },
		["'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters", 'Nothing was sent. Fix this'],
	],
	[
		'a missing image',
		{ ...create, channels: 'instagram' },
		["'Media' for Instagram (acme.studio) must have an image or a video", 'Nothing was sent. Fix this'],
	],
	[
		'a time in the past',
		{ ...create, channels: 'bluesky', delivery: 'at', publishAt: '2020-01-01T00:00:00Z' },
		["'Publish At' is in the past (2020-01-01T00:00:00+00:00)", 'Nothing was sent. Fix this'],
	],
	[
		'a missing time',
		{ ...create, channels: 'bluesky', delivery: 'at', publishAt: '' },
		["'Publish At' is empty", 'Enter a value such as 2026-03-01T09:00:00'],
	],
	[
		"a delivery that doesn't exist",
		{ ...create, channels: 'bluesky', delivery: 'tomorrow' },
		["'Delivery' can't be 'tomorrow'", 'at, draft, now, prioritise, queue'],
	],
	[
		"a post whose status doesn't allow the operation",
		{
			operation: 'update',
			postId: byId(seed.posts.scheduled),
			updateFields: { caption: 'New' },
			draftsAndReviewOnly: false,
		},
		["Can't update a post that is Scheduled", "'If the Post Is Scheduled' to 'Edit and Reschedule'"],
	],
];

describe.each(tools)('$name', (caller) => {
	test.each(mistakes)(
		'returns advice for a model in one text about %s',
		async (_mistake, parameters, answer) => {
			const [ended] = await caller.call(
				{
					nodeType: new SocialPublishing(),
					parameters: { resource: 'post', ...parameters },
					credentials: [
						{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: seed.keys.full } },
					],
				},
				[{}],
			);
			for (const words of answer) expect(textOf(ended)).toContain(words);
		},
	);
});
