import { inSentence } from '../../../../client/http/text.js';
import type { Finding } from '../../../../client/publishing/findings.js';
import type { Delivery } from '../../../../client/publishing/requests.js';
import type { Channel, Identity, Post } from '../../../../client/publishing/schemas.js';
import { plainName } from '../../../shared/names.js';
import { sameFindings } from '../../words/findings.js';
import { nameOf, optionLabel, platformNames } from '../../words/labels.js';
import { channelWordsOf } from '../channelWords.js';
import { findingsOf } from '../decision.js';
import { earlierView, type EarlierView } from './earlierSection.js';
import { editFieldsOf, fieldNames, type EditField } from '../form.js';
import { anchors, timesIn, type Notice } from './html.js';
import {
	inWords,
	mediaViews,
	previewViews,
	type MediaView,
	type PreviewView,
	type ReadPicture,
} from './previews.js';
import { zonesOf, type NameField, type ToolCall } from '../request.js';
import {
	timeOf,
	withEdits,
	type Approval,
	type CurrentPost,
	type OpenRequest,
	type Problem,
	type UndecidedItem,
} from '../state.js';
import { createDiffBudget, type DiffBudget } from './wordDiff.js';
import { inApproversWords, whyEnded } from '../words.js';

/** A post as the page shows it. */
export interface PostView {
	/** Everything that a decision is about. The form has it, so that no one decides on what they haven't seen. */
	seen: string;
	notices: Notice[];
	/** What approval leads to, e.g. `the plan is to publish it on Bluesky right away.` */
	consequence: string;
	/** When the post is to be published, with the approver's edits. */
	shownAt?: string;
	/** The same time, if `consequence` doesn't name it. */
	time?: string;
	/** When the post is to be published, in a list of posts, if it has no time of its own. */
	untimed?: string;
	media: MediaView[];
	previews: PreviewView[];
	channels: Array<{ id: string; network: string; handle: string }>;
	/** The fields in which the approver can edit the post. Empty if edits aren't allowed. */
	fields: EditField[];
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

export interface ItemView {
	/** The position of the item in the request. The names of its fields contain it. */
	index: number;
	/** What the workflow says about this item, if it doesn't say the same about all of them. */
	message?: string;
	post?: PostView;
	tool?: ToolView;
	/** Why there is nothing to decide anymore. */
	ended?: string;
}

/** Everything the page shows. */
export interface PageView {
	/** What the workflow says about all items. */
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
	nameField: NameField;
	/** The approver whose link this is. Undefined for the link for everyone. */
	approver?: string;
	/** The time zones in which times are shown. Fields for a time use the first one. */
	timezones: string[];
	/** Values that were entered before, by field name. */
	entered: Readonly<Record<string, string>>;
}

/** Whether someone can still decide on an item. */
export const isOpen = ({ ended }: ItemView): boolean => ended === undefined;

/** Names an item as a heading does. */
export const nameOfItem = ({ index, tool }: ItemView): string =>
	`${tool === undefined ? 'Post' : 'Tool call'} ${index + 1}`;

/** What the page reads besides the posts. */
interface PageSources {
	channels: Channel[];
	identity: Identity;
	zones: string[];
	readPicture: ReadPicture;
	/** What all comparisons with earlier texts share. */
	budget: DiffBudget;
}

/** What happens once a post is approved, by its delivery. */
const consequences: Record<Delivery['mode'], (networks: string, times: string) => string> = {
	at: (networks, times) => `the plan is to schedule it on ${networks} for ${times}.`,
	now: (networks) => `the plan is to publish it on ${networks} right away.`,
	prioritise: (networks) => `the plan is to add it to the front of the queue of ${networks}.`,
	queue: (networks) => `the plan is to add it to the queue of ${networks}.`,
};

/** When a post without a time is published, by its delivery. */
const untimed: Partial<Record<Delivery['mode'], string>> = {
	now: 'Right away',
	prioritise: 'Front of its queue',
	queue: 'In its queue',
};

/** The names of a post's networks, without duplicates, as a sentence has them. */
function networksOf({ channels }: Post): string {
	const names = new Set(channels.map(({ platform }) => nameOf(platformNames, platform)));
	return inSentence(names);
}

/** Says what happens after approval, and when. The workflow does it, or sends the post to review if its key can't publish. */
function consequenceOf(
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
		const workspace = plainName(identity.workspace.name ?? 'the workspace');
		return {
			consequence: `${workspace} checks it again before it goes out on ${networks}${planned}.`,
		};
	}
	return { consequence: consequences[delivery.mode](networks, times) };
}

const isShown = ({ channels }: Post, id: string | undefined): boolean =>
	channels.some(({ accountId }) => accountId === id);

/** The name of the form's field for what a finding is about. */
function fieldFor({ field }: Finding, index: number): string | undefined {
	const [root = '', accountId = '', inner] = field.split('.');
	const names = new Map([
		['caption', fieldNames.caption(index)],
		['title', fieldNames.title(index)],
		['at', fieldNames.publishAt(index)],
		['proposedPublishAt', fieldNames.publishAt(index)],
	]);
	return root === 'perAccount' && inner === 'caption'
		? fieldNames.ownCaption(index, accountId)
		: names.get(field);
}

async function postView(
	approval: Approval,
	item: UndecidedItem,
	current: CurrentPost,
	sources: PageSources,
): Promise<PostView> {
	const { client, request } = approval;
	const { index } = item;
	const { asked, post, seen, edits = {} } = current;
	const { channels, readPicture, budget } = sources;
	const { post: shown, delivery } = withEdits(post, asked, edits);
	const findings = current.findings ?? (await findingsOf(approval, current));
	const fields = editFieldsOf(item, request);
	const noticeOf = (finding: Finding, others: readonly Finding[] = []): Notice => {
		const anchor = fieldFor(finding, index);
		const canEdit = fields.some(({ name }) => name === anchor);
		return {
			kind: finding.severity === 'error' ? 'bad' : 'wait',
			text: inApproversWords(finding, canEdit, others),
			...(canEdit ? { anchor } : {}),
		};
	};
	const noticesFor = (ids: readonly string[]): Notice[] => {
		const own = findings.filter(({ accountId = '' }) => ids.includes(accountId));
		const wordsOf = (finding: Finding): unknown => [
			fieldFor(finding, index),
			inApproversWords({ ...finding, platform: undefined }, false),
		];
		return sameFindings(own, wordsOf).map(([first, ...others]) => noticeOf(first, others));
	};
	const ofWhole = findings.filter(({ accountId }) => !isShown(shown, accountId));
	const notices = ofWhole.map((finding) => ({ anchor: anchors.post(index), ...noticeOf(finding) }));
	return {
		seen,
		notices: item.is === 'changed' ? [changedNotice, ...notices] : notices,
		...consequenceOf(shown, delivery, sources),
		shownAt: delivery === undefined ? (edits.publishAt ?? timeOf(shown, delivery)) : timeOf(shown, delivery),
		untimed: delivery && untimed[delivery.mode],
		media: await mediaViews(shown, asked.media, readPicture),
		previews: await previewViews(shown, { channels, client, index, noticesFor }),
		channels: post.channels.map(({ accountId: id, platform, handle }) => ({
			id,
			network: nameOf(platformNames, platform),
			handle: channels.find((channel) => channel.id === id)?.handle ?? handle ?? id,
		})),
		fields,
		// The score is for the title before an edit.
		titleScore: edits.title === undefined ? asked.titleScore : undefined,
		...(asked.earlier === undefined
			? {}
			: { earlier: earlierView(asked.earlier, channelWordsOf(post), budget) }),
	};
}

const changedNotice: Notice = {
	kind: 'wait',
	text: 'Someone edited the post after this approval was requested.',
};

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

/** Describes the page of an open request. If a post can be decided on, reads the channels, the identity and the pictures. */
export async function viewPage(
	approval: Approval,
	{ because, items, entered, problems }: OpenRequest,
	readPicture: ReadPicture,
): Promise<PageView> {
	const { request, client, approver } = approval;
	const { sender, expiresAt, nameField } = request;
	const messages = new Set(items.map(({ index }) => request.items[index]?.message ?? ''));
	const [message = ''] = messages.size === 1 ? messages : [];
	const timezones = zonesOf(request);
	const hasPost = items.some((item) => item.is !== 'obsolete' && item.current !== undefined);
	const sources = hasPost
		? {
				channels: await client.accounts.list(),
				identity: await client.me(),
				zones: timezones,
				readPicture,
				budget: createDiffBudget(),
			}
		: undefined;
	const views = items.map(async (item): Promise<ItemView> => {
		const { index } = item;
		const { tool, message: own = '' } = request.items[index] ?? {};
		const view = {
			index,
			message: messages.size === 1 ? '' : own,
			...(tool === undefined ? {} : { tool: toolView(tool) }),
		};
		if (item.is === 'obsolete') return { ...view, ended: whyEnded(item.post) };
		if (item.current === undefined || sources === undefined) return view;
		return { ...view, post: await postView(approval, item, item.current, sources) };
	});
	return {
		sender,
		message,
		workspace: sources?.identity.workspace.name ?? undefined,
		items: withinRoom(await Promise.all(views)),
		problems,
		wasChecked: because === 'checked',
		expiresAt,
		nameField,
		approver,
		timezones,
		entered,
	};
}
