/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { movieOf } from '../../support/movieFile';
import { chain, node } from '../support/chain';
import type { RestartableN8n } from '../support/restartableN8n';
import type { RunResult } from '../support/testbed';

/** Share links in a real n8n. A local server answers for the storage services, under their names and with TLS. */

const video = Buffer.from(movieOf(5));
const confirmed = 'drive.usercontent.google.com/download?export=download&id=LARGE&confirm=t';
const asked: string[] = [];

const storage = createServer(({ headers: { host = '' }, url = '' }, response) => {
	const address = `${host}${url}`;
	asked.push(address);
	const isPage = /private/.test(address) || (/LARGE/.test(address) && address !== confirmed);
	if (!isPage) return void response.writeHead(200, { 'Content-Type': 'video/mp4' }).end(video);
	response
		.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
		.end('<!doctype html><title>Sign in</title>');
});

const hosts = [
	'drive.google.com',
	'drive.usercontent.google.com',
	'www.dropbox.com',
	'1drv.ms',
	'acme-my.sharepoint.com',
];
let n8n: RestartableN8n;

beforeAll(async () => {
	await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
	n8n = await startRestartableN8n({ hosts: Object.fromEntries(hosts.map((host) => [host, address])) });
});
beforeEach(async () => {
	asked.length = 0;
	await testbed.sandbox.reset();
});
afterAll(() => storage.close());

/** Creates a draft with the video behind a link. */
async function createFrom(mediaUrl: string): Promise<RunResult> {
	const parameters = {
		resource: 'post',
		operation: 'create',
		channels: [testbed.seed.channels.facebook.id],
		caption: 'A video',
		media: 'url',
		mediaUrl,
	};
	const id = await n8n.saveWorkflow(chain('Share link (test)', [node('Post', testbed.nodeType, parameters)]));
	return await n8n.run(id, 'Start');
}

test.each([
	[
		'https://drive.google.com/file/d/SMALL/view?usp=sharing',
		['drive.google.com/uc?export=download&id=SMALL'],
	],
	['https://drive.google.com/file/d/LARGE/view', ['drive.google.com/uc?export=download&id=LARGE', confirmed]],
	[
		'https://www.dropbox.com/scl/fi/TOKEN/film.mp4?rlkey=KEY&dl=0',
		['www.dropbox.com/scl/fi/TOKEN/film.mp4?rlkey=KEY&dl=1'],
	],
	['https://1drv.ms/v/s!TOKEN', ['1drv.ms/v/s!TOKEN?download=1']],
	[
		'https://acme-my.sharepoint.com/:v:/g/personal/ada/TOKEN?e=abc',
		['acme-my.sharepoint.com/:v:/g/personal/ada/TOKEN?e=abc&download=1'],
	],
])('%s becomes the video of a post', async (link, requests) => {
	const result = await createFrom(link);
	expect(result.error).toBeUndefined();
	const [asset] = await testbed.sandbox.media();
	expect(asset).toMatchObject({ mediaType: 'video', sizeBytes: video.length });
	const [{ id } = {}] = result.output('Post');
	expect(await testbed.sandbox.post(String(id))).toMatchObject({ mediaAssetIds: [asset?.id] });
	expect([...new Set(asked)]).toEqual(requests);
});

test('a page to sign in stops before a post is made, and names the field', async () => {
	const result = await createFrom('https://www.dropbox.com/s/private/film.mp4?dl=0');
	expect(result.error?.message).toContain("'URL' is a share link of Dropbox that doesn't lead to the file");
	expect(result.error?.description).toMatch(/^Dropbox answered with a web page/);
	expect((await testbed.sandbox.posts()).filter(({ caption }) => caption === 'A video')).toEqual([]);
	expect(await testbed.sandbox.storage()).toMatchObject({ requests: [] });
});
