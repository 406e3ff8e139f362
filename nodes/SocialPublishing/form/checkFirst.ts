import type { INodeProperties } from 'n8n-workflow';
import { PostCheckError } from '../../../client/publishing/errors.js';
import type { Finding } from '../../../client/publishing/findings.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { PostToCheck } from '../../../client/publishing/validation/types.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { isUnset } from '../../shared/values.js';
import { describeFindings, keepFindings } from '../words/findings.js';
import { hintOnce } from '../words/hints.js';
import { readAdditionalBody } from './fields.js';
import { withLostFields } from './lostValues.js';
import { withOverridesField } from '../options/overrides.js';

/**
 * The option to check the post against the limits of all its channels before anything is sent. For the default, see {@link
 * readCheckFirst}.
 */
export const checkFirstOption: INodeProperties = {
	displayName: 'Check Before Sending',
	name: 'checkFirst',
	type: 'boolean',
	default: true,
	description:
		"Whether to refuse a post that breaks a limit of one of its channels before anything is sent. A draft can break what matters only when it's published, so it's saved with a warning. Turn it off to skip the check.",
};

/** Whether to check the post if the option isn't set. The node doesn't know what additional fields mean. */
const isCheckedByDefault = (parameters: ParameterReader): boolean =>
	Object.keys(readAdditionalBody(parameters) ?? {}).length === 0 &&
	parameters.options.onSavedDraft !== 'continue';

/**
 * Checks a post as it would be after the write, and shows what it finds beside the output. Throws one error with all problems of a
 * post that is delivered.
 * @param isInterim whether more will be known about the files, so that only errors count yet
 */
export type CheckFirst = (post: PostToCheck, isInterim?: boolean) => Promise<void>;

/**
 * Returns a check that always runs, whatever the user chose.
 * @param refusesDrafts whether a draft that breaks a limit is an error, too. Otherwise, the check warns, and refuses only what the service never saves.
 */
export const alwaysCheck =
	(parameters: ParameterReader, { checks }: PublishingClient, refusesDrafts: boolean): CheckFirst =>
	async (post, isInterim = false) => {
		const [ofOverrides, withLost] = [withOverridesField(parameters), withLostFields(parameters)];
		const add = (found: Finding): Finding => ofOverrides(withLost(found));
		const checking = checks.require(post, !refusesDrafts && post.delivery === undefined);
		const findings = (
			await checking.catch((error: unknown) => {
				throw error instanceof PostCheckError ? new PostCheckError(error.findings.map(add)) : error;
			})
		).map(add);
		if (isInterim) return;
		keepFindings(parameters, findings);
		hintOnce(parameters, describeFindings(findings), 'warning');
	};

/**
 * Returns the check, or undefined if the user doesn't want it. Then nothing needs to be read for it. If the option isn't set, a draft
 * is saved whatever the check finds. There is no check of posts with additional fields, and none of posts for which the user wants
 * to continue with a saved draft.
 */
export function readCheckFirst(
	parameters: ParameterReader,
	client: PublishingClient,
): CheckFirst | undefined {
	const isSet = !isUnset(parameters.options.checkFirst);
	const isChecked = isSet ? parameters.option(checkFirstOption) : isCheckedByDefault(parameters);
	return isChecked ? alwaysCheck(parameters, client, isSet) : undefined;
}
