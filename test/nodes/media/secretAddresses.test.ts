import type { NodeApiError } from 'n8n-workflow';
import { fileOf } from '../../support/mediaFiles';
import { nodeFor } from '../../support/nodeUnderTest';
import { unusedAddress } from '../../support/recordingServer';
import { useFileServer, type ServedFile } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const web = useFileServer();
const node = () => nodeFor(sandbox());
/** Everything that people can see of an error. The node's own parameters aren't part of it. */
const shownBy = ({ message, description, messages, context, stack, cause }: NodeApiError): string =>
	JSON.stringify([message, description, messages, context, stack, String(cause)]);

const validate = async (mediaUrl: string): Promise<string> => {
	const values = { channels: [sandbox().seed.channels.bluesky.id], caption: 'Hi', media: 'url', mediaUrl };
	return await node()
		.json('post:validate', values)
		.then(JSON.stringify, (error: unknown) => shownBy(error as NodeApiError));
};

const before = fileOf('mp4', 36_000_000);

const secrets = '/api/bot123:PathSecret99/file';
const query = '?X-Amz-Signature=QuerySecret99#HashSecret99';
const at = (url: string): string => url.replace('://', '://UserSecret99:PassSecret99@');
const failures: Array<[string, (url: string) => Promise<string>, ServedFile?]> = [
	['a file that is gone', async (url) => `${at(url)}${secrets}${query}`],
	['a redirect to itself', async (url) => `${at(url)}/loop${secrets}${query}`],
	['a closed port', async () => `${at(await unusedAddress())}${secrets}${query}`],
	['an unknown host', async () => `${at('http://nowhere.invalid')}${secrets}${query}`],
	['a wrong protocol', async (url) => `${at(url.replace('http:', 'https:'))}${secrets}${query}`],
	['another protocol', async () => `ftp://UserSecret99:PassSecret99@example.com${secrets}${query}`],
	['an address with a wrong port', async () => `http://UserSecret99@example.com:99999${secrets}${query}`],
	['a redirect elsewhere', async (url) => `${url}/elsewhere`],
	['a web page', async (url) => `${url}/file${query}`, { bytes: Buffer.from('<!doctype html>') }],
	[
		'a file that breaks off',
		async (url) => `${at(url)}/file${query}`,
		{ bytes: before, breaksOffAfter: 999 },
	],
	['an empty file', async (url) => `${at(url)}/file${query}`, { bytes: Buffer.alloc(0) }],
	['an object', async () => ({ link: `https://example.com${secrets}${query}` }) as unknown as string],
];

// jest passes a callback in place of a missing argument.
const rows = failures.map(
	([title, addressOf, served = { bytes: before }]) => [title, addressOf, served] as const,
);

test.each(rows)('shows nothing secret of the address of %s', async (_title, addressOf, served) => {
	const isSecret = /Secret99/;
	web().serve(served);
	const url = await addressOf(web().url);
	const error = await node().error('media:upload', { fileFrom: 'url', url });
	expect(shownBy(error)).not.toMatch(isSecret);
	web().serve(served);
	expect(await validate(url)).not.toMatch(isSecret);
	web().serve(served);
	const post = {
		channels: [sandbox().seed.channels.bluesky.id],
		caption: 'Hi',
		media: 'url',
		mediaUrl: url,
	};
	const created = await node().error('post:create', { ...post, delivery: 'now' });
	expect(shownBy(created)).not.toMatch(isSecret);
});
