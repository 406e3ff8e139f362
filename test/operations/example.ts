import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import type { NodeRun } from '../support/n8nContexts';
import type { Stage } from './stage';

/**
 * An example of an operation. Each operation has one, under the name `resource:operation` that workflows store. Docs, previews,
 * screens, and the tests of all operations use it.
 */
export interface Example {
	/** The field values, based on the sandbox's seed. */
	parameters: IDataObject;
	/** A text of the output, for the screen that runs the example. Otherwise `test/n8n/screens/screenFilled.ts` has a form. */
	shows?: string;
	/** Values that the first item of the output must have. */
	returns: IDataObject;
	/** Whether the operation sends no requests. */
	sendsNothing?: boolean;
	/** Whether the output differs between runs, so the editor can't preview it. */
	returnsAnything?: boolean;
}

/** An example of an operation of the node Social Publishing, run against a sandbox. */
export interface PublishingExample extends Example {
	/** Changes the sandbox first. Returns parameters that depend on it. */
	prepare?(sandbox: Sandbox): Promise<IDataObject>;
	input?(): Promise<NodeRun['items']>;
	/** Replaces the single run of the node, and returns the output. */
	run?(sandbox: Sandbox, parameters: IDataObject): Promise<IDataObject[]>;
	/** More outputs for the preview, with values in the fields that the example's output leaves empty. */
	moreOutputs?(stage: Stage): Promise<IDataObject[]>;
}

/** An example of an operation of the node Content Scoring. */
export interface ScoringExample extends Example {
	/** Parameters that change the price. */
	otherPrices?: IDataObject[];
}

/** The parameters of each example that sends requests, by the name of its operation. */
export const requestsOf = (examples: Readonly<Record<string, Example>>): Array<[string, IDataObject]> =>
	Object.entries(examples)
		.filter(([, { sendsNothing = false }]) => !sendsNothing)
		.map(([name, { parameters }]) => [name, parameters]);
