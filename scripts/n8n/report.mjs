import { FORM_USER } from './credentials.mjs';
import { APPROVAL_EXAMPLE } from './examples.mjs';

/**
 * The result of a workflow run for one post.
 *
 * @typedef {object} PostOutcome
 * @property {string} node name of the node that created it
 * @property {any} post the post as it is now, in the API's format
 * @property {boolean} hasFailed whether one of its channels failed
 */

/**
 * Describes what the first example did, as text for the terminal. Shows the ID and status of each post, and a line for
 * each of its channels.
 *
 * @param {import('./demo.mjs').Demo} demo
 * @param {readonly PostOutcome[]} outcomes
 */
export const describeOutcomes = ({ examples }, outcomes) =>
	[`“${examples[0]?.workflow.name}” ran in n8n:`, ...outcomes.map(describeOutcome)].join('\n\n');

/** @param {readonly import('./examples.mjs').StoredExample[]} examples */
const waitingName = (examples) =>
	examples.find(({ inDemo }) => inDemo === APPROVAL_EXAMPLE.inDemo)?.workflow.name;

/**
 * Says where to look next, as text for the terminal.
 *
 * @param {import('./demo.mjs').Demo} demo
 * @param {string} approvalLink the page of an approval that waits for a decision
 */
export const describeDemo = (
	{ n8n, sandbox, owner, credential, scoringKey, folder, examples },
	approvalLink,
) =>
	[
		`Start here    ${n8n.url}/workflow/${examples[0]?.id}    log in as ${owner.email} with the password ${owner.password}`,
		`Then approve  three posts, without a login. “${waitingName(examples)}” waits for you: ${approvalLink}`,
		`Sandbox page  ${sandbox.url}    shows what each network got`,
		`API key       ${credential.apiKey}    practise the credential Social Publishing API with this and the base URL ${credential.baseUrl}`,
		`API key       ${scoringKey}    practise the credential Content Scoring API with this and the API URL ${sandbox.scoringUrl}`,
		`Forms         ask for the user ${FORM_USER} and the password from above`,
		`Scoring page  ${sandbox.scoringUrl}    shows each call. Practise with any title, picture, video or channel`,
		`Chat model    ${sandbox.chatUrl}    scripted, for the AI agents`,
		`Videos        ${folder}    for the examples with a folder and a form. The first one has a new video to publish`,
		`n8n editor    ${n8n.url}    has these examples:`,
		...examples.map((example) => `              ${n8n.url}/workflow/${describeExample(example)}`),
		'              (updated at each start. To keep your own changes, duplicate the workflow.)',
	].join('\n');

/** @param {import('./examples.mjs').StoredExample} example */
const describeExample = ({ id, workflow: { name }, inDemo }) =>
	`${id}    ${name}${inDemo === 'Runs' ? '' : ` (${inDemo.charAt(0).toLowerCase()}${inDemo.slice(1)})`}`;

/** @param {PostOutcome} outcome */
function describeOutcome({ node, post }) {
	const rows = post.channels.map(describeChannel);
	const head = `  ${node}: post ${post.id}\n    status: ${post.status}`;
	return [head, ...alignColumns(rows).map((line) => `      ${line}`)].join('\n');
}

/**
 * @param {any} channel a channel of a post
 * @returns {string[]} platform, handle, status, and more details if there are any
 */
function describeChannel({ platform, handle, status, url, error }) {
	return [platform, handle ?? '', status, url ?? error ?? ''];
}

/**
 * @param {readonly string[][]} rows
 * @returns {string[]}
 */
function alignColumns(rows) {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
}
