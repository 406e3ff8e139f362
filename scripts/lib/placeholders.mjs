import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from './paths.mjs';

/** What stands for the owner's facts before the first release. */
export const placeholders = [
	'Social Publishing Nodes',
	'maintainers@example.com',
	'https://example.com/n8n-nodes-social-publishing',
	"isn't on npm yet",
];

/** The only files with such facts. */
export const ownersFiles = [
	'LICENSE',
	'README.md',
	'SECURITY.md',
	'cli/LICENSE',
	'cli/package.json',
	'credentials/ContentScoringApi.credentials.ts',
	'credentials/SocialPublishingApi.credentials.ts',
	'credentials/SocialPublishingOAuth2Api.credentials.ts',
	'nodes/ContentScoring/ContentScoring.node.json',
	'nodes/SocialPublishing/SocialPublishing.node.json',
	'nodes/SocialPublishingTrigger/SocialPublishingTrigger.node.json',
	'package.json',
];

/** Lists the placeholders that are left, such as `SECURITY.md has maintainers@example.com`. */
export const placeholdersLeft = () =>
	ownersFiles.flatMap((file) => {
		// A package of only some of the nodes lacks the others' files.
		if (!existsSync(inRepository(file))) return [];
		const text = readFileSync(inRepository(file), 'utf8');
		return placeholders.filter((each) => text.includes(each)).map((each) => `${file} has ${each}`);
	});
