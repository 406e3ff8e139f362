import { inRepository } from '../../../scripts/lib/paths.mjs';

/** How soon n8n notices a dead worker. With its default times, a killed execution stays "running" for two minutes. */
const IMPATIENCE = {
	QUEUE_WORKER_LOCK_DURATION: '8000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/**
 * The environment variables that the main instance and the workers share.
 *
 * @param {number} postgresPort
 * @param {number} redisPort
 */
export const queueSettings = (postgresPort, redisPort) => ({
	...IMPATIENCE,
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	// n8n can read the files that the tests write here.
	N8N_RESTRICT_FILE_ACCESS_TO: inRepository('test-output', 'n8n'),
	N8N_ENCRYPTION_KEY: 'a key that main and workers share',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redisPort),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(postgresPort),
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: 'n8n',
	DB_POSTGRESDB_PASSWORD: 'not asked for',
});
