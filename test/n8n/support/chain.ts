import type { Workflow } from './testbed';

/** A node of a workflow. A node of this package gets the only credential of its type. */
export const node = (name: string, type: string, parameters: object, typeVersion = 1) => ({
	id: `3f6a0c1e-52b7-4d1c-9d55-${name.padEnd(12, '0').slice(0, 12)}`,
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
	...(type === testbed.nodeType ? { credentials: { socialPublishingApi: { id: null, name: '' } } } : {}),
});

/** Downloads a file to the binary field `data`. */
export const download = (url: string) =>
	node(
		'Download',
		'n8n-nodes-base.httpRequest',
		{ url, options: { response: { response: { responseFormat: 'file' } } } },
		4.2,
	);

/** A workflow with sequential nodes after the trigger `Start`. */
export function chain(name: string, nodes: Array<{ name: string }>): Workflow {
	const all = [node('Start', 'n8n-nodes-base.manualTrigger', {}), ...nodes];
	const connections = nodes.map((next, index) => [
		all[index]?.name,
		{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
	]);
	return {
		name,
		nodes: all,
		connections: Object.fromEntries(connections),
		settings: { executionOrder: 'v1' },
	};
}
