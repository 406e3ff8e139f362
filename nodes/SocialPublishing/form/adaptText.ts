import type { INodeProperties } from 'n8n-workflow';
import { withoutUndefined } from '../../../client/http/json.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { UpdatePost } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import type { TextAdaptions, Texts } from '../../../client/publishing/text/adapt.js';
import { ParameterError } from '../../shared/errors.js';
import { sorted } from '../../shared/fields.js';
import { readSettings, type ParameterReader } from '../../shared/parameters.js';
import { isUnset, readEach, shown, toLine, toList, toNumber, toSwitch } from '../../shared/values.js';
import { keepTextChanges } from '../words/textChanges.js';

const markdownField: INodeProperties = {
	displayName: 'Convert Markdown',
	name: 'convertMarkdown',
	type: 'boolean',
	default: false,
	description:
		'Whether to convert Markdown, such as **bold** and [links](https://example.com), and HTML to plain text. dev.to keeps both.',
};

const shortenField: INodeProperties = {
	displayName: 'Shorten',
	name: 'shorten',
	type: 'boolean',
	default: false,
	description: "Whether to shorten the text on channels where it's too long",
};

const hashtagsField: INodeProperties = {
	displayName: 'Shorten: Hashtags',
	name: 'hashtagsMax',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 3,
	description: 'How many hashtags at the end of a shortened text stay',
	displayOptions: { show: { shorten: [true] } },
};

const domainsField: INodeProperties = {
	displayName: 'UTM Domains',
	name: 'utmDomains',
	type: 'string',
	default: '',
	placeholder: 'e.g. example.com, example.org',
	description:
		'Domains whose links get UTM parameters, including subdomains. Parameters that a link already has stay.',
};

const utmField = (
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	description,
	displayOptions: { hide: { utmDomains: [''] } },
});

const sourceField = utmField(
	'UTM: Source',
	'utmSource',
	'e.g. newsletter',
	"Leave empty to use each network's name",
);
const mediumField = utmField('UTM: Medium', 'utmMedium', 'e.g. social', 'Leave empty for none');
const campaignField = utmField('UTM: Campaign', 'utmCampaign', 'e.g. spring-sale', 'Leave empty for none');

const typedTextsField: INodeProperties = {
	displayName: 'All Texts',
	name: 'includeTypedTexts',
	type: 'boolean',
	default: false,
	description: "Whether to also adapt the title, the first comment and the texts in 'Channel Overrides'",
};

/** The option that adapts the text of a post to each of its channels. */
export const adaptTextOption: INodeProperties = {
	displayName: 'Adapt Text',
	name: 'adaptText',
	type: 'fixedCollection',
	placeholder: 'Set Up',
	default: { settings: {} },
	description: 'What to change in the text for each channel. The output lists the changes.',
	options: [
		{
			displayName: 'Settings',
			name: 'settings',
			values: sorted([
				markdownField,
				domainsField,
				sourceField,
				mediumField,
				campaignField,
				shortenField,
				hashtagsField,
				typedTextsField,
			]),
		},
	],
};

/** Removes what people type before and after a domain. */
const toDomain = (text: string): string =>
	text
		.replace(/^https?:\/\//i, '')
		.replace(/^www\./i, '')
		.split('/', 1)
		.join('')
		.toLowerCase();

function readDomains(value: unknown): string[] {
	const domains = toList(value, { field: domainsField.displayName, keys: ['domain', 'url', 'value'] }).map(
		toDomain,
	);
	const wrong = domains.find((domain) => !/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u.test(domain));
	if (wrong === undefined) return domains.map((domain) => new URL(`http://${domain}`).hostname);
	throw new ParameterError(
		`'${domainsField.displayName}' can't be ${shown(wrong)}`,
		'Enter domains such as example.com, separated by commas',
	);
}

function readHashtags(value: unknown): number {
	const count = toNumber(isUnset(value) ? hashtagsField.default : value);
	if (Number.isInteger(count) && count >= 0) return count;
	throw new ParameterError(
		`'${hashtagsField.displayName}' can't be ${shown(value)}`,
		'Enter a number from 0',
	);
}

/** Reads the text of a UTM field. Half an emoji, such as one that an expression has cut, can't be part of an address. */
function readUtmValue(value: unknown, { displayName }: INodeProperties): string {
	const text = toLine(value, displayName);
	if (!/\p{Surrogate}/u.test(text)) return text;
	throw new ParameterError(
		`'${displayName}' has half an emoji`,
		'An expression has probably cut the text inside an emoji. Shorten the text without the emoji, or remove the emoji.',
	);
}

const switchOf =
	(field: INodeProperties) =>
	(value: unknown): boolean =>
		toSwitch(value, field);

const utmOf =
	(field: INodeProperties) =>
	(value: unknown): string =>
		readUtmValue(value, field);

/** How the settings are read, by their fields' names. */
const readers = {
	convertMarkdown: switchOf(markdownField),
	shorten: switchOf(shortenField),
	hashtagsMax: readHashtags,
	utmDomains: readDomains,
	utmSource: utmOf(sourceField),
	utmMedium: utmOf(mediumField),
	utmCampaign: utmOf(campaignField),
	includeTypedTexts: switchOf(typedTextsField),
};

/** Reads {@link adaptTextOption}. Undefined if the user doesn't want any change. */
function readAdaptions(parameters: ParameterReader): TextAdaptions | undefined {
	const settings = readSettings(parameters, adaptTextOption);
	if (!settings) return undefined;
	const read = readEach(readers, settings);
	if (!read.convertMarkdown && !read.shorten && read.utmDomains.length === 0) return undefined;
	return {
		convertsMarkdown: read.convertMarkdown,
		shortens: read.shorten,
		hashtags: read.hashtagsMax,
		utm: {
			domains: read.utmDomains,
			source: read.utmSource,
			medium: read.utmMedium,
			campaign: read.utmCampaign,
		},
		includesOthers: read.includeTypedTexts,
	};
}

/**
 * Adapts the texts of a post to its channels, if the user wants that.
 * @param former the post before the change. Undefined for a new post
 */
export async function adaptPost<T extends Texts & { accounts: string[] }>(
	parameters: ParameterReader,
	client: PublishingClient,
	post: T,
	former?: Post,
): Promise<T> {
	const adaptions = readAdaptions(parameters);
	if (!adaptions) return post;
	const { texts, adapted } = await client.adaptTexts(post, post.accounts, adaptions, former);
	keepTextChanges(parameters, adapted);
	return texts;
}

/** Adapts the texts of an update. Changes nothing if the update has neither a caption nor channels. */
export async function adaptChanges<T extends UpdatePost>(
	parameters: ParameterReader,
	client: PublishingClient,
	changes: T,
	readPost: () => Promise<Post>,
): Promise<T> {
	if (!readAdaptions(parameters) || (changes.caption === undefined && changes.accounts === undefined))
		return changes;
	const post = await readPost();
	const accounts = changes.accounts ?? post.channels.map(({ accountId }) => accountId);
	const whole = { ...changes, accounts, caption: changes.caption ?? post.caption };
	const adapted = await adaptPost(parameters, client, whole, post);
	return withoutUndefined({ ...adapted, accounts: changes.accounts, caption: changes.caption });
}
