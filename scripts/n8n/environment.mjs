import { dialect } from './versions.mjs';

/** Variables that change the behavior of n8n or Node.js. Our n8n must not get those of the shell. */
const FOREIGN =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|GENERIC_TIMEZONE|NODE_ENV|NODE_OPTIONS|NODE_PATH|JEST_|npm_)/i;

/** Keeps n8n from calling other hosts, and from showing messages for new users. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_AI_GATEWAY_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_PUBLIC_API_DISABLED: 'true',
	N8N_PYTHON_ENABLED: 'false',
};

/** The environment of this process, without the variables that change n8n or Node.js. */
export const cleanEnvironment = () =>
	Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));

/**
 * The environment of a private n8n on 127.0.0.1.
 *
 * @param {{ userFolder: string, port: number, brokerPort: number, timezone?: string, binaryMode?: string, settings?: NodeJS.ProcessEnv }} options
 *   `brokerPort`: for n8n's task runners, different for each n8n. `binaryMode`: where n8n stores files. `settings`: more
 *   variables
 * @returns {NodeJS.ProcessEnv}
 */
export const n8nEnvironment = ({
	userFolder,
	port,
	brokerPort,
	timezone = 'UTC',
	binaryMode = 'filesystem',
	settings = {},
}) => ({
	...cleanEnvironment(),
	...QUIET,
	...dialect.quiet,
	N8N_USER_FOLDER: userFolder,
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PORT: String(port),
	N8N_RUNNERS_BROKER_PORT: String(brokerPort),
	N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
	N8N_WEBHOOK_URL: `http://127.0.0.1:${port}`,
	// The connection has no TLS, so the browser wouldn't send a secure cookie.
	N8N_SECURE_COOKIE: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_DEFAULT_BINARY_DATA_MODE: binaryMode,
	GENERIC_TIMEZONE: timezone,
	TZ: timezone,
	...settings,
});
