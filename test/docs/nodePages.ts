import type { ICredentialType, IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ContentScoringApi } from '../../credentials/ContentScoringApi.credentials';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishingOAuth2Api } from '../../credentials/SocialPublishingOAuth2Api.credentials';
import { ContentScoring } from '../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingTrigger } from '../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { fieldHeadings, fieldRows, formOf, tellParameters } from './fields';
import { anchor, compactTable, jsonBlock } from './markdown';
import type { ExampleRun, ScoringRun, PublishingRun } from './runExamples';
import { shortened, withFixedIds } from './sample';
import { eventTable, statusTable } from './values';

/** An operation as a menu has it, with the resource it stands in. */
export interface MenuEntry {
	/** `resource:operation`, as workflows store it. */
	key: string;
	resource: string;
	name: string;
	description: string;
	form: INodeProperties[];
}

const optionsOf = (properties: INodeProperties[], name: string): INodePropertyOptions[] =>
	properties
		.filter((property) => property.name === name)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);

/** Every operation of a node, in the order of its menus. */
export function operationsIn(all: INodeProperties[]): MenuEntry[] {
	return optionsOf(all, 'resource').flatMap((resource) => {
		const menu = all.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(String(resource.value)),
		);
		return optionsOf(menu, 'operation').map(({ name, value, description = '' }) => ({
			key: `${String(resource.value)}:${String(value)}`,
			resource: resource.name,
			name,
			description,
			form: formOf(all, String(resource.value), String(value)),
		}));
	});
}

/** The operations of the node Social Publishing. */
export const publishingMenu = operationsIn(new SocialPublishing().description.properties);
/** The operations of the node Content Scoring. */
export const scoringMenu = operationsIn(new ContentScoring().description.properties);

/** The heading of an operation. */
export const headingOf = ({ resource, name }: MenuEntry): string => `${resource}: ${name}`;

/** A link to an operation in the page of its node; `page`: the way there, empty on the page itself. */
export const linkTo = (entry: MenuEntry, page: string): string =>
	`[${entry.name}](${page}#${anchor(headingOf(entry))})`;

const fieldsOf = (form: INodeProperties[]): string => {
	const rows = fieldRows(form);
	return rows.length === 0 ? 'No fields.' : compactTable(fieldHeadings, rows);
};

/** What the output of an example is, and how many items there are beside the one that is shown. */
function exampleOf({ form }: MenuEntry, { parameters, output }: ExampleRun): string {
	const told = tellParameters(form, parameters);
	const given = told.length > 0 ? `With ${told.join(', ')}` : 'As it is';
	const count = output.length === 1 ? 'one item' : `${output.length} items, the first of which is`;
	return withFixedIds(`${given}, it gives ${count}:\n\n${jsonBlock(shortened(output[0] ?? {}))}`);
}

/** A part of a page about one operation. */
function operationPart(entry: MenuEntry, run: ExampleRun, note: string): string {
	return [
		`## ${headingOf(entry)}`,
		`${withoutPrice(entry.description)}.`,
		note,
		fieldsOf(entry.form),
		exampleOf(entry, run),
	].join('\n\n');
}

const permissionNote = ({ needs }: PublishingRun): string =>
	needs.length === 0
		? 'Any key may do this.'
		: `The key needs ${needs.map((one) => `\`${one}\``).join(' and ')}.`;

const creditNote = ({ credits }: ScoringRun): string => {
	const prices = credits.join(', ').replace(/, (\d+)$/, ' or $1');
	return prices === '0' ? 'Free.' : `Costs ${prices} ${prices === '1' ? 'credit' : 'credits'}.`;
};

/** What a description says of the price is said by the note below it. */
export const withoutPrice = (description: string): string => description.replace(/: (free|\d.*)$/, '');

const credentialPart = ({ displayName, properties }: ICredentialType): string =>
	`## Credential: ${displayName}\n\n${compactTable(fieldHeadings, fieldRows(properties))}`;

const introduction = (page: string): string =>
	`# ${page}\n\nWritten by \`npm run docs\` from the node itself; the examples are run against the sandbox, and long answers are cut. Do not edit.`;

/** Links to every operation, a line for each resource; `page`: the way to them, empty on the page itself. */
export function contents(menu: MenuEntry[], page = ''): string {
	const resources = [...new Set(menu.map(({ resource }) => resource))];
	return resources
		.map((resource) => {
			const entries = menu.filter((entry) => entry.resource === resource);
			return `- **${resource}**: ${entries.map((entry) => linkTo(entry, page)).join(', ')}`;
		})
		.join('\n');
}

function parts<P extends ExampleRun>(
	menu: MenuEntry[],
	runs: ReadonlyMap<string, P>,
	note: (one: P) => string,
): string[] {
	return menu.map((entry) => {
		const one = runs.get(entry.key);
		if (one === undefined)
			throw new Error(`There is no example of ${entry.key}: add it to test/docs/examples.ts`);
		return operationPart(entry, one, note(one));
	});
}

/** The page of the node Social Publishing. */
export const publishingPage = (runs: ReadonlyMap<string, PublishingRun>): string =>
	[
		introduction('Social Publishing'),
		contents(publishingMenu),
		credentialPart(new SocialPublishingApi()),
		credentialPart(new SocialPublishingOAuth2Api()),
		...parts(publishingMenu, runs, permissionNote),
		'## States of a post',
		statusTable(),
	].join('\n\n');

/** The page of the node Content Scoring. */
export const scoringPage = (runs: ReadonlyMap<string, ScoringRun>): string =>
	[
		introduction('Content Scoring'),
		contents(scoringMenu),
		credentialPart(new ContentScoringApi()),
		...parts(scoringMenu, runs, creditNote),
	].join('\n\n');

/** The page of the trigger; `items`: what a manual test gives. */
export const triggerPage = (items: IDataObject[]): string =>
	[
		introduction('Social Publishing Trigger'),
		'## Fields',
		fieldsOf(new SocialPublishingTrigger().description.properties),
		'## Events',
		eventTable(),
		'## Output',
		`With **Trigger On**: Any Change, a manual test gives ${items.length} items, the first of which is:`,
		withFixedIds(jsonBlock(shortened(items[0] ?? {}))),
	].join('\n\n');
