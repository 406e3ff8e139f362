const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest test files. One that starts last would keep one worker busy while the others have nothing left to do. */
const longest = /[\\/](faults[\\/]matrix|release[\\/]verify)\.test\.ts$/;

/** Jest's order, which on a new machine knows only the size of the files, with the longest ones first. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) => longest.test(path);
		return [...tests.filter(isLong), ...super.sort([...tests].filter((test) => !isLong(test)))];
	}
};
