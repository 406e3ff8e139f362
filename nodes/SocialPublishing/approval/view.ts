import { isObject, ownValue } from '../../../client/http/json';
import type { PublishingClient } from '../../../client/publishing';
import type { Delivery } from '../../../client/publishing/requests';
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
import { withTime } from './delivering';
import type { ChannelView, ItemView, MediaView, Notice, PageView, PostView, ToolView } from './page';
import { versionOf, type Approval, type Current, type Seen, type Standing } from './posts';
import type { ApprovalRequest, Edits, MediaNote, PostRequest, ToolCall } from './request';

/** Reads a picture that n8n keeps, as base64; undefined where it is gone or too large. */
export type ReadPicture = (id: string) => Promise<string | undefined>;

/** What the page needs besides the posts. */
interface Surroundings {
	channels: Channel[];
	identity: Identity;
	client: PublishingClient;
}

const deliveryNames: Record<Delivery['mode'], string> = {
	at: 'The post is scheduled',
	now: 'The post is published',
	prioritise: 'The post is added to the front of the queue',
	queue: 'The post is added to the queue',
};

/** The post as it would be with the edited texts. */
const edited = (post: Post, { caption, title, ownCaptions = {} }: Edits): Post => ({
	...post,
	...(caption === undefined ? {} : { caption }),
	...(title === undefined ? {} : { title }),
	channels: post.channels.map((channel) => ({
		...channel,
		...(Object.hasOwn(ownCaptions, channel.accountId) ? { caption: ownCaptions[channel.accountId] } : {}),
	})),
});

/** When a post is published, or is proposed to be where approval doesn't deliver it. */
export const timeOf = ({ proposedPublishAt }: Post, delivery: Delivery | undefined): string | undefined =>
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

function mediaView({ fileName, mediaType, durationSec, sizeBytes }: MediaNote): MediaView {
	const details = [
		ownValue(mediaNames, mediaType ?? ''),
		durationSec === undefined ? undefined : seconds(durationSec),
		sizeBytes === undefined ? undefined : fileSize(sizeBytes),
	];
	return {
		name: fileName ?? 'File',
		details: details.filter((detail) => detail !== undefined).join(', '),
	};
}

/** The note about an asset. The service says nothing about one that this node hasn't uploaded. */
const noteOf = (media: MediaNote[], assetId: string): MediaNote | undefined =>
	media.find((note) => note.assetId.toLowerCase() === assetId.toLowerCase());

/** The media that the post has now. */
const mediaViews = ({ mediaAssetIds }: Post, media: MediaNote[]): MediaView[] =>
	mediaAssetIds.map((assetId) => {
		const note = noteOf(media, assetId);
		return { assetId, ...(note ? mediaView(note) : { name: `Asset ${assetId}`, details: 'Unknown file' }) };
	});

/** Why a post isn't open for a decision anymore. */
export function whyEnded(current: Current, standing: Exclude<Standing, 'open'>): string {
	if (current === undefined)
		return "The post was deleted, or the API key can't read it anymore. Nothing is left to decide.";
	const now = `The post is now ${nameOf(statusNames, current.status)}`;
	const texts = {
		approved: `The post was approved for this request. ${now}.`,
		delivered: `${now}, as it would be after approval. Approve it so that the workflow continues as approved.`,
		obsolete: `${now}. Nothing is left to decide.`,
	};
	return texts[standing];
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

const limitNotice = (delivery: Delivery | undefined, { fitsDailyLimit }: PostRequest): Notice[] =>
	delivery !== undefined && fitsDailyLimit
		? [
				{
					kind: 'wait',
					text: "If a channel's daily limit is reached, the post is published later, at the next possible time.",
				},
			]
		: [];

const endedView = (ended: PostView['ended']): PostView => ({
	version: '',
	ended,
	notices: [],
	delivery: '',
	media: [],
	channels: [],
	caption: '',
});

async function postView(
	{ post: asked, index, edits }: { post: PostRequest; index: number; edits: Edits },
	{ current, standing }: Seen,
	surroundings: Surroundings,
): Promise<ItemView> {
	if (current === undefined || standing !== 'open') {
		const ended = standing === 'open' ? 'obsolete' : standing;
		return { index, post: endedView({ standing: ended, text: whyEnded(current, ended) }) };
	}
	const delivery = withTime(asked.delivery, edits);
	const shown = edited(current, edits);
	const { client, identity } = surroundings;
	const findings = await client.checks.find(client.checks.existingPost(shown, delivery));
	const version = versionOf(current);
	const view: PostView = {
		version,
		notices: [
			...(version === asked.version
				? []
				: [{ kind: 'wait', text: 'Somebody edited the post after this approval was requested.' } as const]),
			...reviewNotice(delivery, identity),
			...limitNotice(delivery, asked),
			...findings.filter(({ channelId }) => !isShown(shown, channelId)).map(noticeOf),
		],
		delivery:
			delivery === undefined
				? 'The workflow goes on, and the post stays as it is'
				: deliveryNames[delivery.mode],
		publishAt: timeOf(current, delivery),
		link: shown.linkUrl ?? undefined,
		media: mediaViews(shown, asked.media),
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

/** What an agent wants to do, in the words of our forms where they have some. */
const toolView = ({ name, parameters }: ToolCall): ToolView => ({
	name,
	parameters: parameters.map(([key, value]): [string, string] => [optionLabel(key), inWords(value)]),
});

/** The zones in which the page shows times: that of whoever decides, and the workflow's. */
const zonesOf = ({ approverTimezone, timezone }: ApprovalRequest): string[] =>
	[approverTimezone, timezone].filter((zone) => zone !== undefined);

/**
 * Makes what the page shows out of what was asked and the posts as they are now.
 * @param edits texts and times that the approver tries out, by the place of their item
 */
export async function createView(
	{ request, client }: Approval,
	posts: ReadonlyMap<number, Seen>,
	edits: ReadonlyMap<number, Edits> = new Map(),
): Promise<PageView> {
	const { message, items, expiresAt, allowsEdits, nameField } = request;
	const asked = items.map((item, index) => ({ ...item, index })).filter(({ isAsked }) => isAsked);
	const hasOpen = [...posts.values()].some(({ standing }) => standing === 'open');
	const surroundings = hasOpen
		? { client, channels: await client.accounts.list(), identity: await client.me() }
		: undefined;
	const views = await Promise.all(
		asked.map(async ({ index, post, tool }): Promise<ItemView> => {
			const seen = posts.get(index);
			const ofPost =
				post === undefined || seen === undefined
					? { index }
					: await postView(
							{ post, index, edits: edits.get(index) ?? {} },
							seen,
							surroundings as Surroundings,
						);
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

/** Adds the pictures to a page that is about to be shown. They are in the page itself. */
export async function withPictures(
	view: PageView,
	{ items }: ApprovalRequest,
	readPicture: ReadPicture,
): Promise<PageView> {
	const withPicture = async (media: MediaView, notes: MediaNote[]): Promise<MediaView> => {
		const picture = media.assetId === undefined ? undefined : noteOf(notes, media.assetId)?.picture;
		const data = picture && (await readPicture(picture.id).catch(() => undefined));
		return picture && data !== undefined
			? { ...media, picture: { mimeType: picture.mimeType, data } }
			: media;
	};
	const ofItem = async (item: ItemView): Promise<ItemView> => {
		const notes = items[item.index]?.post?.media ?? [];
		if (item.post === undefined || notes.length === 0) return item;
		const media = await Promise.all(item.post.media.map(async (each) => await withPicture(each, notes)));
		return { ...item, post: { ...item.post, media } };
	};
	return { ...view, items: await Promise.all(view.items.map(ofItem)) };
}
