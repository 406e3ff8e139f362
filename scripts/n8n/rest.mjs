/** n8n refused a REST call. `message` contains n8n's own text. */
export class RestError extends Error {
	/**
	 * @param {string} call method and path
	 * @param {number} status
	 * @param {string} detail
	 */
	constructor(call, status, detail) {
		super(`n8n answered ${status} to ${call}: ${detail}`);
		this.name = 'RestError';
		this.status = status;
		this.detail = detail;
	}
}

/** Who owns the n8n instance. @typedef {{ email: string, password: string, firstName: string, lastName: string }} Owner */

/** A session of n8n's internal REST API, which its editor uses. It stores the login cookie. */
export class RestSession {
	/**
	 * @param {string} url address of n8n, without a trailing slash
	 * @param {string} [cookie] of an earlier login
	 */
	constructor(url, cookie = '') {
		this.url = url;
		/** The login cookie, for use in another session. */
		this.cookie = cookie;
	}

	/**
	 * Sets up the owner in a new n8n and logs in.
	 *
	 * @param {Owner} owner
	 * @throws {RestError} 401 if n8n has another owner or another password
	 */
	async logIn(owner) {
		const settings = await this.get('/rest/settings');
		if (settings.userManagement.showSetupOnFirstLoad) await this.post('/rest/owner/setup', owner);
		await this.post('/rest/login', { emailOrLdapLoginId: owner.email, password: owner.password });
	}

	/** @param {string} path */
	get(path) {
		return this.#call('GET', path);
	}

	/**
	 * @param {string} path
	 * @param {unknown} [body]
	 */
	post(path, body = {}) {
		return this.#call('POST', path, body);
	}

	/**
	 * @param {string} path
	 * @param {unknown} body
	 */
	patch(path, body) {
		return this.#call('PATCH', path, body);
	}

	/**
	 * @param {string} path
	 * @param {unknown} body
	 */
	put(path, body) {
		return this.#call('PUT', path, body);
	}

	/** @param {string} path */
	delete(path) {
		return this.#call('DELETE', path);
	}

	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 * @returns {Promise<any>} the answer's `data`, or the whole answer if it has no such field
	 * @throws {RestError}
	 */
	async #call(method, path, body) {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.cookie },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		this.#keepCookie(response);
		const text = await response.text();
		const answer = parseJson(text);
		if (!response.ok) throw new RestError(`${method} ${path}`, response.status, answer?.message ?? text);
		return isEnvelope(answer) ? answer.data : answer;
	}

	/** @param {Response} response */
	#keepCookie(response) {
		const login = response.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
		if (login) this.cookie = login.split(';')[0] ?? '';
	}
}

/** @param {string} text */
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Whether an answer has its content in `data`. Lists also have `count`. @param {any} answer */
const isEnvelope = (answer) => answer !== null && typeof answer === 'object' && 'data' in answer;
