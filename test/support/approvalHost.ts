import 'reflect-metadata';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	ITaskData,
	IWebhookData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { asText } from './htmlText';
import { createExecuteContext, type NodeRun } from './n8nContexts';
import { createRunData, placeNode } from './n8nWorkflow';

/** A waiting node and its page, served over HTTP like n8n. */
export interface WaitingNode {
	/** Address of the page on this machine. */
	link: string;
	/** The time until which n8n waits. */
	waitTill: Date | undefined;
	/** The output of the run before it waited. */
	output: IDataObject[];
	/** The items with which n8n continues if no one answers in time. */
	atTimeLimit(): IDataObject[];
	hints: string[];
	/** Outputs of the answers that continue the workflow. n8n uses the first one. */
	resumed: INodeExecutionData[][];
	/** The address on this machine for a link of the node. */
	local(link?: string): string;
	/** Another address of the same node, such as that of an earlier round. */
	linkWith(query: Record<string, string>): string;
	get(link?: string): Promise<Page>;
	/** Sends the form of the page as a browser does: hidden fields and texts as shown, and these. */
	send(fields: Record<string, string>): Promise<Page>;
	/** Sends only these fields. */
	post(fields: Record<string, string>, link?: string): Promise<Page>;
	/** Makes another node answer from now on, such as one in another process. */
	serve(nodeType: INodeType, disturb?: (context: IWebhookFunctions) => IWebhookFunctions): void;
	/** Runs the node again, as in a loop. */
	runAgain(): Promise<void>;
	close(): Promise<void>;
}

interface Page {
	status: number;
	text: string;
	headers: Headers;
}

async function readBody(request: IncomingMessage): Promise<IDataObject> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const fields: IDataObject = {};
	for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString())) fields[name] = value;
	return fields;
}

/** The fields of a page's form with their current values. */
export function fieldsOf({ text }: Page): Record<string, string> {
	const inputs = [
		...text.matchAll(
			/<input type="(?:hidden|text|datetime-local)"[^>]*? name="([^"]*)"[^>]*? value="([^"]*)"/g,
		),
	];
	const areas = [...text.matchAll(/<textarea [^>]*? name="([^"]*)"[^>]*>\n([^<]*)<\/textarea>/g)];
	return Object.fromEntries([...inputs, ...areas].map(([, name = '', value = '']) => [name, asText(value)]));
}

/**
 * Runs a node that waits for an answer, and serves its page on a free port of 127.0.0.1.
 * @param disturb can change the node's n8n context, such as to make a call fail
 */
export async function startWaiting(
	nodeType: INodeType,
	run: NodeRun,
	disturb: (context: IWebhookFunctions) => IWebhookFunctions = (context) => context,
): Promise<WaitingNode> {
	const placed = placeNode(nodeType, run);
	const { workflow, node, additionalData } = placed;
	const runData = run.runData ?? createRunData(run.items ?? [{ json: {} }]);
	const waiting = {
		link: '',
		output: [] as IDataObject[],
		hints: [] as string[],
		input: [] as INodeExecutionData[],
	};
	/** The node's finished runs in the execution, as n8n saves them. */
	const finished = (): ITaskData[] => (runData.resultData.runData[node.name] ??= []);
	const runOnce = async (): Promise<void> => {
		const runIndex = finished().length;
		const context = createExecuteContext(placed, { runIndex, ...run, runData });
		const outputs = (await nodeType.execute?.call(context)) as INodeExecutionData[][];
		waiting.input = context.getInputData();
		waiting.output = (outputs[0] ?? []).map(({ json }) => json);
		waiting.hints = context.hints.map(({ message }) => message);
		const [{ approvalLink, approvers = [] } = {}] = waiting.output;
		const [first] = approvers as Array<{ link: string }>;
		waiting.link = String(approvalLink ?? first?.link ?? '');
	};
	await runOnce();
	const resumed: INodeExecutionData[][] = [];
	let roundStart = 0;
	let serving = { nodeType, disturb };
	// Longer than any test, so that no request meets a connection that closes at that moment.
	const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
		const answer = async (): Promise<void> => {
			const url = new URL(request.url ?? '/', 'http://127.0.0.1');
			const httpRequest = Object.assign(request, {
				query: Object.fromEntries(url.searchParams),
				body: await readBody(request),
			});
			const context = new WebhookContext(
				workflow,
				node,
				{ ...additionalData, httpRequest: httpRequest as never, httpResponse: response as never },
				'trigger',
				{} as IWebhookData,
				[],
				structuredClone(runData),
			);
			const { webhookResponse, workflowData } = await (serving.nodeType.webhook?.call(
				serving.disturb(context as unknown as IWebhookFunctions),
			) as ReturnType<NonNullable<INodeType['webhook']>>);
			// n8n accepts the first answer.
			const status = workflowData && resumed.length > roundStart ? 500 : 200;
			if (workflowData?.[0]) resumed.push(workflowData[0]);
			if (workflowData && status === 200) {
				const facts = { startTime: 0, executionTime: 0, executionIndex: 0, source: [] };
				finished().push({ ...facts, data: { main: workflowData } });
			}
			if (!response.writableEnded) response.writeHead(status).end(String(webhookResponse ?? ''));
		};
		// An error in the webhook ends the connection.
		answer().catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const local = (link: string): string => {
		const { pathname, search } = new URL(link);
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}${search}`;
	};
	const call = async (link: string, init: RequestInit = {}): Promise<Page> => {
		const answer = await fetch(link, { redirect: 'manual', ...init });
		return { status: answer.status, text: await answer.text(), headers: answer.headers };
	};
	const self: WaitingNode = {
		get link() {
			return local(waiting.link);
		},
		get output() {
			return waiting.output;
		},
		get hints() {
			return waiting.hints;
		},
		get waitTill() {
			return runData.waitTill;
		},
		atTimeLimit: () => waiting.input.map(({ json }) => json),
		resumed,
		local: (link = '') => local(link),
		linkWith: (query) => {
			const link = new URL(self.link);
			link.search = new URLSearchParams(query).toString();
			return link.href;
		},
		get: async (link = self.link) => await call(link),
		post: async (fields, link = self.link) =>
			await call(link, { method: 'POST', body: new URLSearchParams(fields) }),
		send: async (fields) => await self.post({ ...fieldsOf(await self.get()), ...fields }),
		serve: (another, around = (context) => context) => {
			serving = { nodeType: another, disturb: around };
		},
		runAgain: async () => {
			roundStart = resumed.length;
			await runOnce();
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
	return self;
}
