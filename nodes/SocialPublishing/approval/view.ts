import type { PublishingClient } from '../../../client/publishing';
import type { Finding } from '../../../client/publishing/findings';
import type { Delivery } from '../../../client/publishing/requests';
import type { Channel, Identity, Post } from '../../../client/publishing/schemas';
import { nameOf, optionLabel, platformNames } from '../labels';
import { findingsWith, type StillOpen } from './decision';
import { channelWordsOf, earlierView, type EarlierView } from './earlier';
import { fieldNames, unchangedFields } from './form';
import { anchors, timesIn, type Notice, type Problem } from './html';
import {
	inWords,
	mediaViews,
	previewViews,
	type MediaView,
	type PreviewView,
	type ReadPicture,
} from './previews';
import { zonesOf, type NameField, type PostRequest, type ToolCall } from './request';
import { changesSince, timeOf, withEdits, type Approval } from './state';
import { createDiffBudget, type DiffBudget } from './wordDiff';
import { inApproversWords, whyEnded } from './words';

/** A channel whose caption the approver may change. */
export interface ChannelTexts {
	id: string;
	network: string;
	handle: string;
	caption: string;
	/** Whether the caption is the channel's own. */
	hasOwnCaption: boolean;
}

/** A post as the page shows it. */
export interface PostView {
	/** Everything that a decision is about. The form has it, so that no one decides on what they haven't seen. */
	seen: string;
	/** Why the post isn't open for a decision anymore. */
	ended?: string;
	notices: Notice[];
	/** What approval leads to, e.g. `it is to be published on Bluesky right away.` */
	consequence: string;
	/** The time that the approver can change, as ISO 8601. Undefined if the post has no time. */
	publishAt?: string;
	/** When the post is to be published, with the approver's edits. */
	shownAt?: string;
	/** The same time, if `consequence` doesn't name it. */
	time?: string;
	media: MediaView[];
	previews: PreviewView[];
	channels: ChannelTexts[];
	/** Texts of the post that the approver can change. */
	caption: string;
	title?: string;
	/** From 0 to 100. */
	titleScore?: number;
	/** Set if the node asks again after changes were requested. */
	earlier?: EarlierView;
}

/** A tool call as the page shows it. */
export interface ToolView {
	name: string;
	parameters: Array<[label: string, value: string]>;
}

/** One item to decide on. */
export interface ItemView {
	/** The position of the item in the request. The names of its fields contain it. */
	index: number;
	post?: PostView;
	tool?: ToolView;
}

/** Everything the page shows. */
export interface PageView {
	message: string;
	/** Who asks, as the sender wrote it. */
	sender?: string;
	/** The name of the workspace whose workflow asks. */
	workspace?: string;
	items: ItemView[];
	/** Why a form wasn't carried out. */
	problems: Problem[];
	/** Whether the page answers a form that only checks the changes. */
	wasChecked?: boolean;
	expiresAt?: string;
	allowsEdits: boolean;
	nameField: NameField;
	/** The approver whose link this is. Undefined for the link for everyone. */
	approver?: string;
	/** The time zones in which times are shown. Fields for a time use the first one. */
	timezones: string[];
	/** Values that were entered before, by field name. */
	entered: Readonly<Record<string, string>>;
}

/** Whether someone can still decide on an item. */
export const isOpen = ({ post }: ItemView): boolean => post?.ended === undefined;

/** Names an item as a heading does. */
export const nameOfItem = ({ index, tool }: ItemView): string =>
	`${tool === undefined ? 'Post' : 'Tool call'} ${index + 1}`;

/** The settings of a page that its drawing needs. */
type EditSettings = Parameters<typeof unchangedFields>[1];

/** What the page reads besides the posts. */
interface PageSources {
	channels: Channel[];
	identity: Identity;
	zones: string[];
	settings: EditSettings;
	client: PublishingClient;
	readPicture: ReadPicture;
	/** What all comparisons with earlier texts share. */
	budget: DiffBudget;
}

/** What is to happen to an approved post, by its delivery. */
const consequences: Record<Delivery['mode'], (networks: string, times: string) => string> = {
	at: (networks, times) => `it is to be scheduled on ${networks} for ${times}.`,
	now: (networks) => `it is to be published on ${networks} right away.`,
	prioritise: (networks) => `it is to be added to the front of the queue of ${networks}.`,
	queue: (networks) => `it is to be added to the queue of ${networks}.`,
};

/** The names of a post's networks, without duplicates, as a sentence has them. */
function networksOf({ channels }: Post): string {
	const names = new Set(channels.map(({ platform }) => nameOf(platformNames, platform)));
	return new Intl.ListFormat('en').format(names);
}

/** Says what is to happen after approval, and when. The workflow does it, or sends the post to review if its key can't publish. */
export function consequenceOf(
	post: Post,
	delivery: Delivery | undefined,
	{ identity, zones }: Pick<PageSources, 'identity' | 'zones'>,
): Pick<PostView, 'consequence' | 'time'> {
	const time = timeOf(post, delivery);
	if (delivery === undefined)
		return { time, consequence: "the workflow continues. This doesn't publish the post." };
	const networks = networksOf(post);
	const times = time === undefined ? '' : timesIn(time, zones);
	if (!identity.permissions.includes('publish_directly')) {
		const planned = times === '' ? '' : `, planned for ${times}`;
		const workspace = identity.workspace.name ?? 'the workspace';
		return {
			consequence: `${workspace} is to check it again before it's published on ${networks}${planned}.`,
		};
	}
	return { consequence: consequences[delivery.mode](networks, times) };
}

const endedView = (ended: string): PostView => ({
	seen: '',
	ended,
	notices: [],
	consequence: '',
	media: [],
	previews: [],
	channels: [],
	caption: '',
});

const isShown = ({ channels }: Post, channelId: string | undefined): boolean =>
	channels.some(({ accountId }) => accountId === channelId);

/** The texts of channels that the approver can change, before any edit. */
const channelTexts = ({ channels, caption: shared }: Post, known: Channel[]): ChannelTexts[] =>
	channels.map(({ accountId: id, platform, handle, caption }) => ({
		id,
		network: nameOf(platformNames, platform),
		handle: known.find((channel) => channel.id === id)?.handle ?? handle ?? id,
		caption: caption ?? shared,
		hasOwnCaption: typeof caption === 'string',
	}));

/** The name of the form's field for what a finding is about. */
function fieldFor({ field }: Finding, index: number): string | undefined {
	const [root = '', channelId = '', inner] = field.split('.');
	const names = new Map([
		['caption', fieldNames.caption(index)],
		['title', fieldNames.title(index)],
		['at', fieldNames.publishAt(index)],
		['proposedPublishAt', fieldNames.publishAt(index)],
	]);
	return root === 'perAccount' && inner === 'caption'
		? fieldNames.ownCaption(index, channelId)
		: names.get(field);
}

/** Joins findings that say the same about several channels. */
function sameFindings(findings: readonly Finding[], index: number): Array<[Finding, ...Finding[]]> {
	const groups = new Map<string, [Finding, ...Finding[]]>();
	for (const finding of findings) {
		const words = inApproversWords({ ...finding, platform: undefined }, false);
		const key = JSON.stringify([finding.severity, fieldFor(finding, index), words]);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [finding]);
		else group.push(finding);
	}
	return [...groups.values()];
}

async function postView(
	index: number,
	asked: PostRequest,
	{ posts, edits, findings: found }: StillOpen,
	sources: PageSources | undefined,
): Promise<ItemView> {
	const { current, isOpen = false, seen = '' } = posts.get(index) ?? {};
	if (current === undefined || !isOpen || sources === undefined)
		return { index, post: endedView(whyEnded(current)) };
	const { client, readPicture, settings, channels } = sources;
	const edit = edits?.get(index) ?? {};
	const { post: shown, delivery } = withEdits(current, asked, edit);
	const findings = found?.get(index) ?? (await findingsWith({ client }, current, asked, edit));
	const isAsAsked = changesSince(asked.seen, seen).length === 0;
	const editable = {
		caption: current.caption,
		title: current.title ?? undefined,
		publishAt: timeOf(current, asked.delivery),
		channels: channelTexts(current, channels),
	};
	const fields = unchangedFields({ index, post: editable }, settings);
	const noticeOf = (finding: Finding, others: readonly Finding[] = []): Notice => {
		const name = fieldFor(finding, index) ?? '';
		const canEdit = fields.has(name);
		return {
			kind: finding.severity === 'error' ? 'bad' : 'wait',
			text: inApproversWords(finding, canEdit, others),
			...(canEdit ? { anchor: name } : {}),
		};
	};
	const noticesFor = (ids: readonly string[]): Notice[] => {
		const own = findings.filter(({ channelId = '' }) => ids.includes(channelId));
		return sameFindings(own, index).map(([first, ...others]) => noticeOf(first, others));
	};
	const view: PostView = {
		...editable,
		seen,
		notices: [
			...(isAsAsked
				? []
				: [{ kind: 'wait', text: 'Someone edited the post after this approval was requested.' } as const]),
			...findings
				.filter(({ channelId }) => !isShown(shown, channelId))
				.map((finding) => ({ anchor: anchors.post(index), ...noticeOf(finding) })),
		],
		...consequenceOf(shown, delivery, sources),
		shownAt: delivery === undefined ? (edit.publishAt ?? timeOf(shown, delivery)) : timeOf(shown, delivery),
		media: await mediaViews(shown, asked.media, readPicture),
		previews: await previewViews(shown, { channels, client, index, noticesFor }),
		// The score is for the title before an edit.
		titleScore: edit.title === undefined ? asked.titleScore : undefined,
		...(asked.earlier === undefined
			? {}
			: { earlier: earlierView(asked.earlier, channelWordsOf(current) ?? [], sources.budget) }),
	};
	return { index, post: view };
}

/** The maximum total size of pictures that are on the page more than once, in characters of base64. */
const repeatedCharactersMax = 8_000_000;

/** Leaves out pictures of further previews for which the page has no room. */
export function withinRoom(items: ItemView[]): ItemView[] {
	let room = repeatedCharactersMax;
	return items.map((item) => {
		if (item.post === undefined) return item;
		const { media } = item.post;
		const size = media.reduce((sum, { picture }) => sum + (picture?.data.length ?? 0), 0);
		const previews = item.post.previews.map((preview, position) => {
			if (position === 0) return preview;
			if (size > room) return { ...preview, omitsPictures: true };
			room -= size;
			return preview;
		});
		return { ...item, post: { ...item.post, previews } };
	});
}

/** Describes a tool call, with the labels of the node's forms if they have the same parameters. */
const toolView = ({ name, parameters }: ToolCall): ToolView => ({
	name,
	parameters: parameters.map(([key, value]): [string, string] => [optionLabel(key), inWords(value)]),
});

/** Describes the page of a request. If a post is still open, reads the channels, the identity and the pictures. */
export async function viewPage(
	{ request, client, approver }: Approval,
	open: StillOpen,
	readPicture: ReadPicture,
): Promise<PageView> {
	const { sender, message, items, expiresAt, allowsEdits, nameField } = request;
	const hasOpen = [...open.posts.values()].some(({ isOpen }) => isOpen);
	const settings = { allowsEdits, timezones: zonesOf(request) };
	const sources = hasOpen
		? {
				settings,
				client,
				channels: await client.accounts.list(),
				identity: await client.me(),
				zones: settings.timezones,
				readPicture,
				budget: createDiffBudget(),
			}
		: undefined;
	const views = items.map(async ({ isAsked, post, tool }, index): Promise<ItemView[]> => {
		if (!isAsked) return [];
		const ofPost = post && open.posts.has(index) ? await postView(index, post, open, sources) : { index };
		return [{ ...ofPost, ...(tool === undefined ? {} : { tool: toolView(tool) }) }];
	});
	return {
		sender,
		message,
		workspace: sources?.identity.workspace.name ?? undefined,
		items: withinRoom((await Promise.all(views)).flat()),
		problems: (open.problems ?? []).map(({ text, field }) => ({ text, anchor: field })),
		wasChecked: open.edits !== undefined && open.problems === undefined,
		expiresAt,
		allowsEdits,
		nameField,
		approver,
		timezones: settings.timezones,
		entered: open.entered ?? {},
	};
}
