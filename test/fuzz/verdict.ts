import { inspect } from 'node:util';
import type { NodeApiError } from 'n8n-workflow';
import { createExecuteContext } from '../support/n8nContexts';
import { placeNode } from '../support/n8nWorkflow';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { hangMs } from './settings';

/** Errors that n8n shows unchanged. */
const errorNames = ['NodeApiError', 'NodeOperationError', 'ExpressionError'];
const unclear = /undefined|\[object|\bNaN\b|\bat \S+ \(.*:\d+:\d+\)|looks like a mistake in the node/;

/** What is wrong with a failure as the user reads it. Empty if it is clear. */
function faultsOf(error: unknown): string[] {
	const { name, message, description } = error as NodeApiError;
	if (!errorNames.includes(name)) return [`is a raw ${name}: ${(error as Error).stack ?? String(error)}`];
	const texts = name === 'ExpressionError' ? [message] : [message, description ?? ''];
	return texts.flatMap((text) => {
		if (text.trim() === '') return [`has an empty text: ${texts.join(' | ')}`];
		return unclear.test(text) ? [`has an unclear text: ${texts.join(' | ')}`] : [];
	});
}

/** Texts that must never appear. */
interface Secrets {
	key: string;
	/** Part of every signed URL. */
	signature: string;
}

const leaksIn = (text: string, { key, signature }: Secrets): string[] =>
	[key, signature]
		.filter((secret) => text.includes(secret))
		.map((secret) => `shows '${secret}': ${text.slice(0, 2000)}`);

async function withoutHanging<T>(work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const hanging = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error(`no end within ${hangMs} ms`)), hangMs);
	});
	return await Promise.race([work, hanging]).finally(() => clearTimeout(timer));
}

/** Lists what is wrong with the outcome of a run, whether a result or an error. */
export async function problemsOf(work: () => Promise<unknown>, secrets: Secrets): Promise<string[]> {
	return await withoutHanging(work()).then(
		(result) => leaksIn(JSON.stringify(result) ?? '', secrets),
		(error: unknown) => [
			...faultsOf(error),
			...leaksIn(`${inspect(error, { depth: 6 })}${JSON.stringify(error)}`, secrets),
		],
	);
}

/** Collects what n8n would log in this test file. The function returns it as one text. */
export function useLog(): () => string {
	const lines: string[] = [];
	beforeAll(() => {
		const { logger } = createExecuteContext(placeNode(new SocialPublishing(), {}), {});
		for (const level of ['debug', 'info', 'warn', 'error'] as const) {
			jest.spyOn(logger, level).mockImplementation((...line) => void lines.push(inspect(line, { depth: 6 })));
		}
	});
	afterAll(() => jest.restoreAllMocks());
	return () => lines.join('\n');
}
