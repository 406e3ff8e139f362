import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { seed, type SandboxOptions } from '../../../sandbox';
import { openPublishingApi, type PublishingApi } from '../../sandbox/publishingApi';
import { minuteMs, triggerOn } from '../triggerUnderTest';

export const hourMs = 60 * minuteMs;

/** The channels that are connected in this test. The others of the sandbox's seed would add their own incidents. */
export const connected = [seed.channels.facebook.id, seed.channels.bluesky.id];

/** A sandbox with two connected channels, and a trigger on its events. */
export interface IncidentStage {
	api: PublishingApi;
	trigger: ReturnType<typeof triggerOn>;
	/** Lets time pass, in minutes. */
	pass(minutes: number): void;
	/** Lets time pass, and polls each minute. Until the last twenty minutes, it polls each ten minutes. Returns the items. */
	pollFor(minutes: number): Promise<IDataObject[]>;
	/** Schedules a post, some minutes from now. Returns its ID. */
	schedule(minutes: number, more?: object): Promise<string>;
	/** Sends a post to review, with a proposed time some hours from now, or without. Returns its ID. */
	sendToReview(hours?: number): Promise<string>;
	timeIn(minutes: number): string;
}

/** Opens the stage. The trigger hasn't polled yet. */
export async function openStage(
	parameters: INodeParameters,
	options: SandboxOptions = {},
): Promise<IncidentStage> {
	const api = await openPublishingApi(options);
	const { sandbox } = api;
	for (const key of [seed.keys.full, seed.keys.drafts]) sandbox.keys.setChannels(key, connected);
	const trigger = triggerOn(api, parameters);
	const pass = (minutes: number) => sandbox.clock.advance(minutes * minuteMs);
	const timeIn = (minutes: number) =>
		new Date(sandbox.clock.now().getTime() + minutes * minuteMs).toISOString().replace('Z', '+00:00');
	return {
		api,
		trigger,
		pass,
		timeIn,
		pollFor: async (minutes) => {
			const items: IDataObject[] = [];
			let left = minutes;
			while (left > 0) {
				const step = left > 20 ? 10 : 1;
				pass(step);
				items.push(...(await trigger.poll()));
				left -= step;
			}
			return items;
		},
		schedule: async (minutes, more = {}) =>
			(await api.create({ delivery: { mode: 'at', at: timeIn(minutes) }, ...more })).id,
		sendToReview: async (hours) => {
			const delivery = hours === undefined ? { mode: 'queue' } : { mode: 'at', at: timeIn(hours * 60) };
			return (await api.create({ delivery }, seed.keys.drafts)).id;
		},
	};
}

/** The event and the subject of items: `postOverdue Hello`. */
export const namesOf = (items: IDataObject[]): string[] =>
	items.map(({ event, caption, platform }) => `${String(event)} ${String(caption ?? platform)}`);
