import type { IDataObject } from 'n8n-workflow';
import { toFilledList, withoutUndefined } from '../../../../shared/parameters';
import { clearOptions, settingsField, type OverrideGroup } from './group';

/** Options of an article on dev.to. */
export const devto: OverrideGroup = {
	name: 'devto',
	displayName: 'Dev.to: Options',
	channelsMethod: 'getDevtoChannels',
	fields: [
		settingsField([
			{
				displayName: 'Canonical URL',
				name: 'canonicalUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/article',
				description: 'Where the article was published first',
			},
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				default: '',
				placeholder: 'e.g. webdev, javascript',
				description: 'Tags separated by commas, 20 at most',
			},
		]),
	],
	clearable: { canonicalUrl: 'Canonical URL', tags: 'Tags' },
	read: ({ settings }) => {
		const { tags, ...others } = { ...(settings as IDataObject | undefined) };
		return { options: { devto: { ...others, ...withoutUndefined({ tags: toFilledList(tags) }) } } };
	},
	clear: clearOptions('devto'),
};
