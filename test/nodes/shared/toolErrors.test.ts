import type { INodeParameters } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { callers, type Ended } from '../../support/callers';
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

/** Mistakes of models: one that the list of channels shows, and one that the check of the post finds. */
const mistakes: Array<[mistake: string, parameters: INodeParameters, answer: string[]]> = [
	[
		"a channel that doesn't exist",
		{ ...create, channels: 'LinkedInn' },
		["'LinkedInn' isn't the name or ID of a channel", 'LinkedIn: Acme Studio or LinkedIn: Acme Careers'],
	],
	[
		'a text that is too long for a channel',
		{ ...create, channels: 'bluesky', caption: 'x'.repeat(301) },
		["'Caption' for Bluesky (acme.example) is too long: 301 of 300 characters", 'Fix this, then try again'],
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
