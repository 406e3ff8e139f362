import type { IExecuteFunctions } from 'n8n-workflow';

/** What is said beside the output of a node in the editor. */
export interface Hint {
	message: string;
	/** A warning stands out; default is a plain hint. */
	type?: 'info' | 'warning';
}

/** Shows a hint above the output. n8n before 1.80 has no hints. */
export function showHint(context: IExecuteFunctions, { message, type = 'info' }: Hint): void {
	context.addExecutionHints?.({ message, type, location: 'outputPane' });
}
