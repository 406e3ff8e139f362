import type { IDataObject } from 'n8n-workflow';
import { NotFoundError } from '../../../client/http/errors';
import { isObject, ownValue } from '../../../client/http/json';
import type { PublishingClient } from '../../../client/publishing';
import type { Delivery, UpdatePost } from '../../../client/publishing/requests';
import type { Channel, Identity, Post, PostChannel } from '../../../client/publishing/schemas';
import type { Finding } from '../../../client/publishing/validation/types';
import {
	channelLabel,
	describeFinding,
	nameOf,
	optionLabel,
	optionValueLabel,
	platformNames,
	statusNames,
} from '../labels';
import type { ChannelView, ItemView, MediaView, Notice, PageView, PostView, ToolView } from './page';
import type { ApprovalRequest, Edits, MediaNote, PostRequest, RequestItem, ToolCall } from './request';

/** A post as the service has it now; undefined where it was deleted, or the key can't see it any more. */
type Current = Post | undefined;

/** Reads a picture that n8n keeps, as base64; undefined where it is gone or too large. */
export type ReadPicture = (id: string) => Promise<string | undefined>;

/** What the page needs besides the posts. */
interface Surroundings {
	channels: Channel[];
	identity: Identity;
	client: PublishingClient;
	readPicture: ReadPicture;
}

const deliveryNames: Record<Delivery['mode'], string> = {
	at: 'The post is scheduled',
	now: 'The post is published',
	prioritise: 'The post is added to the front of the queue',
	queue: 'The post is added to the queue',
};

/** The delivery with the time that the approver set. */
export const withTime = (delivery: Delivery | undefined, { publishAt }: Edits): Delivery | undefined =>
	delivery?.mode === 'at' && publishAt !== undefined ? { ...delivery, at: publishAt } : delivery;

/** What an update has to change for the edits. The time of a post that isn't delivered is its proposed time. */
export function toChanges(
	{ caption, title, ownCaptions, publishAt }: Edits,
	delivery: Delivery | undefined,
): UpdatePost {
	const perAccount = Object.fromEntries(
		Object.entries(ownCaptions ?? {}).map(([id, text]) => [id, { caption: text }]),
	);
	return {
		...(caption === undefined ? {} : { caption }),
		...(title === undefined ? {} : { title }),
		...(ownCaptions === undefined ? {} : { perAccount }),
		...(publishAt === undefined || delivery !== undefined ? {} : { proposedPublishAt: publishAt }),
	};
}

/** The post as it would be with the edited texts. */
export const edited = (post: Post, { caption, title, ownCaptions = {} }: Edits): Post => ({
	...post,
	...(caption === undefined ? {} : { caption }),
	...(title === undefined ? {} : { title }),
	channels: post.channels.map((channel) => ({
		...channel,
		...(Object.hasOwn(ownCaptions, channel.accountId) ? { caption: ownCaptions[channel.accountId] } : {}),
	})),
});

/** When a post is published, or is proposed to be where approval doesn't deliver it. */
const timeOf = ({ proposedPublishAt }: Post, delivery: Delivery | undefined): string | undefined =>
	delivery === undefined
		? (proposedPublishAt ?? undefined)
		: delivery.mode === 'at'
			? delivery.at
			: undefined;

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** A value of an option as people read it. */
function inWords(value: unknown): string {
	if (typeof value === 'boolean') return yesOrNo(value);
	if (Array.isArray(value)) return value.map(inWords).join(', ');
	if (isObject(value)) return JSON.stringify(value, undefined, 1);
	return String(value ?? '');
}

/** Options of every network that the channel has, by their labels. */
function optionFacts(options: unknown): Array<[string, string]> {
	return Object.values(isObject(options) ? options : {})
		.filter(isObject)
		.flatMap((ofNetwork) => Object.entries(ofNetwork))
		.filter(([, value]) => value !== null && value !== undefined)
		.map(([name, value]): [string, string] => [
			optionLabel(name),
			typeof value === 'string' ? optionValueLabel(name, value) : inWords(value),
		]);
}

/** The board's name; its ID where the service can't be asked. */
async function boardName({ client }: Surroundings, channelId: string, boardId: string): Promise<string> {
	const boards = await client.accounts.boards(channelId).catch(() => []);
	return boards.find(({ id }) => id === boardId)?.name ?? boardId;
}

const isShown = ({ channels }: Post, channelId: string | undefined): boolean =>
	channels.some(({ accountId }) => accountId === channelId);

const noticeOf = (finding: Finding): Notice => ({
	kind: finding.severity === 'error' ? 'bad' : 'wait',
	text: `${describeFinding(finding)}.`,
});

/** A finding beside its channel, whose name it needn't repeat. */
function withoutChannel(finding: Finding): string {
	const { platform = '', handle, channelId = '' } = finding;
	const { text } = noticeOf(finding);
	const label = `${channelLabel(platform, handle, channelId)}: `;
	return text.startsWith(label) ? text.slice(label.length) : text;
}

async function channelView(
	post: Post,
	own: PostChannel,
	surroundings: Surroundings & { findings: Finding[] },
): Promise<ChannelView> {
	const { accountId, platform, handle, boardId } = own;
	const channel = surroundings.channels.find(({ id }) => id === accountId);
	const firstComment = own.firstComment ?? post.firstComment ?? '';
	const facts: Array<[string, string]> = [
		...(firstComment === '' ? [] : [['First Comment', firstComment] as [string, string]]),
		...(boardId ? [['Board', await boardName(surroundings, accountId, boardId)] as [string, string]] : []),
		...optionFacts(own.options),
	];
	return {
		id: accountId,
		network: nameOf(platformNames, platform),
		handle: channel?.handle ?? handle ?? accountId,
		caption: own.caption ?? post.caption,
		hasOwnCaption: typeof own.caption === 'string',
		captionMax: channel?.capabilities.charLimit ?? undefined,
		title:
			channel?.capabilities.title?.supported === false ? undefined : (own.title ?? post.title ?? undefined),
		titleMax: channel?.capabilities.title?.maxChars ?? undefined,
		facts,
		notices: surroundings.findings
			.filter(({ channelId }) => channelId === accountId)
			.map((finding) => ({ ...noticeOf(finding), text: withoutChannel(finding) })),
	};
}

const seconds = (duration: number): string =>
	`${Math.floor(duration / 60)}:${String(Math.floor(duration % 60)).padStart(2, '0')}`;

const fileSize = (bytes: number): string =>
	bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const mediaNames: Record<string, string> = { gif: 'GIF', image: 'Image', video: 'Video' };

async function mediaView(
	{ fileName, mediaType, durationSec, sizeBytes, picture }: MediaNote,
	readPicture: ReadPicture,
): Promise<MediaView> {
	const details = [
		ownValue(mediaNames, mediaType ?? ''),
		durationSec === undefined ? undefined : seconds(durationSec),
		sizeBytes === undefined ? undefined : fileSize(sizeBytes),
	];
	const data = picture === undefined ? undefined : await readPicture(picture.id).catch(() => undefined);
	return {
		name: fileName ?? 'File',
		details: details.filter((detail) => detail !== undefined).join(', '),
		...(picture === undefined || data === undefined ? {} : { picture: { mimeType: picture.mimeType, data } }),
	};
}

/** The media that the post has now. The service says nothing about an asset that this node hasn't uploaded. */
async function mediaViews(
	{ mediaAssetIds }: Post,
	media: MediaNote[],
	readPicture: ReadPicture,
): Promise<MediaView[]> {
	const notes = new Map(media.map((note) => [note.assetId.toLowerCase(), note]));
	return await Promise.all(
		mediaAssetIds.map(async (id) => {
			const note = notes.get(id.toLowerCase());
			return note ? await mediaView(note, readPicture) : { name: `Asset ${id}`, details: 'Unknown file' };
		}),
	);
}

/** Why nothing is left to decide about a post. */
function whyObsolete(current: Current, { status }: PostRequest): string | undefined {
	if (current === undefined)
		return "The post was deleted, or the API key can't read it anymore. Nothing is left to decide.";
	if (current.status === status) return undefined;
	return `The post is now ${nameOf(statusNames, current.status)}. Nothing is left to decide.`;
}

const reviewNotice = (delivery: Delivery | undefined, { permissions }: Identity): Notice[] =>
	delivery !== undefined && !permissions.includes('publish_directly')
		? [
				{
					kind: 'wait',
					text: 'After you approve, the post is sent for review in the service. It is published when somebody approves it there.',
				},
			]
		: [];

async function postView(
	{ post: asked, index, edits }: { post: PostRequest; index: number; edits: Edits },
	current: Current,
	surroundings: Surroundings,
): Promise<ItemView> {
	const obsolete = whyObsolete(current, asked);
	const delivery = withTime(asked.delivery, edits);
	const shown = current === undefined ? undefined : edited(current, edits);
	if (obsolete !== undefined || current === undefined || shown === undefined)
		return { index, post: gone(obsolete) };
	const { client, identity, readPicture } = surroundings;
	const findings = await client.checks.find(client.checks.existingPost(shown, delivery));
	const view: PostView = {
		version: current.updatedAt,
		notices: [
			...(current.updatedAt === asked.updatedAt
				? []
				: [{ kind: 'wait', text: 'Somebody edited the post after this approval was requested.' } as const]),
			...reviewNotice(delivery, identity),
			...findings.filter(({ channelId }) => !isShown(shown, channelId)).map(noticeOf),
		],
		delivery:
			delivery === undefined
				? 'The workflow goes on, and the post stays as it is'
				: deliveryNames[delivery.mode],
		publishAt: timeOf(current, delivery),
		link: shown.linkUrl ?? undefined,
		media: await mediaViews(shown, asked.media, readPicture),
		channels: await Promise.all(
			shown.channels.map(async (channel) => await channelView(shown, channel, { ...surroundings, findings })),
		),
		caption: shown.caption,
		title: shown.title ?? undefined,
		// It is the score of the title before an edit.
		titleScore: edits.title === undefined ? asked.titleScore : undefined,
	};
	return { index, post: view };
}

const gone = (obsolete: string | undefined): PostView => ({
	version: '',
	obsolete,
	notices: [],
	delivery: '',
	media: [],
	channels: [],
	caption: '',
});

/** What an agent wants to do, in the words of our forms where they have some. */
const toolView = ({ name, parameters }: ToolCall): ToolView => ({
	name,
	parameters: parameters.map(([key, value]): [string, string] => [optionLabel(key), inWords(value)]),
});

/** The posts of a request as the service has them now, by the place of their item. */
export async function readPosts(
	{ posts }: PublishingClient,
	items: RequestItem[],
): Promise<Map<number, Current>> {
	const entries = await Promise.all(
		items.map(async ({ post }, index): Promise<[number, Current]> => {
			if (post === undefined) return [index, undefined];
			const current = await posts.get(post.postId).catch((error: unknown) => {
				if (error instanceof NotFoundError) return undefined;
				throw error;
			});
			return [index, current];
		}),
	);
	return new Map(entries);
}

/** The zones in which the page shows times: that of whoever decides, and the workflow's. */
export const zonesOf = ({ approverTimezone, timezone }: ApprovalRequest): string[] =>
	[approverTimezone, timezone].filter((zone) => zone !== undefined);

/**
 * Makes what the page shows out of what was asked and the posts as they are now.
 * @param edits texts and times that the approver tries out, by the place of their item
 */
export async function createView(
	request: ApprovalRequest,
	current: ReadonlyMap<number, Current>,
	{
		client,
		readPicture,
		edits = new Map(),
	}: { client: PublishingClient; readPicture: ReadPicture; edits?: ReadonlyMap<number, Edits> },
): Promise<PageView> {
	const { message, items, expiresAt, allowsEdits, nameField } = request;
	const asked = items.map((item, index) => ({ ...item, index })).filter(({ isAsked }) => isAsked);
	const hasPosts = asked.some(({ post }) => post !== undefined);
	const surroundings = hasPosts
		? { client, readPicture, channels: await client.accounts.list(), identity: await client.me() }
		: undefined;
	const views = await Promise.all(
		asked.map(async ({ index, post, tool }): Promise<ItemView> => {
			const ofPost =
				post === undefined || surroundings === undefined
					? { index }
					: await postView({ post, index, edits: edits.get(index) ?? {} }, current.get(index), surroundings);
			return { ...ofPost, ...(tool === undefined ? {} : { tool: toolView(tool) }) };
		}),
	);
	return {
		message,
		items: views,
		notices: [],
		expiresAt,
		allowsEdits,
		nameField,
		timezones: zonesOf(request),
		entered: {},
	};
}

/** Facts of a post before and after an edit, for the output. */
export function describeEdits(
	post: Post,
	edits: Edits,
	delivery: Delivery | undefined,
): IDataObject | undefined {
	const names = Object.keys(edits);
	if (names.length === 0) return undefined;
	const own = Object.keys(edits.ownCaptions ?? {});
	const before: Edits = {
		caption: post.caption,
		title: post.title ?? '',
		ownCaptions: Object.fromEntries(
			own.map((id) => [id, post.channels.find(({ accountId }) => accountId === id)?.caption ?? '']),
		),
		publishAt: timeOf(post, delivery),
	};
	const pick = (values: Edits): IDataObject =>
		Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))) as IDataObject;
	return { before: pick(before), after: pick(edits) };
}
