import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { MediaFacts, PostToCheck } from '../../../../client/publishing/validation/types';
import { openBinaryData } from '../../../shared/binary';
import { readBinaryFields, type BinaryField } from '../../../shared/binaryFields';
import { showHint } from '../../../shared/hints';
import type { ParameterReader } from '../../../shared/parameters';
import { describeFinding } from '../../labels';
import { detailsOf } from '../../mediaDetails';
import { checkMediaFile } from '../../mediaFile';

/** The option that looks for every problem of every channel before anything is sent. */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check Before Sending',
	name: 'checkFirst',
	type: 'boolean',
	default: false,
	description:
		'Whether to hold the post against what each channel takes before anything is sent or uploaded, and to stop with all problems at once. Reads the channels once per run.',
};

async function factsOf(context: IExecuteFunctions, field: BinaryField): Promise<MediaFacts> {
	const [name] = field;
	const file = await openBinaryData(context, field);
	const look = async (): Promise<MediaFacts> => {
		const mediaType = await checkMediaFile({ file, name }, undefined);
		const durationSec = mediaType === 'video' ? (await detailsOf(file)).durationSec : undefined;
		return { mediaType, durationSec, sizeBytes: file.sizeBytes };
	};
	return await look().finally(file.close);
}

/** What is known of a post's media: nothing of assets, kind and duration of files that are not uploaded yet. */
export async function mediaFacts(
	parameters: ParameterReader,
	assetIds: string[] = [],
	binaryFields?: unknown,
): Promise<MediaFacts[]> {
	const files = readBinaryFields(parameters, binaryFields);
	const facts = await Promise.all(files.map(async (field) => await factsOf(parameters.context, field)));
	return [...assetIds.map(() => ({})), ...facts];
}

/**
 * Checks a post where the user wants it: problems are an error with all of them, warnings a hint beside the output.
 * @param readPost gives the post as it would be after the write; called only when it is needed
 */
export async function checkIfWanted(
	parameters: ParameterReader,
	client: PublishingClient,
	readPost: () => Promise<PostToCheck>,
): Promise<void> {
	if (!parameters.options.checkFirst) return;
	const warnings = await client.checks.require(await readPost());
	if (warnings.length === 0) return;
	const texts = warnings.map(describeFinding).join('; ');
	showHint(parameters.context, { message: `Item ${parameters.itemIndex}: ${texts}`, type: 'warning' });
}
