import type { IDataObject } from 'n8n-workflow';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { statusNames } from '../../../nodes/SocialPublishing/words/labels';
import {
	allowedStatuses,
	type PostStatus,
	type StatusOperation as Operation,
} from '../../../client/publishing/posts/status';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { hasExtras, onlyIn, profile } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default', publishMs: 1_000 });

const { bluesky, facebook } = seed.channels;

const nodeWith = (key = seed.keys.full) => nodeFor(sandbox(), { key });

const tomorrow = '2026-01-06T09:00:00.000+00:00';
const dayMs = 86_400_000;

const create = async (delivery: string, { key = seed.keys.full, channels = [facebook.id] } = {}) => {
	const parameters = { channels, caption: 'Hi', delivery, publishAt: tomorrow };
	return String((await nodeWith(key).json('post:create', parameters))[0]?.id);
};

const publish = async (channels?: string[]): Promise<string> => {
	const id = await create('now', { channels });
	sandbox().clock.advance(2_000);
	return id;
};

const failOnFacebook = () => sandbox().outcomes.add({ platform: 'facebook', outcome: 'fail' });

const inReview = async (): Promise<string> => await create('at', { key: seed.keys.drafts });

const reviewed = (act: 'approve' | 'reject' | 'requestChanges') => async () => {
	const id = await inReview();
	// A post whose time has passed can be approved, but not scheduled.
	sandbox().clock.advance(2 * dayMs);
	sandbox().review[act](id);
	return id;
};

const prepare: Record<PostStatus, () => Promise<string>> = {
	approved: reviewed('approve'),
	changes_requested: reviewed('requestChanges'),
	draft: async () => await create('draft'),
	failed: async () => {
		failOnFacebook();
		return await publish();
	},
	on_hold: async () => {
		const id = await create('at');
		sandbox().review.hold(id);
		return id;
	},
	partially_published: async () => {
		failOnFacebook();
		return await publish([facebook.id, bluesky.id]);
	},
	pending_approval: inReview,
	published: publish,
	publishing: async () => await create('now'),
	queued: async () => await create('queue'),
	rejected: reviewed('reject'),
	scheduled: async () => await create('at'),
};

const allOperations = Object.keys(allowedStatuses) as Operation[];
const operations = allOperations.filter((operation) => hasExtras || operation !== 'withdraw');

/** Marks an operation that the status allows. */
const done = '';
const wait = "It's being published. Use 'Wait for Outcome' to get the result.";
const onNetwork = "This node can't remove it from a network. Delete it there.";
const newDraft = "Use 'Duplicate' to get a new draft.";
/** Marks a deletion of a post that isn't live. The service decides, and says why it refuses. The documents allow it. */
const asService = profile === 'observed' ? 'The service refused to delete this post' : done;
const useCancel = "Use 'Cancel' to return it to draft.";
const useWithdraw = "Use 'Withdraw' to return it to draft.";
const awaitReview = `A reviewer must approve it first. ${useWithdraw}`;
const changeTime = "Use 'Schedule' to change its time, or 'Publish' to publish it now.";

/** The expected message of each operation. */
type Advice = Record<Operation, string>;

/** The default for each operation that needs another status. Individual cells override it. */
const each = (way: (operation: Operation) => string, own: Partial<Advice>): Advice =>
	Object.assign(Object.fromEntries(allOperations.map((one) => [one, way(one)])), own) as Advice;

const canceled = (operation: Operation) => `Return it to draft with 'Cancel', then ${operation} it.`;
const copied = (operation: Operation) => `Use 'Duplicate', then ${operation} the copy.`;

const editInPlace = "Set the option 'If the Post Is Scheduled' to 'Edit and Reschedule'.";
const updateAndSchedule = "Return it to draft with 'Cancel', update it, then use 'Schedule' again.";
const onTheWay = {
	cancel: done,
	delete: done,
	publish: done,
	schedule: done,
	submit: changeTime,
	update: editInPlace,
	withdraw: useCancel,
};
const inEditing = { cancel: newDraft, delete: asService, withdraw: newDraft };
const live = { cancel: onNetwork, delete: onNetwork, withdraw: onNetwork };

const advice: Record<PostStatus, Advice> = {
	approved: each(copied, inEditing),
	changes_requested: each(
		(operation) => `Change it in the web app, or use 'Duplicate' and ${operation} the copy.`,
		inEditing,
	),
	draft: each(() => done, {
		cancel: "It's a draft already. Use 'Delete' to remove it.",
		withdraw: "It's a draft already. Use 'Delete' to remove it.",
	}),
	failed: each(canceled, {
		...onTheWay,
		update: updateAndSchedule,
		submit: "Use 'Send Again' to publish it on the channels on which it failed.",
	}),
	on_hold: each(canceled, {
		cancel: done,
		delete: asService,
		update: updateAndSchedule,
		withdraw: useCancel,
	}),
	partially_published: each(() => "Use 'Send Again' for the channels on which it failed.", live),
	pending_approval: each((operation) => `Return it to draft with 'Withdraw', then ${operation} it.`, {
		cancel: useWithdraw,
		delete: asService,
		publish: awaitReview,
		schedule: awaitReview,
		submit: `It was submitted before. ${awaitReview}`,
		update: "Return it to draft with 'Withdraw', update it, then use 'Submit' again.",
		withdraw: done,
	}),
	published: each(copied, live),
	publishing: each(() => wait, {}),
	queued: each(canceled, onTheWay),
	rejected: each(copied, {
		cancel: `Use 'Delete' to remove it. ${newDraft}`,
		delete: done,
		withdraw: `Use 'Delete' to remove it. ${newDraft}`,
	}),
	scheduled: each(canceled, onTheWay),
};

const parametersOf: Partial<Record<Operation, IDataObject>> = {
	schedule: { publishAt: '2026-02-01T09:00:00+00:00' },
	update: { updateFields: { caption: 'New' } },
};

const cases = Object.entries(prepare).flatMap(([status, make]) =>
	operations.map((operation) => ({ status: status as PostStatus, operation, make })),
);

test.each(cases)('explains $operation of a post that is $status (P100, N36, N37)', async (tried) => {
	const { status, operation, make } = tried;
	const postId = await make();
	const [before] = await nodeWith().json('post:get', { postId: byId(postId) });
	expect(before?.status).toBe(status);
	const parameters = { postId: byId(postId), ...parametersOf[operation] };
	const [{ json: result = {} } = {}] = await nodeWith().run(`post:${operation}`, parameters, {
		continueOnFail: true,
	});
	const { error, message, details } = result as { error?: string; message: string; details: IDataObject };
	const beginning = `Post ${postId}: ${error}. `;
	const outcome = error === undefined ? done : [error, message.slice(beginning.length)];
	if (error !== undefined) {
		expect(details).toMatchObject({ postId });
		expect(message.startsWith(beginning)).toBe(true);
	}
	const told = advice[status][operation];
	// The contract doesn't say what is allowed with this status, so the service's words come first.
	const description =
		status === 'changes_requested'
			? expect.stringMatching(new RegExp(`^The service says: [^.]+\\. ${told.replaceAll('.', '\\.')}$`))
			: told;
	if (told === asService && told !== done) {
		expect(outcome).toEqual([
			told,
			expect.stringMatching(/^The service says: [^.]+\. If it waits for approval, .+'Withdraw' first\./),
		]);
		return;
	}
	expect(outcome).toEqual(
		told === done ? done : [`Can't ${operation} a post with the status ${statusNames[status]}`, description],
	);
});

test('mentions only operations and options that are on the screen', () => {
	const screen = JSON.stringify(new SocialPublishing().description.properties);
	const named = Object.values(advice).flatMap(
		(ways) =>
			Object.values(ways)
				.join(' ')
				.match(/(?<=')[A-Z][A-Za-z ]+(?=')/g) ?? [],
	);
	expect([...new Set(named)].filter((name) => !screen.includes(`"${name}"`))).toEqual([]);
	expect(named.length).toBeGreaterThan(50);
});

onlyIn('observed', 'no document knows a withdrawal', () => {
	test("keeps the service's words if the post can't be read (P100)", async () => {
		const id = await create('at');
		sandbox().faults.add({ method: 'GET', path: id, kind: 'status', status: 404 });
		expect(await nodeWith().error('post:withdraw', { postId: byId(id) })).toMatchObject({
			message: "The post can't be changed right now",
			description: expect.stringContaining('The service says: '),
		});
	});
});
