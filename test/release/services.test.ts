import { join } from 'node:path';
import ts from 'typescript';
import { rootFolder } from '../support/sourceFiles';

/** The two services, each with what n8n loads of it, and the folders that the other one has for itself. */
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

/** Compiles a service from its entries alone; `files` are those of this repository that it needs. */
function compile(entries: string[]) {
	const config = ts.readConfigFile(join(rootFolder, 'tsconfig.json'), (path) => ts.sys.readFile(path));
	const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, rootFolder);
	const program = ts.createProgram(
		entries.map((file) => join(rootFolder, file)),
		{ ...options, noEmit: true },
	);
	const files = program
		.getSourceFiles()
		.map(({ fileName }) => fileName.slice(rootFolder.length + 1))
		.filter((file) => /^(nodes|client|credentials)\//.test(file));
	const problems = ts
		.getPreEmitDiagnostics(program)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
	return { files, problems };
}

test.each(services)(
	'$name compiles alone, without a file of the other service',
	({ name, entries, own }) => {
		const { files, problems } = compile(entries);
		const foreign = services.filter((service) => service.name !== name).flatMap((service) => service.own);
		expect(problems).toEqual([]);
		expect(files.filter((file) => foreign.some((folder) => file.startsWith(folder)))).toEqual([]);
		for (const folder of own) expect(files.filter((file) => file.startsWith(folder))).not.toEqual([]);
	},
	180_000,
);
