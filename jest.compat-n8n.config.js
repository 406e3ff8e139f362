const base = require('./jest.n8n.config.js');

/** The tests in a real n8n that need neither a browser nor what only newer versions have, for `npm run test:compat`. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/n8n/{package,credential,dropdowns,errors,examples,media,trigger}.test.ts'],
};
