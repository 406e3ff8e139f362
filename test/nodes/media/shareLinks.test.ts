import type { IDataObject } from 'n8n-workflow';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import tls, { type ConnectionOptions } from 'node:tls';
import { shareLinkOf } from '../../../nodes/SocialPublishing/media/shareLinks';
import { fileOf } from '../../support/mediaFiles';
import { nodeFor } from '../../support/nodeUnderTest';
import { selfSigned } from '../../support/selfSigned';
import { useSandbox } from '../../support/useSandbox';

/** Storage services are played by a local server behind a proxy, so that the node requests their real addresses. */

const sandbox = useSandbox();
const video = fileOf('mp4', 100_000);
const loginPage = '<!doctype html><title>Sign in</title>';
const quotaPage = '<html><body>Too many users have viewed or downloaded this file recently</body></html>';

/** What was asked for: the host, and the path with the query. */
const asked: string[] = [];
/** The addresses that answer with the file. Others answer with the page. */
let isFile: (address: string) => boolean = () => true;
let page = loginPage;

const storage = createTlsServer(selfSigned(), ({ headers: { host = '' }, url = '' }, response) => {
	const address = `https://${host}${url}`;
	asked.push(address);
	if (isFile(address)) return void response.writeHead(200, { 'Content-Type': 'video/mp4' }).end(video);
	response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
});
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const proxy = createServer().on('connect', (_request, client) => {
	const onward = connect(portOf(storage), '127.0.0.1', () => {
		client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		onward.pipe(client).pipe(onward);
	});
	onward.on('error', () => client.destroy());
	client.on('error', () => onward.destroy());
});

const { connect: connectChecked } = tls;
const listen = async (server: Server): Promise<void> =>
	await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
	await Promise.all([listen(storage), listen(proxy)]);
	tls.connect = ((options: ConnectionOptions, onConnect?: () => void) =>
		connectChecked({ ...options, rejectUnauthorized: false }, onConnect)) as typeof tls.connect;
	process.env.HTTPS_PROXY = `http://127.0.0.1:${portOf(proxy)}`;
});
afterAll(() => {
	delete process.env.HTTPS_PROXY;
	tls.connect = connectChecked;
	for (const server of [storage, proxy]) {
		server.closeAllConnections();
		server.close();
	}
});
beforeEach(() => {
	asked.length = 0;
	isFile = () => true;
	page = loginPage;
});

const upload = async (url: string, more: IDataObject = {}) =>
	await nodeFor(sandbox()).json('media:upload', { fileFrom: 'url', url, ...more });
const failure = async (url: string, more: IDataObject = {}) => {
	const { message, description } = await nodeFor(sandbox()).error('media:upload', {
		fileFrom: 'url',
		url,
		...more,
	});
	return `${message}. ${description}`;
};

const drive = 'https://drive.google.com/uc?export=download&id=TOKEN123';
const confirmed = 'https://drive.usercontent.google.com/download?export=download&id=TOKEN123&confirm=t';

const links: Array<[link: string, service: string, asked: string]> = [
	['https://drive.google.com/file/d/TOKEN123/view?usp=sharing', 'Google Drive', drive],
	['https://drive.google.com/file/d/TOKEN123/edit', 'Google Drive', drive],
	['https://drive.google.com/open?id=TOKEN123', 'Google Drive', drive],
	['https://drive.google.com/uc?id=TOKEN123', 'Google Drive', drive],
	[
		'https://drive.google.com/file/d/TOKEN123/view?resourcekey=0-KEY',
		'Google Drive',
		`${drive}&resourcekey=0-KEY`,
	],
	['https://docs.google.com/file/d/TOKEN123/preview', 'Google Drive', drive],
	[
		'https://www.dropbox.com/s/TOKEN123/film.mp4?dl=0',
		'Dropbox',
		'https://www.dropbox.com/s/TOKEN123/film.mp4?dl=1',
	],
	[
		'https://www.dropbox.com/scl/fi/TOKEN123/film.mp4?rlkey=KEY&raw=1',
		'Dropbox',
		'https://www.dropbox.com/scl/fi/TOKEN123/film.mp4?rlkey=KEY&dl=1',
	],
	['https://dropbox.com/s/TOKEN123/film.mp4', 'Dropbox', 'https://dropbox.com/s/TOKEN123/film.mp4?dl=1'],
	['https://1drv.ms/v/s!TOKEN123', 'OneDrive', 'https://1drv.ms/v/s!TOKEN123?download=1'],
	[
		'https://onedrive.live.com/?cid=1&id=TOKEN123&authkey=KEY',
		'OneDrive',
		'https://onedrive.live.com/?cid=1&id=TOKEN123&authkey=KEY&download=1',
	],
	[
		'https://acme-my.sharepoint.com/:v:/g/personal/ada/TOKEN123?e=abc&web=1',
		'OneDrive',
		'https://acme-my.sharepoint.com/:v:/g/personal/ada/TOKEN123?e=abc&download=1',
	],
];

describe.each(links)('%s', (link, service, address) => {
	test('is downloaded', async () => {
		const [asset] = await upload(link);
		expect(asset).toMatchObject({ mediaType: 'video', sizeBytes: video.length });
		expect(asked).toEqual([address]);
	});

	test.each([
		['a page to sign in', loginPage],
		['a page about a limit', quotaPage],
	])('is never uploaded as %s', async (_title, served) => {
		isFile = () => false;
		page = served;
		for (const more of [{}, { mediaType: 'video' }, { options: { mediaType: 'video' } }]) {
			const text = await failure(link, more);
			expect(text).toContain(`'URL' is a share link of ${service} that doesn't lead to the file`);
			expect(text).not.toMatch(/TOKEN123|KEY/);
		}
		expect(
			sandbox()
				.media()
				.filter(({ sizeBytes }) => sizeBytes === served.length),
		).toEqual([]);
	});
});

test("a large file of Google Drive is downloaded behind the page that says it wasn't scanned", async () => {
	isFile = (address) => address === confirmed;
	const [asset] = await upload('https://drive.google.com/file/d/TOKEN123/view');
	expect(asset).toMatchObject({ sizeBytes: video.length });
	expect(asked).toEqual([drive, confirmed]);
});

test('Validate reads the file, and says what it asked for without what can be secret', async () => {
	const [verdict] = await nodeFor(sandbox()).json('post:validate', {
		channels: [sandbox().seed.channels.bluesky.id],
		caption: 'Hi',
		media: 'url',
		mediaUrl: 'https://www.dropbox.com/s/TOKEN123/film.mp4?dl=0',
	});
	expect(verdict?.media).toMatchObject([
		{ mediaType: 'video', requested: 'https://www.dropbox.com/… (the file of a Dropbox link)' },
	]);
	expect(JSON.stringify(verdict)).not.toContain('TOKEN123');
});

test.each([
	'http://www.dropbox.com/s/TOKEN123/film.mp4',
	'https://www.dropbox.com.example.com/s/TOKEN123/film.mp4',
	'https://example.com/?u=https://drive.google.com/file/d/TOKEN123/view',
	'https://drive.google.com:8443/file/d/TOKEN123/view',
	'https://ada@drive.google.com/file/d/TOKEN123/view',
	'https://www.dropbox.com/scl/fo/TOKEN123/folder?dl=0',
	'https://drive.google.com/drive/folders/TOKEN123',
	'https://evil-sharepoint.com/TOKEN123',
	'not an address',
])('%s is no share link', (address) => {
	expect(shareLinkOf(address)).toBeUndefined();
});
