const base = require('./jest.n8n.config.js');

/** Pictures of every screen, to be looked at: `npm run screens`. */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/n8n/screens/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
};
