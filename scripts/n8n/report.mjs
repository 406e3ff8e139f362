/**
 * What a workflow run did with one post.
 *
 * @typedef {object} PostOutcome
 * @property {string} node name of the node that created it
 * @property {string} routed draft, enacted or pending_approval
 * @property {any} post the post as the API gives it now
 */

/**
 * The outcome of posts as a text for the terminal: id, routing and status, and a line for each channel.
 *
 * @param {readonly PostOutcome[]} outcomes
 */
export const describeOutcomes = (outcomes) => outcomes.map(describeOutcome).join('\n\n');

/** @param {PostOutcome} outcome */
function describeOutcome({ node, routed, post }) {
	const rows = post.channels.map(describeChannel);
	const head = `  ${node}: post ${post.id}\n    routed: ${routed}, status: ${post.status}`;
	return [head, ...alignColumns(rows).map((line) => `      ${line}`)].join('\n');
}

/**
 * @param {any} channel a channel entry of a post
 * @returns {string[]} platform, handle, status, and what is known beyond
 */
function describeChannel({ platform, handle, status, url, error, scheduledAt }) {
	const time = scheduledAt ? `at ${scheduledAt} (its URL comes with publishing)` : '';
	return [platform, handle ?? '', status, url ?? error ?? time];
}

/**
 * @param {readonly string[][]} rows
 * @returns {string[]}
 */
function alignColumns(rows) {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
}
