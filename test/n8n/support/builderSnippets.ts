import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { baseNodes, ownNodes, requireN8n } from './builderCatalog';
import type { Workflow } from './testbed';

/** Code of n8n's Workflow SDK, as an AI builder writes it. */
interface Snippet {
	title: string;
	code: string;
}

interface Builder {
	toJSON(): Workflow;
}

/** The parts of `@n8n/workflow-sdk` that n8n's AI builder checks code with. */
interface WorkflowSdk {
	parseWorkflowCodeToBuilder(code: string): Builder;
	orchestrateGeneration(options: { nodes: INodeTypeDescription[]; outputDir: string }): Promise<unknown>;
	validateWorkflowBuilder(builder: Builder, options: object): { issues: object[] };
}

/** The snippets of docs/ai-builders.md. */
export function readSnippets(): Snippet[] {
	const page = readFileSync('docs/ai-builders.md', 'utf8');
	const found = page.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```/gm);
	return [...found].map(([, title = '', code = '']) => ({ title, code }));
}

/** The examples that an AI builder reads in the type definitions, each as the only step of a workflow. */
export function readExamples(): Snippet[] {
	const contents = ownNodes().flatMap(({ builderHint }) => builderHint?.extraTypeDefContent ?? []);
	const patterns = contents.flatMap(({ content }) => [
		...content.matchAll(/<pattern title="(.+)">\n(const (\w+) = (trigger|node)\([\s\S]+?)<\/pattern>/g),
	]);
	return patterns.map(([, title = '', code = '', name = '', kind]) => {
		const start = "trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } })";
		const steps = kind === 'trigger' ? name : `${start}).to(${name}`;
		return { title, code: `${code}\nexport default workflow('example', 'Example').add(${steps});` };
	});
}

const versionsOf = ({ version }: INodeTypeDescription): number[] => [version].flat();

/**
 * Prepares n8n's check of workflows, which knows all fields of n8n-nodes-base and of this package.
 * @returns a function that returns the check's findings about code, including warnings, and the resulting workflow
 */
export async function createValidator(): Promise<(code: string) => { issues: object[]; workflow: Workflow }> {
	const sdk = requireN8n('@n8n/workflow-sdk') as WorkflowSdk;
	const outputDir = mkdtempSync(path.join(tmpdir(), 'node-definitions-'));
	await sdk.orchestrateGeneration({ nodes: ownNodes(), outputDir });
	const base = path.dirname(requireN8n.resolve('n8n-nodes-base/package.json'));
	const nodes = [...baseNodes(), ...ownNodes()];
	const nodeTypesProvider = {
		getByName: (name: string) => ({ description: nodes.find((node) => node.name === name) }),
		getKnownTypes: () => ({}),
		getByNameAndVersion: (name: string, version: number) => ({
			description: nodes.find((node) => node.name === name && versionsOf(node).includes(version)),
		}),
	};
	const nodeDefinitionDirs = [path.join(base, 'dist', 'node-definitions'), outputDir];
	return (code) => {
		const builder = sdk.parseWorkflowCodeToBuilder(code);
		const options = { nodeTypesProvider, nodeDefinitionDirs, lint: true, source: code };
		const { issues } = sdk.validateWorkflowBuilder(builder, options);
		return { issues, workflow: builder.toJSON() };
	};
}
