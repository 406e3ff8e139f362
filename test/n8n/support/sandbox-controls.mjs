/**
 * The sandbox's controls over HTTP.
 *
 * @param {string} sandboxUrl
 * @returns {import('./testbed.ts').Testbed['sandbox']}
 */
export function createSandboxControls(sandboxUrl) {
	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 */
	const call = async (method, path, body) => {
		const response = await fetch(`${sandboxUrl}/sandbox/api${path}`, { method, body: JSON.stringify(body) });
		const text = await response.text();
		if (!response.ok)
			throw new Error(`The sandbox answered ${response.status} to ${method} ${path}: ${text}`);
		return text === '' ? undefined : JSON.parse(text);
	};
	return {
		posts: () => call('GET', '/posts'),
		post: (id) => call('GET', `/posts/${id}`),
		requests: () => call('GET', '/requests'),
		addFault: (fault) => call('POST', '/faults', fault),
		addOutcome: (outcome) => call('POST', '/outcomes', outcome),
		act: (postId, step) => call('POST', `/posts/${postId}/${step}`, {}),
		revokeGrants: () => call('POST', '/agent/revoke-grants', {}),
		reset: () => call('POST', '/reset', {}),
	};
}
