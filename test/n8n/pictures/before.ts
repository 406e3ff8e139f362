import type { Workflow } from '../support/testbed';

/**
 * Workflows without this package, only to be drawn: one node or several HTTP requests for each network, in the steps that the
 * networks' interfaces document.
 */

/** A node of the drawing with its place, in columns and rows. */
type Drawn = [name: string, type: string, column: number, row: number, parameters?: object];

const http = (method: string, url: string) => ({ method, url, options: {} });
const graph = 'https://graph.facebook.com/v23.0';
const tiktok = 'https://open.tiktokapis.com/v2/post/publish';
const linkedIn = 'https://api.linkedin.com/rest';
const id = (name: string) => `{{ $('Set the account IDs').first().json.${name} }}`;
const request = 'n8n-nodes-base.httpRequest';

const accountIds = (names: string[]) => ({
	assignments: {
		assignments: names.map((name) => ({ id: name, name, value: '17841400000000000', type: 'string' })),
	},
	options: {},
});

const wait = { amount: 60 };

/** The steps of networks that need several, each in a row. */
const instagram = (column: number, row: number): Drawn[] => [
	['Instagram: create container', request, column, row, http('POST', `=${graph}/${id('instagram')}/media`)],
	['Wait 60 seconds', 'n8n-nodes-base.wait', column + 1, row, wait],
	[
		'Instagram: publish container',
		request,
		column + 2,
		row,
		http('POST', `=${graph}/${id('instagram')}/media_publish`),
	],
];
const facebook = (column: number, row: number): Drawn[] => [
	['Facebook: start reel', request, column, row, http('POST', `=${graph}/${id('facebookPage')}/video_reels`)],
	['Facebook: upload', request, column + 1, row, http('POST', '={{ $json.upload_url }}')],
	[
		'Facebook: finish reel',
		request,
		column + 2,
		row,
		http('POST', `=${graph}/${id('facebookPage')}/video_reels`),
	],
];
const youTube = (column: number, row: number): Drawn[] => [
	['YouTube: upload', 'n8n-nodes-base.youTube', column, row, { resource: 'video', operation: 'upload' }],
];
const tikTok = (column: number, row: number): Drawn[] => [
	['TikTok: start post', request, column, row, http('POST', `${tiktok}/video/init/`)],
	['Wait 2 minutes', 'n8n-nodes-base.wait', column + 1, row, { amount: 120 }],
	['TikTok: read status', request, column + 2, row, http('POST', `${tiktok}/status/fetch/`)],
];
const linkedInVideo = (column: number, row: number): Drawn[] => [
	[
		'LinkedIn: start upload',
		request,
		column,
		row,
		http('POST', `${linkedIn}/videos?action=initializeUpload`),
	],
	[
		'LinkedIn: upload',
		request,
		column + 1,
		row,
		http('PUT', '={{ $json.value.uploadInstructions[0].uploadUrl }}'),
	],
	[
		'LinkedIn: finish upload',
		request,
		column + 2,
		row,
		http('POST', `${linkedIn}/videos?action=finalizeUpload`),
	],
	['LinkedIn: create post', request, column + 3, row, http('POST', `${linkedIn}/posts`)],
];

const to = (...names: string[]) => ({ main: [names.map((node) => ({ node, type: 'main', index: 0 }))] });
const nameOf = ([name]: Drawn): string => name;

/** Connects nodes one after the other. */
const inSequence = (...nodes: Drawn[]): object =>
	Object.fromEntries(
		nodes.slice(0, -1).map((one, index) => [nameOf(one), to(nameOf(nodes[index + 1] ?? one))]),
	);

const drawn = ([name, type, column, row, parameters = {}]: Drawn, index: number) => ({
	id: `5d0b8f5e-0000-4000-8000-${String(index).padStart(12, '0')}`,
	name,
	type,
	typeVersion: { [request]: 4.2, 'n8n-nodes-base.set': 3.4, 'n8n-nodes-base.wait': 1.1 }[type] ?? 1,
	position: [column * 190, row * 160],
	parameters,
});

const drawing = (name: string, nodes: Drawn[], connections: object): Workflow => ({
	name,
	nodes: nodes.map(drawn),
	connections,
	settings: { executionOrder: 'v1' },
});

const received: Drawn[] = [
	['When a video arrives', 'n8n-nodes-base.telegramTrigger', 0, 2, { updates: ['message'] }],
	['Write the caption', '@n8n/n8n-nodes-langchain.chainLlm', 1, 2],
	[
		'Set the account IDs',
		'n8n-nodes-base.set',
		2.4,
		2,
		accountIds(['instagram', 'facebookPage', 'linkedIn']),
	],
	['Download the video', 'n8n-nodes-base.telegram', 3.4, 2, { resource: 'file', operation: 'get' }],
];
const stored: Drawn = ['Store at a public URL', 'n8n-nodes-base.awsS3', 4.5, 0.5, { operation: 'upload' }];
const told: Drawn = ['Tell the chat', 'n8n-nodes-base.telegram', 9.8, 2];
const fromUrl = [instagram(5.6, 0), tikTok(5.6, 1)];
const fromFile = [facebook(5.6, 2), youTube(5.6, 3), linkedInVideo(5.6, 4)];
const starts = (networks: Drawn[][]): string[] => networks.flatMap(([start]) => (start ? [start[0]] : []));

/** What a video from a Telegram chat to five networks takes without this package. */
export const telegramBefore = drawing(
	'Telegram before',
	[
		...received,
		stored,
		...[...fromUrl, ...fromFile].flat(),
		told,
		['Chat model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.1, 3.4],
	],
	{
		...inSequence(...received),
		'Download the video': to(stored[0], ...starts(fromFile)),
		[stored[0]]: to(...starts(fromUrl)),
		...Object.assign({}, ...[...fromUrl, ...fromFile].map((network) => inSequence(...network, told))),
		'Chat model': {
			ai_languageModel: [[{ node: 'Write the caption', type: 'ai_languageModel', index: 0 }]],
		},
	},
);

const added: Drawn[] = [
	['When a file is added', 'n8n-nodes-base.googleDriveTrigger', 0, 1.5],
	['Make the file public', 'n8n-nodes-base.googleDrive', 1, 1.5, { operation: 'share' }],
	['Set the account IDs', 'n8n-nodes-base.set', 2, 1.5, accountIds(['instagram', 'facebookPage'])],
	['Download the file', 'n8n-nodes-base.googleDrive', 3, 1.5, { operation: 'download' }],
];
const posted: Drawn = ['Post to Slack', 'n8n-nodes-base.slack', 7.4, 1.5];
const ofDrive = [instagram(4.2, 0), facebook(4.2, 1), youTube(4.2, 2), tikTok(4.2, 3)];

/** What a video from Google Drive to four networks takes without this package. */
export const driveBefore = drawing('Drive before', [...added, ...ofDrive.flat(), posted], {
	...inSequence(...added),
	'Download the file': to(...starts(ofDrive)),
	...Object.assign({}, ...ofDrive.map((network) => inSequence(...network, posted))),
});
