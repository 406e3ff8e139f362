/**
 * Returns a function that calls a sandbox's controls.
 *
 * @param {string} url
 */
function controlsOf(url) {
	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 */
	return async (method, path, body) => {
		const response = await fetch(`${url}/sandbox/api${path}`, { method, body: JSON.stringify(body) });
		const text = await response.text();
		if (!response.ok)
			throw new Error(`The sandbox answered ${response.status} to ${method} ${path}: ${text}`);
		return text === '' ? undefined : JSON.parse(text);
	};
}

/**
 * The sandbox's controls over HTTP.
 *
 * @param {string} sandboxUrl
 * @returns {import('./testbed.ts').Testbed['sandbox']}
 */
export function createSandboxControls(sandboxUrl) {
	const call = controlsOf(sandboxUrl);
	return {
		posts: () => call('GET', '/posts'),
		post: (id) => call('GET', `/posts/${id}`),
		requests: () => call('GET', '/requests'),
		media: () => call('GET', '/media'),
		storage: () => call('GET', '/storage'),
		addFault: (fault) => call('POST', '/faults', fault),
		clearFaults: () => call('DELETE', '/faults'),
		addOutcome: (outcome) => call('POST', '/outcomes', outcome),
		act: (postId, step) => call('POST', `/posts/${postId}/${step}`, {}),
		connect: (channelId, step) => call('POST', `/channels/${channelId}/${step}`, {}),
		advance: async (advanceMs) => (await call('POST', '/clock', { advanceMs })).now,
		vary: (variants) => call('POST', '/variants', variants),
		revokeGrants: () => call('POST', '/agent/revoke-grants', {}),
		takeFindings: () => call('DELETE', '/findings'),
		reset: () => call('POST', '/reset', {}),
	};
}

/**
 * The scoring sandbox's controls over HTTP.
 *
 * @param {string} scoringUrl
 * @returns {import('./testbed.ts').Testbed['scoring']}
 */
export function createScoringControls(scoringUrl) {
	const call = controlsOf(scoringUrl);
	return {
		requests: () => call('GET', '/requests'),
		reset: () => call('POST', '/reset', {}),
	};
}
