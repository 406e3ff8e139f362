import type {
	ICredentialType,
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { ContentScoring } from '../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingTrigger } from '../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { permissions } from '../../client/publishing/values';
import { createFromSource, readPackageJson } from '../support/packageFiles';
import {
	describeParameters,
	fieldRows,
	fieldTables,
	formOf,
	isInput,
	placeOf,
	sharedGroups,
	type FieldPlace,
	type SharedGroup,
} from './fields';
import { anchor, compactTable, jsonBlock, sentence, table } from './markdown';
import type { ExampleRun, PublishingRun, ScoringRun } from '../operations/runExamples';
import { shortened, withFixedIds, withNetworkLinks } from './sample';
import { eventTable, networkOptionTable, outputFieldTable, statusTable } from './values';

/** A menu's operation with its resource. */
interface MenuEntry {
	/** `resource:operation`, as workflows store it. */
	key: string;
	resource: string;
	name: string;
	description: string;
	/** The page about the operation, from docs/nodes, and its heading there unless it is the whole page. */
	page: string;
	heading?: string;
	form: INodeProperties[];
}

type PlaceOf = (resource: string, name: string) => Pick<MenuEntry, 'page' | 'heading'>;

const optionsOf = (properties: INodeProperties[], name: string): INodePropertyOptions[] =>
	properties
		.filter((property) => property.name === name)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);

/** The name of an operation's page and section. */
const headingOf = ({ resource, name }: Pick<MenuEntry, 'resource' | 'name'>): string =>
	`${resource}: ${name}`;

/** Every operation of a node, in the order of its menus. `place`: where its description is. */
function operationsIn(all: INodeProperties[], place: PlaceOf): MenuEntry[] {
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
			...place(resource.name, name),
			form: formOf(all, String(resource.value), String(value)),
		}));
	});
}

/** The folder with the pages of Social Publishing's resources. */
const folder = 'social-publishing';

/** The forms of a post are long, so each of its operations has a page. */
const isLong = (resource: string): boolean => resource === 'Post';

const pageOfResource = (resource: string): string => `${folder}/${anchor(resource)}.md`;

/** Says at a field that simplifies posts what is left of them. */
const withSimplifyLink = (entry: MenuEntry): MenuEntry => ({
	...entry,
	form: entry.form.map((field) =>
		isLong(entry.resource) && field.name === 'simplify'
			? { ...field, description: `${field.description}. See <a href="post.md#simplify">Simplify</a>.` }
			: field,
	),
});

/** The operations of the node Social Publishing. */
const publishingMenu = operationsIn(new SocialPublishing().description.properties, (resource, name) =>
	isLong(resource)
		? { page: `${folder}/${anchor(`${resource} ${name}`)}.md` }
		: { page: pageOfResource(resource), heading: headingOf({ resource, name }) },
).map(withSimplifyLink);
/** The operations of the node Content Scoring. */
export const scoringMenu = operationsIn(new ContentScoring().description.properties, (resource, name) => ({
	page: 'content-scoring.md',
	heading: headingOf({ resource, name }),
}));

/** A link to an operation. `to`: the path to docs/nodes. */
export const linkTo = ({ name, page, heading }: MenuEntry, to: string): string =>
	`[${name}](${to}${page}${heading === undefined ? '' : `#${anchor(heading)}`})`;

const names = (fields: INodeProperties[]): string =>
	fields
		.map(({ displayName }) => `**${displayName}**`)
		.join(', ')
		.replace(/, ([^,]+)$/, ' and $1');

/** How the form of a tool differs: the fields that only it has, and those that it lacks. Empty if it's the same. */
function toolPart(form: INodeProperties[], shared?: readonly SharedGroup[]): string[] {
	const fieldsAt = (place: FieldPlace) => form.filter((field) => placeOf(field) === place && isInput(field));
	const [own, missing, others] = [fieldsAt('tools'), fieldsAt('nodes'), fieldsAt('everywhere')];
	if (own.length === 0)
		return missing.length === 0 ? [] : [`A tool of an AI agent has no ${names(missing)}.`];
	const isShort = missing.length > others.length;
	const only = isShort
		? `has only ${names(others)} and these fields`
		: `has these fields instead of ${names(missing)}`;
	return [
		`A tool of an AI agent ${missing.length === 0 ? 'also has these fields' : only}:`,
		fieldTables(fieldRows(form, shared, ['tools'])),
	];
}

function fieldsOf(form: INodeProperties[], shared?: readonly SharedGroup[]): string {
	const rows = fieldRows(form, shared);
	const fields = rows.length === 0 ? 'This operation has no fields.' : fieldTables(rows);
	return [fields, ...toolPart(form, shared)].join('\n\n');
}

/** The first item of an example's output, with the number of items. */
function exampleOf({ form }: MenuEntry, { parameters, output }: ExampleRun): string {
	const shown = form.filter((field) => placeOf(field) !== 'tools');
	const described = describeParameters(shown, parameters);
	const input =
		described.length > 0 ? `Example with ${described.join(', ')}.` : 'Example with the default values.';
	const count =
		output.length === 1 ? 'It returns one item:' : `It returns ${output.length} items. The first item:`;
	return withNetworkLinks(withFixedIds(`${input} ${count}\n\n${jsonBlock(shortened(output[0] ?? {}))}`));
}

/** The section of one operation. */
function operationPart(
	entry: MenuEntry,
	run: ExampleRun,
	note: string,
	shared: readonly SharedGroup[],
): string {
	return [
		`${entry.heading === undefined ? '#' : '##'} ${headingOf(entry)}`,
		sentence(withoutPrice(entry.description)),
		note,
		exampleOf(entry, run),
		`${entry.heading === undefined ? '##' : '###'} Fields`,
		fieldsOf(entry.form, shared),
	].join('\n\n');
}

const permissionNote = ({ needs }: PublishingRun): string =>
	needs.length === 0
		? 'Required permission: none.'
		: `Required permission: ${needs.map((one) => `\`${one}\``).join(' and ')}.`;

const creditNote = ({ credits }: ScoringRun): string => {
	const prices = credits.join(', ').replace(/, (\d+)$/, ' or $1');
	return prices === '0' ? 'Price: free.' : `Price: ${prices} ${prices === '1' ? 'credit' : 'credits'}.`;
};

/** A description without the price before it, which the note below states. */
export const withoutPrice = (description: string): string => description.replace(/^(Free|\d[^.]*)\. /, '');

const allCredentials = readPackageJson().n8n.credentials.map((file) =>
	createFromSource<ICredentialType>(file),
);

/** The sections about the credentials of a page's node. */
const credentialParts = ({ description }: INodeType): string[] =>
	allCredentials
		.filter((credential) => description.credentials?.some(({ name }) => name === credential.name))
		.map(
			({ displayName, properties }) =>
				`## Credential: ${displayName}\n\n${fieldTables(fieldRows(properties))}`,
		);

const generated = '<!-- Generated by npm run docs from the nodes and the sandbox. Do not edit. -->';

const introduction = (page: string, text: string): string => [`# ${page}`, generated, text].join('\n\n');

/** Says that an example in the same section is cut. */
const shortenedNote = 'Long example outputs are shortened.';

const resourcesIn = (menu: MenuEntry[]): string[] => [...new Set(menu.map(({ resource }) => resource))];

/** The operations of each resource as links. `to`: the path to docs/nodes. */
const operationLinks = (menu: MenuEntry[], to: string): string =>
	resourcesIn(menu)
		.map((resource) => {
			const links = menu.filter((entry) => entry.resource === resource).map((entry) => linkTo(entry, to));
			return `- **${resource}**: ${links.join(', ')}`;
		})
		.join('\n');

/** What each operation of a post does, in a sentence, and links to the other operations. `to`: the path to docs/nodes. */
export function publishingOverview(to: string): string {
	const [ofPosts, others] = [true, false].map((isPost) =>
		publishingMenu.filter(({ resource }) => (resource === 'Post') === isPost),
	) as [MenuEntry[], MenuEntry[]];
	const rows = ofPosts.map((entry) => [
		linkTo(entry, to),
		sentence(entry.description.split(/(?<=\.) /)[0] ?? ''),
	]);
	return [table(['Post', 'What it does'], rows), operationLinks(others, to)].join('\n\n');
}

/** What each operation does, with links. `to`: the path to docs/nodes. */
const contents = (entries: MenuEntry[], to: string): string =>
	compactTable(
		['Operation', 'What it does'],
		entries.map((entry) => [linkTo(entry, to), sentence(withoutPrice(entry.description))]),
	);

function entryOf(key: string): MenuEntry {
	const entry = publishingMenu.find((one) => one.key === key);
	if (entry === undefined) throw new Error(`The menus have no operation ${key}`);
	return entry;
}

/** Each permission with the operations that need it. */
function permissionPart(runs: ReadonlyMap<string, PublishingRun>): string {
	const callTool = entryOf('agent:callTool');
	const rows = permissions.map((permission) => [
		`\`${permission}\``,
		publishingMenu
			.filter(({ key }) => runs.get(key)?.needs.includes(permission) && !key.startsWith('agent:'))
			.map((entry) => `${entry.resource} → ${linkTo(entry, '')}`)
			.join(', '),
	]);
	return [
		'## Permissions',
		"An API key has its own permissions and its own list of channels. **Workspace → Get** returns both. In the workspace settings, the key's **Activity** lists its calls, up to 20 minutes late. To cut off n8n, revoke the key in the workspace settings. It stops working within 60 seconds.",
		'An API key can have an end, after which every workflow that uses it stops. **Workspace → Get** returns `daysLeft`, the trigger warns with **API Key Expiring**, and in the last 14 days a hint stands above the output of each run that reads the key. Enter the new key in the same credential while no execution is running or waiting. [Reliability of the trigger](../trigger-reliability.md#api-key) says why.',
		compactTable(['Permission', 'Operations that need it'], rows),
		'Without `publish_directly`, **Create** and **Submit** send a post to review instead of publishing it. The same happens in a workspace that requires approval for every post. `routed` in the output says which way the post went. Deleting a scheduled or queued post needs `publish_directly`, too.',
		'**Update** with **Edit and Reschedule**, **Create or Update** and **Sync Calendar** need `publish_directly` to change a post that is scheduled or queued, because they return it to draft first. Operations that upload files for a post, such as **Create**, need `upload_media` as well.',
		`Each tool of **${callTool.resource} → ${callTool.name}** needs the permission for what it does.`,
	].join('\n\n');
}

const sharedPart = ({ name, rows }: SharedGroup): string => `## ${name}\n\n${fieldTables(rows)}`;

const sharedIn = (menu: MenuEntry[], page: string): SharedGroup[] =>
	sharedGroups(
		menu.map(({ resource, name, form }) => ({ name: `${resource} → ${name}`, form })),
		page,
	);

/** The parts of operations, by their key. */
function operationParts<R extends ExampleRun>(
	menu: MenuEntry[],
	runs: ReadonlyMap<string, R>,
	{ note, shared }: { note: (run: R) => string; shared: readonly SharedGroup[] },
): ReadonlyMap<string, string> {
	return new Map(
		menu.map((entry) => {
			const run = runs.get(entry.key);
			if (run === undefined)
				throw new Error(`There is no example of ${entry.key}. Add it to test/operations/`);
			return [entry.key, operationPart(entry, run, note(run), shared)];
		}),
	);
}

const publishingParts = (runs: ReadonlyMap<string, PublishingRun>): string[] => [
	introduction(
		'Social Publishing',
		'Find an operation to see its fields, the permission it needs and an example of its output. To start a workflow when posts change, see [Social Publishing Trigger](social-publishing-trigger.md).',
	),
	...resourcesIn(publishingMenu).map((resource) => {
		const entries = publishingMenu.filter((entry) => entry.resource === resource);
		const more = isLong(resource)
			? `\n\n[Fields of several operations](${pageOfResource(resource)}), such as the options of each network, what **Simplify** returns, and the statuses of a post.`
			: '';
		return `## ${resource}\n\n${contents(entries, '')}${more}`;
	}),
	permissionPart(runs),
	...credentialParts(new SocialPublishing()),
];

/** What several operations of a post have in common. */
const postPart = (shared: readonly SharedGroup[]): string =>
	[
		introduction('Post: fields of several operations', '[All operations](../social-publishing.md#post)'),
		...shared.map(sharedPart),
		'## Network options',
		'The form of **Network Options** has these options of the networks that you have channels on, and any other that the service describes. An option of a network applies to all of its channels in the post. If you have several channels on a network, the form has the options of each channel as well, and these take precedence. **Update** clears options under **Network Options to Clear**.',
		networkOptionTable(),
		'## Simplify',
		'With **Simplify**, a post has these fields. Times are in the zone of the option **Time Zone**, or else in that of the workflow, except `serverTime`. An operation adds fields of its own, such as `action` or `approved`. Without **Simplify**, you get the post as the service returned it, with `message`, `urls` and `textLinks`. Fields that are empty come last.',
		"`urls` is a list. In a text, `{{ $json.urls.join('\\n') }}` writes the links one below the other, and `{{ $json.channels.map((channel) => channel.network + ': ' + (channel.url ?? channel.status)).join('\\n') }}` writes a line for each channel of a post that was sent. In review, on hold, or after a reviewer returned it, the channels of a post have the status `draft`, so use `{{ $json.message }}` there. Without **Simplify**, channels have `platform` instead of `network`, and `error` instead of `failureReason`.",
		outputFieldTable('post'),
		"Each entry of `channels` has `network`, `handle`, `status` and `url`, and the other fields below if they have a value. With the option **One Item per Channel**, each item has all of them, with the `message`, `urls` and `textLinks` of the channel, and of its post the `id`, `postStatus`, `routed`, `updatedAt` and `media`. If you also turn off **Simplify**, `postCaption` is the text of the post, and `caption` is the channel's own text, if it has one.",
		outputFieldTable('channel'),
		'## Post statuses',
		statusTable(),
	].join('\n\n');

/** The pages of the node Social Publishing and of its resources, by their paths from docs/nodes. */
export function publishingPages(runs: ReadonlyMap<string, PublishingRun>): ReadonlyMap<string, string> {
	const shared = sharedIn(publishingMenu, 'post.md');
	const parts = operationParts(publishingMenu, runs, { note: permissionNote, shared });
	const pages = new Map([
		['social-publishing.md', publishingParts(runs).join('\n\n')],
		[pageOfResource('Post'), postPart(shared)],
	]);
	for (const { page, heading, resource, key } of publishingMenu) {
		const back = '[All operations](../social-publishing.md)';
		const start =
			heading === undefined ? `${generated}\n\n${back}` : introduction(resource, `${back}. ${shortenedNote}`);
		pages.set(page, [pages.get(page) ?? start, parts.get(key) ?? ''].join('\n\n'));
	}
	return pages;
}

/** The rule for the names of fields in the output of Content Scoring. */
const scoringNames =
	'Fields have the names that the service gives them, with underscores. With **Simplify**, those of a niche begin with `niche_`, such as `niche_slug`. The node adds what you entered as `title`, `url` and `thumbnailUrl`, the `fileName` of an input file, a `warning` if something about the input may be wrong, and `creditsCost`, the credits that the item can have cost ([repeats](../paying-once.md) can be free). Outputs begin with what you entered, `percentile` and `score`, and end with `creditsCost` and empty fields. `niche_confidence` and `niche_match_strength` say how sure the service is of the niche. The less sure it is, the less its percentiles mean.';

/** The page of the node Content Scoring. */
export function scoringPage(runs: ReadonlyMap<string, ScoringRun>): string {
	const shared = sharedIn(scoringMenu, '');
	return [
		introduction(
			'Content Scoring',
			`Find an operation to see its fields, its price in credits and an example of its output. ${shortenedNote}`,
		),
		operationLinks(scoringMenu, ''),
		scoringNames,
		...credentialParts(new ContentScoring()),
		...operationParts(scoringMenu, runs, { note: creditNote, shared }).values(),
		...shared.map(sharedPart),
	].join('\n\n');
}

const outputOf = (item: IDataObject = {}): string =>
	withNetworkLinks(withFixedIds(jsonBlock(shortened(item))));

/** The page of the trigger. `items`: the output of a manual test. `incidents`: that of the events about channels and deadlines. */
export const triggerPage = (items: IDataObject[], incidents: IDataObject[]): string =>
	[
		introduction(
			'Social Publishing Trigger',
			'Choose the events that start a workflow, narrow them down with filters, and see what each item contains. [Reliability of the trigger](../trigger-reliability.md) says what it promises and what it remembers. Long example outputs are shortened.',
		),
		'## Fields',
		fieldsOf(new SocialPublishingTrigger().description.properties),
		'## Events',
		eventTable(),
		'## Output',
		`Example of a manual test with **Trigger On**: Any Change. It returns ${items.length} items. The first item:`,
		outputOf(items[0]),
		'Examples of the events about channels, deadlines and the API key. [Channels and deadlines](../trigger-reliability.md#channels-and-deadlines) explains their fields.',
		...incidents.map(outputOf),
	].join('\n\n');
