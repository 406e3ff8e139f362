import { seed } from '../../../sandbox';
import { findsEach, own, usePostCheck } from '../../support/postCheck';

const check = usePostCheck();
const { channels, queues } = seed;
const { facebook, linkedin } = channels;

findsEach(check, [
	[
		'P69 a channel that is not on the key',
		{ accounts: ['aaaaaaaa-0000-4000-8000-000000000000'] },
		'error',
		'accounts',
		/no channel of this key/,
	],
	['P69 no channel', {}, 'error', 'accounts', /at least one/],
	['P69 a channel twice', { accounts: [facebook.id, facebook.id] }, 'warning', 'accounts', /twice/],
	[
		'P34 an override for another channel',
		{ ...own(linkedin.id, {}), accounts: [facebook.id] },
		'warning',
		`perAccount.${linkedin.id}`,
		/does not go to/,
	],
	[
		'P5 P102 a time in the past',
		{ accounts: [facebook.id], delivery: { mode: 'at', at: '2026-01-05T08:59:59Z' } },
		'error',
		'at',
		/in the past/,
	],
	[
		'P5 P102 a time without an offset',
		{ accounts: [facebook.id], delivery: { mode: 'at', at: '2026-02-05T08:59:59' } },
		'error',
		'delivery.at',
		/offset/,
	],
	[
		'P102 a proposed time in the past',
		{ accounts: [facebook.id], proposedPublishAt: '2026-01-05T08:00:00+00:00' },
		'error',
		'proposedPublishAt',
		/in the past/,
	],
	[
		'P40 a queue of another channel',
		{
			accounts: [facebook.id],
			delivery: { mode: 'queue', queueIds: { [facebook.id]: queues.linkedinWeekly.id } },
		},
		'error',
		`queueIds.${facebook.id}`,
		/does not have/,
	],
	[
		'P40 a queue for a channel the post does not go to',
		{ accounts: [facebook.id], delivery: { mode: 'queue', queueIds: { [linkedin.id]: null } } },
		'error',
		`queueIds.${linkedin.id}`,
		/does not go to/,
	],
	[
		'P69 a link that is too long',
		{ accounts: [facebook.id], linkUrl: `https://example.com/${'x'.repeat(2040)}` },
		'error',
		'linkUrl',
		/2048/,
	],
]);
