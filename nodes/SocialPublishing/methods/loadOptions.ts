import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { Platform } from '../../../client/publishing/values';
import { channelName, choose } from './choices';

type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

const channelsOn = (platform?: Platform): Load =>
	async function () {
		const channels = await choose(this, async ({ accounts }) => await accounts.list());
		return channels
			.filter((channel) => platform === undefined || channel.platform === platform)
			.map((channel) => ({ name: channelName(channel), value: channel.id }))
			.sort((a, b) => a.name.localeCompare(b.name));
	};

const timezones: Load = async () =>
	await Promise.resolve(Intl.supportedValuesOf('timeZone').map((name) => ({ name, value: name })));

/** Options behind the dropdowns. */
export const loadOptions = {
	getChannels: channelsOn(),
	getDevtoChannels: channelsOn('devto'),
	getFacebookChannels: channelsOn('facebook'),
	getPinterestChannels: channelsOn('pinterest'),
	getTikTokChannels: channelsOn('tiktok'),
	getYouTubeChannels: channelsOn('youtube'),
	getTimezones: timezones,
};
