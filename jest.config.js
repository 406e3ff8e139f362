// Which tests run: TEST_SUITE names the suite, TEST_N8N_FOLDER an older n8n, and TEST_TIER=nightly adds the tests that run each
// night. `npm test` and `npm run test:n8n` set them.
const { TEST_SUITE = 'withoutN8n', TEST_N8N_FOLDER, TEST_TIER } = process.env;

/** Tests of what n8n 2.8 doesn't have. */
const NOT_IN_2_8 = [
	// A time limit for each poll.
	'<rootDir>/test/trigger/changeFeed.test.ts',
	'<rootDir>/test/trigger/scheduler.test.ts',
	// An object storage that is a package of its own.
	'<rootDir>/test/nodes/media/storage.test.ts',
	// The setting that keeps nodes from private addresses.
	'<rootDir>/test/nodes/media/privateAddress.test.ts',
];

/** The tests in a real n8n that are known to pass in 2.8. */
const IN_OLDER_N8N =
	'<rootDir>/test/n8n/{approvalLinks,package,credential,dropdowns,errors,examples,media,nightly/exampleAirtable,nightly/installOlder,nightly/triggerRestarts}.test.ts';

/** Tests that need no full n8n: n8n-core's own contexts and HTTP to local servers. */
const filesWithoutN8n = {
	rootDir: __dirname,
	testEnvironment: '<rootDir>/test/support/environment.cjs',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/n8n/',
		...(TEST_TIER === 'nightly' ? [] : ['<rootDir>/test/nightly/']),
	],
	modulePathIgnorePatterns: [
		'<rootDir>/runtimes/',
		'<rootDir>/dist/',
		'<rootDir>/build/',
		'<rootDir>/.n8n-demo/',
	],
	setupFiles: ['<rootDir>/test/support/variables.ts'],
	resolver: '<rootDir>/test/support/resolver.cjs',
	transform: { '^.+\\.ts$': '<rootDir>/test/support/typescriptTransformer.cjs' },
};

/** How jest runs the tests of all suites. */
const run = {
	rootDir: __dirname,
	testSequencer: '<rootDir>/test/support/longestFirst.cjs',
	maxWorkers: 2,
	// A process of this size takes longer to end on a busy machine than the half second after which jest calls it one that
	// doesn't exit. One that something keeps alive is still named.
	workerGracefulExitTimeout: 10_000,
	// No test needs a tenth of this on a quiet machine. On a busy one, it may need far longer.
	testTimeout: 120_000,
};

/** The tests that run again with a sandbox that knows only what the contract documents. Their result can differ there. */
const IN_BOTH_PROFILES = [
	'<rootDir>/test/cli/settings.test.ts',
	'<rootDir>/test/client/publishing/posts/{create,list,recovery}.test.ts',
	'<rootDir>/test/client/publishing/upload/{aliases,calls,cancel,failures}.test.ts',
	'<rootDir>/test/client/scoring/scoring.test.ts',
	'<rootDir>/test/nodes/approval/{asking,clashes}.test.ts',
	'<rootDir>/test/nodes/credentials/oauth.test.ts',
	'<rootDir>/test/nodes/post/{networkFields,operations,rows,submitApproved}.test.ts',
	'<rootDir>/test/nodes/shared/{contentKeys,retryOnFail}.test.ts',
	'<rootDir>/test/nodes/scoring/{credits,nicheNames,paidCalls}.test.ts',
	'<rootDir>/test/trigger/{changeFeed,polling}.test.ts',
	'<rootDir>/test/trigger/incidents/channels.test.ts',
];

/** The tests that use the sandbox. Each night, they run with the documents' sandbox, too. */
const WITH_SANDBOX = [
	...IN_BOTH_PROFILES,
	'<rootDir>/test/{cli,client/publishing,client/scoring,fuzz,nodes,trigger}/**/*.test.ts',
	'<rootDir>/test/example*.test.ts',
	'<rootDir>/test/faults/matrix.test.ts',
];

/** The tests of these folders that don't run with the documents' sandbox, by what they do instead. */
const NOT_IN_DOCUMENTS = {
	'Start sandboxes of both profiles themselves':
		'(client/publishing/posts/conflicts|nodes/post/(keptKeys|lostRequests))',
	'Use no sandbox': '(client/publishing/text/.*|nodes/media/(corpus|streamMemory)|cli/completion)',
};

const inDocuments =
	TEST_TIER === 'nightly'
		? {
				testMatch: WITH_SANDBOX,
				testPathIgnorePatterns: [
					...filesWithoutN8n.testPathIgnorePatterns,
					...Object.values(NOT_IN_DOCUMENTS).map((files) => `<rootDir>/test/${files}\\.test\\.ts$`),
				],
			}
		: { testMatch: IN_BOTH_PROFILES };

const withoutN8n = {
	...run,
	projects: [
		{ ...filesWithoutN8n, displayName: 'observed' },
		{
			...filesWithoutN8n,
			...inDocuments,
			displayName: 'documents',
			globals: { SANDBOX_PROFILE: 'documents' },
		},
	],
};

/** Tests of nodes and trigger that take n8n-core, n8n-workflow, zod and luxon from the older n8n. */
const withOlderModules = {
	...run,
	...filesWithoutN8n,
	testMatch: ['<rootDir>/test/{nodes,trigger}/**/*.test.ts'],
	testPathIgnorePatterns: [...filesWithoutN8n.testPathIgnorePatterns, ...NOT_IN_2_8],
};

/** Tests against a real n8n, one file after the other: they share one n8n process, started before the first. */
const n8n = {
	...run,
	...filesWithoutN8n,
	testMatch: [TEST_N8N_FOLDER ? IN_OLDER_N8N : '<rootDir>/test/n8n/**/*.test.ts'],
	testPathIgnorePatterns: [
		...['/node_modules/', '<rootDir>/test/n8n/screens/', '<rootDir>/test/n8n/pictures/'],
		// The newest n8n has a longer test of the installation.
		...(TEST_N8N_FOLDER ? [] : ['<rootDir>/test/n8n/nightly/installOlder.test.ts']),
		...(TEST_N8N_FOLDER || TEST_TIER === 'nightly' ? [] : ['<rootDir>/test/n8n/nightly/']),
	],
	setupFiles: [],
	globalSetup: '<rootDir>/test/n8n/support/setup.mjs',
	globalTeardown: '<rootDir>/test/n8n/support/teardown.mjs',
	setupFilesAfterEnv: ['<rootDir>/test/n8n/support/watch.ts'],
	testEnvironment: '<rootDir>/test/n8n/support/environment.mjs',
	maxWorkers: 1,
	testTimeout: 300_000,
};

/** A picture of every screen in test-output, to be looked at. */
const screens = {
	...n8n,
	// The examples of operations import n8n-core.
	setupFiles: filesWithoutN8n.setupFiles,
	testMatch: ['<rootDir>/test/n8n/screens/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
};

/** The pictures of the documentation, for `npm run docs -- images`. */
const pictures = { ...screens, testMatch: ['<rootDir>/test/n8n/pictures/*.test.ts'] };

const suites = { withoutN8n: TEST_N8N_FOLDER ? withOlderModules : withoutN8n, n8n, screens, pictures };

module.exports = suites[TEST_SUITE];
