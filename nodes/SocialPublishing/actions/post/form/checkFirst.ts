import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../../client/publishing';
import type { PostToCheck } from '../../../../../client/publishing/validation/types';
import { isUnset, type ParameterReader } from '../../../../shared/parameters';
import { hintOnce } from '../../../hints';
import { describeFinding } from '../../../labels';
import { readAdditionalBody } from './fields';

/**
 * The option to check the post against the limits of all its channels before anything is sent. For the default, see {@link
 * checksPost}.
 */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check Before Sending',
	name: 'checkFirst',
	type: 'boolean',
	default: true,
	description:
		"Whether to check the post against every channel's limits before anything is sent. Without this option, the node checks every post that doesn't stay a draft.",
};

/**
 * Whether to check the post. If the option isn't set, checks posts that are delivered and that the form fully describes. Skips
 * posts with additional fields, because the node doesn't know what they mean, and posts for which the user wants to continue with
 * a saved draft.
 */
function checksPost(parameters: ParameterReader, isDelivered: boolean): boolean {
	const { checkFirst, onSavedDraft } = parameters.options;
	if (!isUnset(checkFirst)) return parameters.option(checkFirstOption);
	const hasAdditions = Object.keys(readAdditionalBody(parameters) ?? {}).length > 0;
	return isDelivered && !hasAdditions && onSavedDraft !== 'continue';
}

/** Checks a post as it would be after the write. Throws one error with all problems, and shows warnings beside the output. */
export type CheckFirst = (post: PostToCheck) => Promise<void>;

/** Returns a check that always runs, whatever the user chose. */
export const alwaysCheck =
	(parameters: ParameterReader, { checks }: PublishingClient): CheckFirst =>
	async (post) => {
		const warnings = await checks.require(post);
		hintOnce(parameters, warnings.map(describeFinding), 'warning');
	};

/**
 * Returns the check, or undefined if the user doesn't want it. Then nothing needs to be read for it.
 * @param isDelivered whether the operation delivers the post, which turns the check on by default
 */
export const readCheckFirst = (
	parameters: ParameterReader,
	client: PublishingClient,
	isDelivered: boolean,
): CheckFirst | undefined =>
	checksPost(parameters, isDelivered) ? alwaysCheck(parameters, client) : undefined;
