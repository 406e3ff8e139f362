import type { IDataObject } from 'n8n-workflow';
import { CancelledError } from '../../../client/http/errors';
import type { HttpRequest, HttpResponse, Send } from '../../../client/http/types';
import { profileNames, seed, startSandbox, type Sandbox } from '../../../sandbox';
import { fetchSend } from '../../support/fetchSend';
import { createRunData } from '../../support/n8nWorkflow';
import { clientOf } from '../../support/publishingClient';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';

/** What can happen to each single request of a run, followed by Retry On Fail or by another execution. */

const { channels, keys } = seed;
const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T09:00:00+00:00`;
const base = { channels: [channels.linkedin.id], caption: 'Hello', delivery: 'at', publishAt: day(10) };

const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
/** What happens to a request. */
type Mishap = (send: Send, request: HttpRequest) => Promise<HttpResponse>;

const mishaps: Record<string, Mishap> = {
	'loses its answer': async (send, request) => {
		await send(request);
		throw reset;
	},
	'gets a 500 after the work': async (send, request) => {
		await send(request);
		return { status: 500, headers: {}, body: '' };
	},
	'is never sent, because the process is killed': async () => await Promise.reject(new CancelledError()),
	'is the last one before the process is killed': async (send, request) => {
		await send(request);
		throw new CancelledError();
	},
};

interface Work {
	prepare?: (sandbox: Sandbox) => Promise<IDataObject>;
	operation: string;
	parameters: (prepared: IDataObject) => IDataObject;
	/** Posts at the end. */
	posts: number;
	status: string;
	caption?: string;
}
const posts = ({ url }: Sandbox) => clientOf({ baseUrl: url, key: keys.full }).posts;
const works: Record<string, Work> = {
	'Create with a comparison and a key from the content': {
		operation: 'post:create',
		parameters: () => ({
			...base,
			options: {
				ifRunAgain: { settings: { send: 'content' } },
				comparePosts: { settings: { ifClash: 'warn' } },
			},
		}),
		posts: 1,
		status: 'scheduled',
	},
	'Create or Update of a scheduled post': {
		prepare: async (sandbox) => {
			const delivery = { mode: 'at', at: day(10) } as const;
			const accounts = [channels.linkedin.id];
			const post = await posts(sandbox).create({ content: { accounts, caption: 'Before' }, delivery });
			sandbox.clock.advance(1000);
			return { id: post.id, updatedAt: post.updatedAt };
		},
		operation: 'post:upsert',
		parameters: ({ id, updatedAt }) => ({
			...base,
			publishAt: day(11),
			postId: byId(String(id)),
			options: { knownUpdatedAt: updatedAt },
		}),
		posts: 1,
		status: 'scheduled',
		caption: 'Hello',
	},
	'Submit with a key from the content': {
		prepare: async (sandbox) => {
			const { id } = await posts(sandbox).create({
				content: { accounts: [channels.linkedin.id], caption: 'Hello' },
			});
			return { id };
		},
		operation: 'post:submit',
		parameters: ({ id }) => ({
			postId: byId(String(id)),
			delivery: 'at',
			publishAt: day(10),
			options: { ifRunAgain: { settings: { send: 'content' } } },
		}),
		posts: 1,
		status: 'scheduled',
	},
};

describe.each(profileNames)('in the profile %s', (profile) => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ profile, clock: 'manual', rateLimits: 'off', seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	const isAsWanted = ({ posts: count, status, caption }: Work): boolean => {
		const [post, ...others] = sandbox.posts();
		return others.length === count - 1 && post?.status === status && post.caption === (caption ?? 'Hello');
	};

	/** Runs the work, and again after a mishap. Returns whether the mishap has happened, and what is wrong then. */
	async function runTwice(work: Work, mishap: string, nth: number, isRetry: boolean) {
		sandbox.reset();
		const prepared = (await work.prepare?.(sandbox)) ?? {};
		const real = fetchSend(keys.full);
		let sent = 0;
		const failing: Send = async (request) => {
			sent += 1;
			return sent === nth ? await (mishaps[mishap] as Mishap)(real, request) : await real(request);
		};
		const run = { runData: createRunData(itemsOf({})), executionId: 'one' };
		const send = async (own: Send, more: object): Promise<IDataObject | undefined> => {
			const node = nodeFor(sandbox, { own: { send: own } });
			const parameters = work.parameters(prepared);
			return (await node.json(work.operation, parameters, { ...more, continueOnFail: true }))[0];
		};
		await send(failing, run).catch(() => undefined);
		sandbox.clock.advance(5000);
		const output = await send(real, isRetry ? run : {});
		const findings = sandbox.takeFindings();
		// Only an execution knows who returned a post to draft. Another one leaves the post as it is and names it.
		const isNamed = !isRetry && output?.action === 'conflict' && sandbox.posts()[0]?.status === 'draft';
		const isRight = output?.error === undefined && (isAsWanted(work) || isNamed) && findings.length === 0;
		return { isOver: sent < nth, wrong: isRight ? [] : [{ mishap, nth, isRetry, output, findings }] };
	}

	test.each(Object.entries(works))(
		'%s is done once, whatever happens to one request',
		async (_name, work) => {
			for (const mishap of Object.keys(mishaps)) {
				for (let nth = 1, isOver = false; !isOver; nth++) {
					const again = [await runTwice(work, mishap, nth, true), await runTwice(work, mishap, nth, false)];
					expect(again.flatMap(({ wrong }) => wrong)).toEqual([]);
					isOver = again.every((each) => each.isOver);
				}
			}
		},
	);
});
