import type { IDataObject } from 'n8n-workflow';
import { inSentence } from '../../../client/http/text.js';
import type { PostCheckError } from '../../../client/publishing/errors.js';
import type { Finding, FindingCode } from '../../../client/publishing/findings.js';
import type { RunItem } from '../../shared/parameters.js';
import { sentences } from '../../shared/errorTexts.js';
import { itemCell } from '../../shared/runState.js';
import { channelPhrase, fieldName } from './labels.js';

/** How a sentence names the channel of a finding. */
export const channelOf = ({ platform = '', handle, accountId = '' }: Finding): string =>
	channelPhrase(platform, handle, accountId);

/** The field of a finding as on the screen, without its channel. */
const fieldOf = ({ accountId, field, overridesIn }: Finding): string =>
	fieldName(field, undefined, overridesIn).replace(` of channel '${accountId ?? ''}'`, '');

/**
 * Describes a finding in one sentence: the field as on the screen, the channel, and what is wrong.
 * @param others findings that say the same about other channels
 */
export function describeFinding(finding: Finding, others: readonly Finding[] = []): string {
	const { accountId, platform, field, problem } = finding;
	const name = fieldOf(finding);
	if (accountId === undefined) return `${name} ${problem}`;
	if (platform === undefined) {
		const where = field.startsWith('perAccount') ? " for a channel that the API key doesn't have" : '';
		return `${name}${where} ${problem}`;
	}
	const channel = inSentence([finding, ...others].map(channelOf));
	// The finding is about the channel itself.
	return field === 'accounts' ? `${channel} ${problem}` : `${name} for ${channel} ${problem}`;
}

/** Joins findings that say the same about several channels, in the order of the first ones. `wordsOf` returns what a finding says. */
export function sameFindings(
	findings: readonly Finding[],
	wordsOf: (finding: Finding) => unknown,
): Array<[Finding, ...Finding[]]> {
	const groups = new Map<string, [Finding, ...Finding[]]>();
	for (const finding of findings) {
		const key = JSON.stringify([finding.severity, wordsOf(finding)]);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [finding]);
		else group.push(finding);
	}
	return [...groups.values()];
}

/** Joins findings with the same field and the same problem. A channel that is the subject of its sentence keeps a sentence of its own. */
export const byProblem = (findings: readonly Finding[]): Array<[Finding, ...Finding[]]> =>
	sameFindings(findings, (finding) => {
		const isOwn = finding.field === 'accounts' || finding.platform === undefined;
		return [fieldOf(finding), finding.problem, isOwn && finding.accountId];
	});

/** What to do about findings, which the problem alone doesn't say. */
const findingAdvice: Partial<Record<FindingCode, string>> = {
	captionTooLong:
		"Shorten it, turn on 'Adapt Text' where the post is written, or enter another text for the channel in 'Channel Overrides'",
	channelUnknown: 'Choose another channel, or use an API key that has this one',
	timePassed:
		"Enter a later time. If it has no time zone, it's read in the one set under 'Options', otherwise in the workflow's",
};

/** What to do about a finding, as far as it doesn't say it itself. */
export const adviceOn = ({ code }: Finding): string => findingAdvice[code] ?? '';

/**
 * Describes findings and what to do about them, with one text for those that say the same about several channels. Advice comes once,
 * after the last finding that it's for.
 */
export function describeFindings(findings: readonly Finding[]): string[] {
	const groups = byProblem(findings);
	return groups.map(([first, ...others], index) => {
		const comesLater = groups.slice(index + 1).some(([{ code }]) => code === first.code);
		return sentences(describeFinding(first, others), comesLater ? '' : adviceOn(first));
	});
}

/** What must be fixed before a post can be published. */
export const problemsIn = ({ findings }: Pick<PostCheckError, 'findings'>): Finding[] =>
	findings.filter(({ severity }) => severity === 'error');

/** A finding in an output, with its whole sentence. */
export const shownFinding = ({ overridesIn, ...finding }: Finding) => ({
	...finding,
	message: describeFinding({ ...finding, ...(overridesIn ? { overridesIn } : {}) }),
});

/** A finding of the node itself, or of a check, as an output has it. */
type ShownFinding = Pick<Finding, 'accountId' | 'field' | 'severity'> & { code: string; message: string };

/** What was found for each item of a run. */
const findingsOf = itemCell<ShownFinding[]>();

/** Keeps what was found for an item, for its output. What is found later for the same item is added. */
export function keepShownFindings({ context, itemIndex }: RunItem, findings: ShownFinding[]): void {
	const before = findingsOf(context).get(itemIndex) ?? [];
	const added = findings.filter(({ message }) => !before.some((one) => one.message === message));
	findingsOf(context).set(itemIndex, [...before, ...added]);
}

/** Keeps what a check has found for an item. */
export const keepFindings = (item: RunItem, findings: Finding[]): void =>
	keepShownFindings(item, findings.map(shownFinding));

/**
 * Adds to the output of an item what the check has found for it. Without a check, nothing is added.
 * @param others the channels with an output of their own. What is about them isn't added
 */
export function addFindings<Output extends IDataObject>(
	{ context, itemIndex }: RunItem,
	output: Output,
	others: readonly string[] = [],
): Output {
	const findings = findingsOf(context).get(itemIndex);
	if (findings === undefined) return output;
	return { ...output, findings: findings.filter(({ accountId = '' }) => !others.includes(accountId)) };
}

/** Says that a file of an item is missing, because its expression returned nothing. Empty for other items. */
export const lostMediaOf = ({ context, itemIndex }: RunItem): string =>
	findingsOf(context)
		.get(itemIndex)
		?.find(({ code }) => code === 'mediaLost')?.message ?? '';

const isBlocking = (shown: ShownFinding): shown is Finding & ShownFinding => 'blocksPublishing' in shown;

/**
 * What keeps the draft of an item from being published, in sentences. Undefined if it wasn't checked.
 * @param accountId one of its channels. Default: all of them
 */
export function problemsOfDraft({ context, itemIndex }: RunItem, accountId?: string): string[] | undefined {
	const blocking = findingsOf(context).get(itemIndex)?.filter(isBlocking);
	const ofChannel = blocking?.filter((one) => accountId === undefined || one.accountId === accountId);
	return (
		ofChannel && byProblem(ofChannel).map(([first, ...others]) => sentences(describeFinding(first, others)))
	);
}
