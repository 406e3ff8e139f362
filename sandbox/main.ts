import { readCommandLine, usage, type CommandLine } from './commandLine';
import { startSandbox } from './index';

const run = async ({ options, faults }: CommandLine): Promise<void> => {
	const sandbox = await startSandbox(options);
	for (const fault of faults) sandbox.faults.add(fault);
	console.log(`Sandbox listening on ${sandbox.url}`);
	const stop = (): void => void sandbox.close();
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
