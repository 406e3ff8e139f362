import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { scoringSeed, type ScoringSandbox } from '../../sandbox/scoring';
import { byId } from '../support/publishingNode';
import { scoringNodeOf } from '../support/scoringNode';
import { triggerOn } from '../trigger/triggerUnderTest';

const video = { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };
const all = { returnAll: true };

/** Parameters with which each operation of the node Content Scoring gives a full answer. */
const scoringRuns: Record<string, IDataObject> = {
	'score:packaging': { title: 'How we built a showroom in 30 days' },
	'score:videoHook': video,
	'benchmark:channel': { url: '@somebody' },
	'benchmark:video': video,
	'research:getNiches': all,
	'research:getContentGaps': { niche: byId(scoringSeed.niche), ...all },
	'account:get': {},
	'account:getUsage': {},
};

/** Real outputs of each operation of the node Content Scoring. */
export async function scoringOutputs(sandbox: ScoringSandbox): Promise<Map<string, IDataObject[]>> {
	const run = scoringNodeOf(sandbox);
	const runs = Object.entries(scoringRuns).map(async ([name, parameters]) => {
		const items = await run(name, parameters);
		return [name, items.map(({ json }) => json)] as const;
	});
	return new Map(await Promise.all(runs));
}

/** Real items of the trigger: the sample that the editor shows. */
export async function triggerOutputs(sandbox: Sandbox): Promise<IDataObject[]> {
	const trigger = triggerOn(
		{ sandbox },
		{
			events: ['published', 'failed', 'partiallyPublished'],
			filters: { createdByThisKey: false },
		},
	);
	return await trigger.sample();
}
