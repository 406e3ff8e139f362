import type { IDataObject, INodeExecutionData, IRunExecutionData, ITaskData } from 'n8n-workflow';
import { createRunData } from '../../support/n8nWorkflow';
import { onDraft, onNewPost, tomorrow, useApprovals } from '../../support/useApprovals';

const { ask, node, sandbox } = useApprovals();
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

const submit = { resource: 'post', operation: 'submit', delivery: 'approved', approval: '={{ $json }}' };
const wait = { resource: 'post', operation: 'sendAndWait', delivery: 'draft' };
const other = { type: 'n8n-nodes-base.noOp' };
const none = { ...onNewPost, delivery: 'draft' };

describe('without a plan', () => {
	test.each<[string, object[]]>([
		['right after it', [{ parameters: submit }]],
		['after other nodes', [other, other, { parameters: submit }]],
		['after a disabled wait', [{ parameters: wait, disabled: true }, { parameters: submit }]],
	])('nothing is asked if Submit publishes as approved %s', async (_title, after) => {
		const asking = ask(none, { after, inARow: true } as object);
		await expect(asking).rejects.toThrow(
			`'Planned Delivery' is 'None', but 'Delivery' of 'after ${after.length - 1}' is 'As Approved'`,
		);
		expect(writes()).toEqual([]);
	});

	test.each<[string, IDataObject, object[]]>([
		['nothing follows', {}, []],
		['there is a plan', tomorrow, [{ parameters: submit }]],
		['the plan is an expression', { delivery: "={{ 'draft' }}" }, [{ parameters: submit }]],
		['Submit has another delivery', {}, [{ parameters: { ...submit, delivery: 'queue' } }]],
		[
			'the delivery of Submit is an expression',
			{},
			[{ parameters: { ...submit, delivery: '={{ $json.d }}' } }],
		],
		[
			'Submit reads the approval of another node',
			{},
			[{ parameters: { ...submit, approval: "={{ $('W').item.json }}" } }],
		],
		['Submit is disabled', {}, [{ parameters: submit, disabled: true }]],
		[
			'another wait comes before Submit',
			{},
			[{ parameters: { ...wait, ...tomorrow } }, { parameters: submit }],
		],
	])('an approval is asked for if %s', async (_title, parameters, after) => {
		const waiting = await ask({ ...none, ...parameters }, { after, inARow: true } as object);
		expect(waiting.output).toMatchObject([{ decision: 'waiting' }]);
	});
});

/** The data of an execution in which Get Approval Link, the node before `Input`, has run or not. */
function runDataWith(items: INodeExecutionData[] | undefined): IRunExecutionData {
	const runData = createRunData([{ json: {} }]);
	const task: ITaskData = {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		source: [],
		data: { main: [items ?? []] },
	};
	if (items) runData.resultData.runData['before 0'] = [task];
	return runData;
}

const maker = { parameters: { resource: 'post', operation: 'getApprovalLink' } };

describe('a link that was sent before', () => {
	const link = (nonce: string) =>
		`http://127.0.0.1:5678/webhook-waiting/two-waits/approval?signature=x&request=${nonce}`;
	const [first, second] = ['6f9619ff-8b86-4d01-b42d-00c04fc964ff', '7f9619ff-8b86-4d01-b42d-00c04fc964ff'];

	test.each<[string, IDataObject]>([
		['is missing', {}],
		['is empty', { approvalLink: '={{ $json.nothing }}' }],
		['is missing, with approvers who have no links', { approvers: 'Anna' }],
	])('is refused if the option %s', async (_title, options) => {
		const run = { before: [maker], runData: runDataWith([{ json: {} }]) };
		const asking = ask({ ...onNewPost, options }, run as object);
		await expect(asking).rejects.toThrow("The link of 'before 0' wouldn't open the page of this node");
		expect(writes()).toEqual([]);
	});

	test.each<[string, object, INodeExecutionData[] | undefined]>([
		['on a branch that did not run', maker, undefined],
		['by a disabled node', { ...maker, disabled: true }, [{ json: {} }]],
	])('is not missed if it was made %s', async (_title, before, items) => {
		const waiting = await ask(onNewPost, { before: [before], runData: runDataWith(items) } as object);
		expect(waiting.output).toMatchObject([{ decision: 'waiting' }]);
	});

	test('opens the pages of one wait only, and another one that has it is refused by name', async () => {
		const runData = createRunData([{ json: {} }]);
		const run = { runData, executionId: 'two-waits' };
		const asks = async (nodeName: string, nonce: string) =>
			await ask(
				{ ...onDraft, ...tomorrow, options: { approvalLink: link(nonce) } },
				{ ...run, nodeName, nodeId: nodeName },
			);
		const waiting = await asks('First wait', first as string);
		await waiting.runAgain();
		await expect(asks('Second wait', first as string)).rejects.toThrow(
			"'Approval Link' has the link to the page of 'First wait'",
		);
		expect((await asks('Second wait', second as string)).output).toMatchObject([{ decision: 'waiting' }]);
	});

	test('opens each review of tool calls', async () => {
		const runData = createRunData([{ json: {} }]);
		const reviews = async (nodeName: string) =>
			await node().json(
				'post:sendAndWait',
				{ options: { approvalLink: link(first as string) } },
				{
					runData,
					executionId: 'two-waits',
					nodeName,
					nodeId: nodeName,
					isHumanReview: true,
					items: [{ json: { tool: 'publish' } }],
				},
			);
		await reviews('One');
		expect(await reviews('Two')).toMatchObject([{ approved: false }]);
	});
});
