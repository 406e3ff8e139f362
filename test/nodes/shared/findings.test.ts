import type { Finding } from '../../../client/publishing/findings';
import { describeFinding, describeFindings } from '../../../nodes/SocialPublishing/words/findings';

const accountId = 'c0000000-0000-4000-8000-000000000001';
const finding = (more: Partial<Finding>): Finding => ({
	severity: 'warning',
	code: 'captionTooLong',
	field: `perAccount.${accountId}.caption`,
	problem: 'is too long',
	...more,
});

test.each<[string, Partial<Finding>, string]>([
	[
		'a channel with its name',
		{ accountId, platform: 'facebook', handle: 'Acme Studio' },
		"'Channel Overrides > Caption' for Facebook (Acme Studio) is too long",
	],
	[
		"a channel that the key doesn't have, without its ID",
		{ accountId },
		"'Channel Overrides > Caption' for a channel that the API key doesn't have is too long",
	],
	['the post', { field: 'caption' }, "'Caption' is too long"],
	['one asset', { field: 'mediaAssetIds.1', problem: "isn't an ID" }, "'Asset IDs' (entry 2) isn't an ID"],
])('a finding names %s', (_title, more, text) => {
	expect(describeFinding(finding(more))).toBe(text);
});

test('advice comes once, after the last finding that it is for', () => {
	const [facebook, x] = ['Acme', 'Other'].map((handle) =>
		finding({
			accountId,
			platform: 'facebook',
			handle,
			field: 'caption',
			problem: `is too long for ${handle}`,
		}),
	) as [Finding, Finding];
	const noTitle = finding({ code: 'titleMissing', field: 'title', problem: 'is empty' });
	expect(describeFindings([facebook, x, noTitle])).toEqual([
		"'Caption' for Facebook (Acme) is too long for Acme.",
		expect.stringMatching(
			/^'Caption' for Facebook \(Other\) is too long for Other\. Shorten it, turn on 'Adapt Text' .+\.$/,
		),
		"'Title' is empty.",
	]);
});
