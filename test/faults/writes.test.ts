import { resources } from '../../nodes/SocialPublishing/actions';
import { allowedStatuses } from '../../client/publishing/posts/status';
import { writes } from './writes';

const inMatrix = [...new Set(writes.map(({ operation }) => operation))];

/** They send the requests of other writes, or call a tool. */
const composed = ['agent:callTool', 'post:sendAgain', 'post:sendAndWait', 'post:syncCalendar', 'post:upsert'];

test('the matrix has every operation that writes', () => {
	const writing = resources.flatMap(({ value: resource, operations }) =>
		operations.filter(({ describeDone }) => describeDone).map(({ value }) => `${resource}:${value}`),
	);
	expect([...inMatrix, ...composed].sort()).toEqual(writing.sort());
});

/** They change no existing post, or work on a post in any status. */
const inAnyStatus = ['media:upload', 'post:create', 'post:duplicate'];

test('every other write has the statuses that allow it', () => {
	const limited = Object.keys(allowedStatuses).map((operation) => `post:${operation}`);
	expect([...limited, ...inAnyStatus].sort()).toEqual(inMatrix.sort());
});
