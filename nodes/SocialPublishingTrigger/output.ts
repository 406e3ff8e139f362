import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Post, PostChannel } from '../../client/publishing/schemas.js';
import { inZone } from '../shared/dates.js';
import { itemJson, withOwn } from '../shared/items.js';
import { pickFields } from '../shared/values.js';
import { ordered } from '../SocialPublishing/output/order.js';
import {
	ownFieldsOfChannel,
	pickChannelFields,
	simplifyChannel,
	simplifyPost,
	wholePost,
} from '../SocialPublishing/output/postOutput.js';
import { isOn, type PostEvent } from './events.js';
import { daysUntil, keyMessage } from '../SocialPublishing/words/keyExpiry.js';
import type { ChannelIncident, DeadlineIncident, Incident } from './incidents/findIncidents.js';
import type { KeyIncident } from './incidents/keyExpiry.js';
import { connectionMessage, deadlineMessage, postMessage } from './messages.js';
import type { TriggerSettings } from './settings.js';

type Shape = Pick<TriggerSettings, 'channelIds' | 'outputPerChannel' | 'simplify' | 'zone'>;

const outputJson = (json: IDataObject): IDataObject => ordered(itemJson(json));

const shownPost = (post: Post, { simplify, zone }: Shape): IDataObject =>
	simplify ? simplifyPost(post, { zone }) : wholePost(post, { zone });

const postJson = ({ event, post, before }: PostEvent, shape: Shape): IDataObject =>
	withOwn(
		{
			message: postMessage({ event, post, before }, shape.zone),
			event,
			previousStatus: before?.status ?? null,
		},
		shownPost(post, shape),
	);

function channelJson(
	{ event, post, before }: PostEvent,
	channel: PostChannel,
	{ simplify, zone }: Shape,
): IDataObject {
	const own = {
		message: postMessage({ event, post, before, channel }, zone),
		event,
		id: post.id,
		previousPostStatus: before?.status ?? null,
		postStatus: post.status,
		previousStatus: before?.channels.get(channel.accountId)?.status ?? null,
	};
	const { caption, updatedAt } = post;
	const shown = simplify
		? { ...simplifyChannel(channel, post, { zone }), ...localTimes({ updatedAt }, zone) }
		: { ...channel, postCaption: caption, updatedAt };
	return withOwn(own, { ...shown, ...ownFieldsOfChannel(channel, post) });
}

/** The channels of a post that pass the filter. */
const chosenChannels = ({ post }: PostEvent, { channelIds }: Shape): PostChannel[] =>
	post.channels.filter((channel) => channelIds.length === 0 || isOn(channelIds, channel));

/**
 * Converts an event to items with its name, the previous status and the new status. An event of a channel is one item about that
 * channel. An event of a post is one item, or one for each of its channels.
 */
export function toItems(event: PostEvent, shape: Shape): INodeExecutionData[] {
	if (!event.channel && !shape.outputPerChannel) return [{ json: outputJson(postJson(event, shape)) }];
	const channels = event.channel ? [event.channel] : chosenChannels(event, shape);
	return channels.map((channel) => ({ json: outputJson(channelJson(event, channel, shape)) }));
}

/** Writes times in the workflow's time zone. */
const localTimes = (times: Record<string, string | null | undefined>, zone: string): IDataObject =>
	Object.fromEntries(
		Object.entries(times)
			.filter(([, time]) => time !== undefined)
			.map(([name, time]) => [name, inZone(time, zone) as string | null]),
	);

const deadlineJson = ({ event, post, times }: DeadlineIncident, shape: Shape): IDataObject =>
	withOwn(
		{
			message: deadlineMessage({ kind: 'post', event, post, times }, shape.zone),
			event,
			...localTimes(times, shape.zone),
		},
		shownPost(post, shape),
	);

const connectionFields = ['platform', 'handle', 'status', 'needsReconnect'] as const;

function atRiskJson({ atRisk }: ChannelIncident, { zone }: Shape): IDataObject {
	if (!atRisk) return {};
	const posts = atRisk.posts.map(({ post: { id, caption, status }, time }) => ({
		id,
		caption,
		status,
		...localTimes({ time }, zone),
	}));
	return { postsAtRiskTotal: atRisk.total, postsAtRisk: posts };
}

function connectionJson(incident: ChannelIncident, shape: Shape): IDataObject {
	const { event, channel, since, troubleSince } = incident;
	const shown = channel as IDataObject;
	const message = connectionMessage(incident);
	const own = { message, event, ...localTimes({ since, troubleSince }, shape.zone), accountId: channel.id };
	return {
		...withOwn(own, shape.simplify ? pickChannelFields(shown, connectionFields) : shown),
		...atRiskJson(incident, shape),
	};
}

function keyJson({ event, identity, expiresAt, now }: KeyIncident, { simplify, zone }: Shape): IDataObject {
	const { credential, workspace } = identity as IDataObject & typeof identity;
	return {
		message: keyMessage(identity, { expiresAt, now, zone }),
		event,
		...localTimes({ expiresAt }, zone),
		daysLeft: daysUntil(expiresAt, now),
		credential: simplify ? pickFields(credential as IDataObject, ['id', 'name']) : credential,
		workspace: simplify ? pickFields(workspace as IDataObject, ['id', 'name']) : workspace,
	};
}

/** Converts an incident of each kind to its output. */
const incidentJson: {
	[Kind in Incident['kind']]: (incident: Extract<Incident, { kind: Kind }>, shape: Shape) => IDataObject;
} = { channel: connectionJson, key: keyJson, post: deadlineJson };

/**
 * Converts an incident to its item: a post with the time that has come, a channel with the posts at risk, or the API key with the time when
 * it expires.
 */
export const toIncidentItem = (incident: Incident, shape: Shape): INodeExecutionData => {
	const toJson = incidentJson[incident.kind] as (incident: Incident, shape: Shape) => IDataObject;
	return { json: outputJson(toJson(incident, shape)) };
};
