import { seed } from '../../../../sandbox';
import { findsEach, own, usePostCheck } from './postCheck';

const check = usePostCheck();
const { channels, queues } = seed;
const { facebook, linkedin } = channels;

findsEach(check, [
	[
		"a channel that the key can't use (P69)",
		{ accounts: ['aaaaaaaa-0000-4000-8000-000000000000'] },
		'error',
		'accounts',
		/isn't a channel of this API key/,
	],
	['no channel (P69)', {}, 'error', 'accounts', /at least one/],
	[
		'a duplicate channel (P69)',
		{ accounts: [facebook.id, facebook.id] },
		'warning',
		'accounts',
		/more than once/,
	],
	[
		'an override for another channel (P34)',
		{ ...own(linkedin.id, {}), accounts: [facebook.id] },
		'warning',
		`perAccount.${linkedin.id}`,
		/isn't in 'Channel Names or IDs'/,
	],
	[
		'a time in the past (P5, P102)',
		{ accounts: [facebook.id], delivery: { mode: 'at', at: '2026-01-05T08:58:59Z' } },
		'error',
		'at',
		/in the past/,
	],
	[
		'a time without an offset (P5, P102)',
		{ accounts: [facebook.id], delivery: { mode: 'at', at: '2026-02-05T08:59:59' } },
		'error',
		'delivery.at',
		/offset/,
	],
	[
		'a proposed time in the past (P102)',
		{ accounts: [facebook.id], proposedPublishAt: '2026-01-05T08:00:00+00:00' },
		'error',
		'proposedPublishAt',
		/in the past/,
	],
	[
		'a queue of another channel (P40)',
		{
			accounts: [facebook.id],
			delivery: { mode: 'queue', queueIds: { [facebook.id]: queues.linkedinWeekly.id } },
		},
		'error',
		`queueIds.${facebook.id}`,
		/doesn't have/,
	],
	[
		'a queue for a channel outside the post (P40)',
		{ accounts: [facebook.id], delivery: { mode: 'queue', queueIds: { [linkedin.id]: null } } },
		'error',
		`queueIds.${linkedin.id}`,
		/isn't in 'Channel Names or IDs'/,
	],
	[
		'a link that is too long (P69)',
		{ accounts: [facebook.id], linkUrl: `https://example.com/${'x'.repeat(2040)}` },
		'error',
		'linkUrl',
		/2,048/,
	],
	[
		'a link without https://',
		{ accounts: [facebook.id], linkUrl: 'example.com/chairs' },
		'error',
		'linkUrl',
		/starts with https:\/\//,
	],
]);
