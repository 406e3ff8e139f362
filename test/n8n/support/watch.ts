/** The sandbox's watcher also checks every test in a real n8n. A test with findings fails. */
afterEach(async () => {
	expect(await testbed.sandbox.takeFindings()).toEqual([]);
});
