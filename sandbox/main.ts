import { startChatModel } from './chat/server';
import { answerTurn } from './chat/writer';
import { readCommandLine, usage, type CommandLine } from './commandLine';
import { startSandbox } from './index';
import { startScoringSandbox } from './scoring';

const run = async ({ options, scoring: scoringOptions, chatPort, faults }: CommandLine): Promise<void> => {
	// Start the others first, so that they're ready when the publishing API answers.
	const scoring = await startScoringSandbox(scoringOptions);
	const chat = await startChatModel(chatPort, answerTurn).catch(async (error: unknown) => {
		await scoring.close();
		throw error;
	});
	const sandbox = await startSandbox(options).catch(async (error: unknown) => {
		await Promise.all([scoring.close(), chat.close()]);
		throw error;
	});
	for (const fault of faults) sandbox.faults.add(fault);
	console.log(`Sandbox listening on ${sandbox.url}`);
	console.log(`Scoring sandbox listening on ${scoring.url}`);
	console.log(`Chat model listening on ${chat.url}`);
	const stop = (): void => void Promise.all([sandbox.close(), scoring.close(), chat.close()]);
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
};

const fail = (error: unknown): void => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
};

const main = async (): Promise<void> => {
	const asked = readCommandLine(process.argv.slice(2));
	if (asked === null) console.log(usage);
	else await run(asked);
};

main().catch(fail);
