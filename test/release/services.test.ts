import { filesNeededBy } from '../support/architectureRules';
import { readSourceFiles } from '../support/sourceFiles';

/** The two services, each with the files n8n loads and its own folders. */
const services = [
	{
		name: 'Content Scoring',
		entries: ['nodes/ContentScoring/ContentScoring.node.ts', 'credentials/ContentScoringApi.credentials.ts'],
		own: ['nodes/ContentScoring/', 'client/scoring/'],
	},
	{
		name: 'Social Publishing',
		entries: [
			'nodes/SocialPublishing/SocialPublishing.node.ts',
			'nodes/SocialPublishingTrigger/SocialPublishingTrigger.node.ts',
			'credentials/SocialPublishingApi.credentials.ts',
			'credentials/SocialPublishingOAuth2Api.credentials.ts',
		],
		own: ['nodes/SocialPublishing/', 'nodes/SocialPublishingTrigger/', 'client/publishing/'],
	},
];

const sources = readSourceFiles(['nodes', 'client', 'credentials'], ['.ts']);

test.each(services)('$name can be built without the files of the other service', ({ name, entries, own }) => {
	const needed = filesNeededBy(entries, sources);
	const foreign = services.filter((service) => service.name !== name).flatMap((service) => service.own);
	expect(needed.filter((file) => foreign.some((folder) => file.startsWith(folder)))).toEqual([]);
	for (const folder of own) expect(needed.filter((file) => file.startsWith(folder))).not.toEqual([]);
});

test('no file augments another file that does not import it', () => {
	const ambient = sources.filter(({ text }) => /^declare |\bdeclare (global|module)\b/m.test(text));
	expect(ambient.map(({ path }) => path)).toEqual([]);
});
