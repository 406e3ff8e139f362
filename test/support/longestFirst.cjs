const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest test files. If one of them started last, one worker would be busy while the others are idle. */
const longest =
	/[\\/](faults[\\/]matrix|incidents\.property|rowHistories\.property|nightly[\\/]verify)\.test\.ts$/;

/** Jest's order with the longest files first. On a new machine, Jest knows only the size of the files. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) => longest.test(path);
		return [...tests.filter(isLong), ...super.sort([...tests].filter((test) => !isLong(test)))];
	}
};
