/** Tests that need no full n8n: real n8n-core contexts and real HTTP to local servers. */
module.exports = {
	rootDir: __dirname,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/'],
	modulePathIgnorePatterns: [
		'<rootDir>/runtimes/',
		'<rootDir>/dist/',
		'<rootDir>/build/',
		'<rootDir>/.n8n-demo/',
	],
	setupFiles: ['<rootDir>/test/support/environment.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/support/typescriptTransformer.cjs' },
	maxWorkers: 2,
	// n8n-core's timers keep what each test file has loaded, so a worker with much of it starts again between two files.
	workerIdleMemoryLimit: '500MB',
	// A process of this size takes longer to end on a busy machine than the half second after which jest calls it one that
	// doesn't exit. One that something keeps alive is still named.
	workerGracefulExitTimeout: 10_000,
	testTimeout: 20_000,
};
