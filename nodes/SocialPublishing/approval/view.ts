import { isObject, ownValue } from '../../../client/http/json';
import type { PublishingClient } from '../../../client/publishing';
import type { Delivery } from '../../../client/publishing/requests';
import type { Channel, Identity, Post, PostChannel } from '../../../client/publishing/schemas';
import type { Finding } from '../../../client/publishing/findings';
import {
	channelLabel,
	describeFinding,
	nameOf,
	optionLabel,
	optionValueLabel,
	platformNames,
	statusNames,
} from '../labels';
import { findingsWith, withEdits, type StillOpen } from './decision';
import {
	approvalPage,
	timesIn,
	type ChannelView,
	type ItemView,
	type MediaView,
	type Notice,
	type PostView,
	type ToolView,
} from './page';
import { timeOf, versionOf, type Approval, type Standing } from './posts';
import { zonesOf, type MediaNote, type PostRequest, type ToolCall } from './request';

/** Reads a picture that n8n stores, as base64. Undefined if it's gone or too large. */
export type ReadPicture = (id: string) => Promise<string | undefined>;

/** What the page reads besides the posts. */
interface PageSources {
	channels: Channel[];
	identity: Identity;
	zones: string[];
	client: PublishingClient;
	readPicture: ReadPicture;
}

/** What happens to an approved post, by its delivery. */
const consequences: Record<Delivery['mode'], (networks: string, times: string) => string> = {
	at: (networks, times) => `the post is scheduled on ${networks} for ${times}.`,
	now: (networks) => `the post is published on ${networks} right away.`,
	prioritise: (networks) => `the post is added to the front of the queue of ${networks}.`,
	queue: (networks) => `the post is added to the queue of ${networks}.`,
};

/** The names of a post's networks, without duplicates, as a sentence has them. */
function networksOf({ channels }: Post): string {
	const names = new Set(channels.map(({ platform }) => nameOf(platformNames, platform)));
	return new Intl.ListFormat('en').format(names);
}

/** Says what happens after approval, and when. */
function consequenceOf(
	post: Post,
	delivery: Delivery | undefined,
	{ identity, zones }: Pick<PageSources, 'identity' | 'zones'>,
): Pick<PostView, 'consequence' | 'time'> {
	const time = timeOf(post, delivery);
	if (delivery === undefined)
		return { time, consequence: "the workflow continues. This doesn't publish the post." };
	const networks = networksOf(post);
	if (!identity.permissions.includes('publish_directly')) {
		return {
			time,
			consequence: `the post is sent for review in the service. It is published on ${networks} when someone approves it there.`,
		};
	}
	const times = time === undefined ? '' : timesIn(time, zones);
	return { consequence: consequences[delivery.mode](networks, times) };
}

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** Formats the value of an option for people. */
function inWords(value: unknown): string {
	if (typeof value === 'boolean') return yesOrNo(value);
	if (Array.isArray(value)) return value.map(inWords).join(', ');
	if (isObject(value)) return JSON.stringify(value, undefined, 1);
	return String(value ?? '');
}

/** Returns the labels and values of all options that are set on a channel. */
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

/** Returns the board's name, or its ID if the name can't be read. */
async function boardName({ client }: PageSources, channelId: string, boardId: string): Promise<string> {
	const boards = await client.accounts.boards(channelId).catch(() => []);
	return boards.find(({ id }) => id === boardId)?.name ?? boardId;
}

const isShown = ({ channels }: Post, channelId: string | undefined): boolean =>
	channels.some(({ accountId }) => accountId === channelId);

const noticeOf = (finding: Finding): Notice => ({
	kind: finding.severity === 'error' ? 'bad' : 'wait',
	text: `${describeFinding(finding)}.`,
});

/** Describes a finding without its channel, for a place next to the channel's name. */
function withoutChannel(finding: Finding): string {
	const { platform = '', handle, channelId = '' } = finding;
	const { text } = noticeOf(finding);
	const label = `${channelLabel(platform, handle, channelId)}: `;
	return text.startsWith(label) ? text.slice(label.length) : text;
}

async function channelView(
	post: Post,
	own: PostChannel,
	sources: PageSources & { findings: Finding[] },
): Promise<ChannelView> {
	const { accountId, platform, handle, boardId } = own;
	const channel = sources.channels.find(({ id }) => id === accountId);
	const firstComment = own.firstComment ?? post.firstComment ?? '';
	const facts: Array<[string, string]> = [
		...(firstComment === '' ? [] : [['First Comment', firstComment] as [string, string]]),
		...(boardId ? [['Board', await boardName(sources, accountId, boardId)] as [string, string]] : []),
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
		notices: sources.findings
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

/** Finds the note about an asset. There is none for an asset that this node hasn't uploaded. */
const noteOf = (media: MediaNote[], assetId: string): MediaNote | undefined =>
	media.find((note) => note.assetId.toLowerCase() === assetId.toLowerCase());

/** Returns the post's current media, with pictures that are embedded in the page. */
const mediaViews = async (
	{ mediaAssetIds }: Post,
	media: MediaNote[],
	readPicture: ReadPicture,
): Promise<MediaView[]> =>
	await Promise.all(
		mediaAssetIds.map(async (assetId) => {
			const note = noteOf(media, assetId);
			if (note === undefined) return { name: `Asset ${assetId}`, details: 'Unknown file' };
			const { picture } = note;
			const data = picture && (await readPicture(picture.id).catch(() => undefined));
			const hasPicture = picture !== undefined && data !== undefined;
			return { ...mediaView(note), ...(hasPicture ? { picture: { mimeType: picture.mimeType, data } } : {}) };
		}),
	);

/** Says why a post isn't open for a decision anymore. */
export function whyEnded(current: Post | undefined, standing: Exclude<Standing, 'open'>): string {
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
	consequence: '',
	media: [],
	channels: [],
	caption: '',
});

async function postView(
	index: number,
	asked: PostRequest,
	{ posts, edits, findings: found }: StillOpen,
	sources: PageSources | undefined,
): Promise<ItemView> {
	const { current, standing } = posts.get(index) ?? {};
	if (current === undefined || standing !== 'open' || sources === undefined) {
		const ended = standing === undefined || standing === 'open' ? 'obsolete' : standing;
		return { index, post: endedView({ standing: ended, text: whyEnded(current, ended) }) };
	}
	const { client, readPicture } = sources;
	const edit = edits?.get(index) ?? {};
	const { post: shown, delivery } = withEdits(current, asked, edit);
	const findings = found?.get(index) ?? (await findingsWith({ client }, current, asked, edit));
	const version = versionOf(current);
	const view: PostView = {
		version,
		notices: [
			...(version === asked.version
				? []
				: [{ kind: 'wait', text: 'Someone edited the post after this approval was requested.' } as const]),
			...limitNotice(delivery, asked),
			...findings.filter(({ channelId }) => !isShown(shown, channelId)).map(noticeOf),
		],
		...consequenceOf(shown, delivery, sources),
		publishAt: timeOf(current, delivery),
		link: shown.linkUrl ?? undefined,
		media: await mediaViews(shown, asked.media, readPicture),
		channels: await Promise.all(
			shown.channels.map(async (channel) => await channelView(shown, channel, { ...sources, findings })),
		),
		caption: shown.caption,
		title: shown.title ?? undefined,
		// The score is for the title before an edit.
		titleScore: edit.title === undefined ? asked.titleScore : undefined,
	};
	return { index, post: view };
}

/** Describes a tool call, with the labels of the node's forms if they have the same parameters. */
const toolView = ({ name, parameters }: ToolCall): ToolView => ({
	name,
	parameters: parameters.map(([key, value]): [string, string] => [optionLabel(key), inWords(value)]),
});

/** Draws the page of a request. If a post is still open, reads the channels, the identity and the pictures. */
export async function drawPage(
	{ request, client, approver }: Approval,
	open: StillOpen,
	readPicture: ReadPicture,
): Promise<string> {
	const { message, items, expiresAt, allowsEdits, nameField } = request;
	const hasOpen = [...open.posts.values()].some(({ standing }) => standing === 'open');
	const sources = hasOpen
		? {
				client,
				channels: await client.accounts.list(),
				identity: await client.me(),
				zones: zonesOf(request),
				readPicture,
			}
		: undefined;
	const views = items.map(async ({ isAsked, post, tool }, index): Promise<ItemView[]> => {
		if (!isAsked) return [];
		const ofPost = post && open.posts.has(index) ? await postView(index, post, open, sources) : { index };
		return [{ ...ofPost, ...(tool === undefined ? {} : { tool: toolView(tool) }) }];
	});
	return approvalPage({
		message,
		asker: sources?.identity.workspace.name ?? undefined,
		items: (await Promise.all(views)).flat(),
		notices: (open.problems ?? []).map((text) => ({ kind: 'bad', text })),
		expiresAt,
		allowsEdits,
		nameField,
		approver,
		timezones: zonesOf(request),
		entered: open.entered ?? {},
	});
}
