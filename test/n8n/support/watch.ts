/** The watcher of the sandbox looks at every test in a real n8n, too; what it has to say is a failure of that test. */
afterEach(async () => {
	expect(await testbed.sandbox.takeFindings()).toEqual([]);
});
