import { fileOfKind } from '../support/mediaItems';
import { nodeFor } from '../support/nodeUnderTest';
import { useBinaryMode } from '../support/n8nBinary';
import { until } from '../support/until';
import { useFileServer } from '../support/useFileServer';
import { useSandbox } from '../support/useSandbox';
import { longTestMs } from '../support/longTest';

const sandbox = useSandbox();
const web = useFileServer();
const mebibyte = 1024 ** 2;

beforeAll(async () => await useBinaryMode('filesystem'));

test(
	'a file of unknown size is canceled after 3 GiB if it never ends (N8)',
	async () => {
		web().serve({ bytes: fileOfKind('mp4', mebibyte), isEndless: true, hidesSize: true });
		const url = `${web().url}/file`;
		const { message, description } = await nodeFor(sandbox()).error('media:upload', { fileFrom: 'url', url });
		expect(message).toBe("The file at 'URL' has more than 3 GiB, and its server doesn't report its size");
		expect(description).toContain('live stream');
		await until(() => web().connections === 0 && sandbox().storageConnections === 0);
		// The buffers of both ends add to this.
		expect(web().endlessBytes).toBeLessThan((3 * 1024 + 80) * mebibyte);
		expect(sandbox().requests).toEqual([]);
	},
	longTestMs,
);
