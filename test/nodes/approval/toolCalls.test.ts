import type { IDataObject } from 'n8n-workflow';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { seed } from '../../../sandbox';
import { callers, type Ended } from '../../support/callers';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default', clock: 'real' });

/** The ways n8n runs a node without an execution that can wait. */
const withoutWait = [
	'AI Agent 2, as a tool',
	'MCP Server Trigger',
	'MCP Server Trigger in a queue',
	'n8n Agents',
];

const textOf = (ended: Ended | undefined): string =>
	ended !== undefined && 'error' in ended ? String(ended.error) : JSON.stringify(ended);

const operations: Array<[operation: string, parameters: IDataObject]> = [
	['sendAndWait', { source: 'new', channels: [seed.channels.bluesky.id], caption: 'The showroom opens' }],
	['getApprovalLink', {}],
];

test.each(withoutWait.flatMap((name) => operations.map((operation) => [name, ...operation] as const)))(
	'rejects a call from %s: %s, and saves no draft',
	async (name, operation, parameters) => {
		const caller = callers.find((one) => one.name === name);
		const called = {
			nodeType: new SocialPublishing(),
			credentials: [
				{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: seed.keys.full } },
			],
			parameters: { resource: 'post', operation, ...parameters } as never,
		};
		const [ended] = (await caller?.call(called, [{}])) ?? [];
		expect(textOf(ended)).toContain("'Wait for Approval' can't wait here");
		expect(sandbox().requests.filter(({ method }) => method === 'POST')).toEqual([]);
	},
);
