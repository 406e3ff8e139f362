import { createRequire } from 'node:module';
import path from 'node:path';
import type { IDataObject, INodeType, IRunExecutionData } from 'n8n-workflow';
import { Pool } from 'undici';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { userAgent } from '../../nodes/shared/transport';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { executeNode } from '../../test/support/n8nContexts';
import { byId, itemsOf } from '../../test/support/nodeUnderTest';
import type { Service } from './service';

const credentialsOf = ({ url, apiKey }: Service) => [
	{ type: new SocialPublishingApi(), data: { baseUrl: url, apiKey } },
];

let executions = 0;
const nextExecution = (): string => String((executions += 1));

/** Creates input items, each with the ID of a post. */
const readItems = ({ postIds }: Service, count: number) =>
	itemsOf(
		...Array.from({ length: count }, (_, index) => ({ id: postIds[index % postIds.length] as string })),
	);

/** Reads a post for each item with this package's node. */
export async function readWithNode(service: Service, count: number): Promise<void> {
	const parameters = { resource: 'post', operation: 'get', postId: byId('={{ $json.id }}'), simplify: false };
	const run = { credentials: credentialsOf(service), parameters, executionId: nextExecution() };
	await executeNode(new SocialPublishing(), { ...run, items: readItems(service, count) });
}

/**
 * Creates a draft for each item with this package's node. Returns the number of output items.
 * @param runData n8n's data of the execution, to look at afterwards
 */
export async function createWithNode(
	service: Service,
	captions: string[],
	runData?: IRunExecutionData,
): Promise<number> {
	const parameters = {
		resource: 'post',
		operation: 'create',
		channels: ['c0000000-0000-4000-8000-000000000001'],
		caption: '={{ $json.caption }}',
	};
	const items = itemsOf(...captions.map((caption): IDataObject => ({ caption })));
	const executionId = nextExecution();
	const run = { credentials: credentialsOf(service), parameters, executionId, items, runData };
	return (await executeNode(new SocialPublishing(), run)).length;
}

/** A row of a calendar, with the post's ID, text and time. */
export interface CalendarRow extends IDataObject {
	id: string;
	text: string;
	time: string;
}

/** Syncs a calendar's posts with its rows. Returns the output for each row. */
export async function followRows(
	service: Service,
	operation: 'syncCalendar' | 'upsert',
	rows: CalendarRow[],
): Promise<IDataObject[]> {
	const parameters = {
		resource: 'post',
		operation,
		postId: byId('={{ $json.id }}'),
		channels: ['c0000000-0000-4000-8000-000000000001'],
		caption: '={{ $json.text }}',
		delivery: 'at',
		publishAt: '={{ $json.time }}',
	};
	const run = { credentials: credentialsOf(service), parameters, executionId: nextExecution() };
	const outputs = await executeNode(new SocialPublishing(), { ...run, items: itemsOf(...rows) });
	return outputs.map(({ json }) => json);
}

const headersOf = ({ apiKey }: Service) => ({ authorization: `Bearer ${apiKey}`, 'user-agent': userAgent });

/** Reads a post for each item with only an undici pool and a fixed number of parallel requests. */
export async function readWithPool(service: Service, count: number, atOnce: number): Promise<void> {
	const pool = new Pool(service.url, { connections: atOnce });
	const ids = readItems(service, count).map(({ json }) => String(json.id));
	const headers = headersOf(service);
	const work = async (): Promise<void> => {
		for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
			const { body } = await pool.request({ method: 'GET', path: `/api/v1/posts/${id}`, headers });
			await body.json();
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	await pool.close();
}

const requireN8n = createRequire(path.resolve('runtimes', 'n8n', 'package.json'));

/** Creates n8n's HTTP Request node. */
function createHttpRequest(): INodeType {
	const { HttpRequest } = requireN8n('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: new () => { nodeVersions: Record<string, INodeType> };
	};
	const newest = Object.entries(new HttpRequest().nodeVersions).sort(([a], [b]) => Number(b) - Number(a))[0];
	if (!newest) throw new Error('n8n has no HTTP Request node');
	return newest[1];
}

/** Reads a post for each item with n8n's HTTP Request node and the same credential. */
export async function readWithHttpRequest(service: Service, count: number): Promise<void> {
	const parameters = {
		url: `=${service.url}/api/v1/posts/{{ $json.id }}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'socialPublishingApi',
		options: {},
	};
	const run = { credentials: credentialsOf(service), parameters, executionId: nextExecution() };
	const found = await executeNode(createHttpRequest(), {
		...run,
		packageName: 'n8n-nodes-base',
		typeVersion: 4.2,
		items: readItems(service, count),
	});
	if (found.length !== count) throw new Error(`HTTP Request gave ${found.length} of ${count} items`);
}
