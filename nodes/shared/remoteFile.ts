import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { openBinaryData, type BinaryFile } from './binary';
import { readOn, type ByteStream, type ClosableStream } from './byteStreams';
import { ParameterError } from './errors';
import { openUrl } from './transport';

const headerOf = ({ headers }: IN8nHttpFullResponse, name: string): string | undefined => {
	const value = (headers as Record<string, unknown>)[name];
	return typeof value === 'string' ? value : undefined;
};

function fileNameOf(url: string): string | undefined {
	const name = new URL(url).pathname.split('/').pop();
	return name ? decodeURIComponent(name) : undefined;
}

function checkUrl(url: string): void {
	if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
	throw new ParameterError(
		"'URL' is not a web address",
		'Give an address that starts with http:// or https://',
	);
}

async function request(
	context: IExecuteFunctions,
	url: string,
	offset: number,
): Promise<IN8nHttpFullResponse> {
	const response = await openUrl(context, url, offset);
	if (response.statusCode >= 200 && response.statusCode < 300) return response;
	(response.body as unknown as ClosableStream).destroy();
	throw new ParameterError(
		`The file at 'URL' could not be loaded: its server answered with status ${response.statusCode}`,
		'Check that the address is right and can be opened without a login',
	);
}

/** Opens the address again at an offset; a server that does not do ranges is read up to there. */
async function reopen(
	context: IExecuteFunctions,
	url: string,
	offset: number,
	length?: number,
): Promise<ByteStream> {
	const response = await request(context, url, offset);
	const stream = response.body as unknown as ClosableStream;
	const isAtOffset = offset === 0 || response.statusCode === 206;
	return readOn(stream, isAtOffset ? 0 : offset, length);
}

/**
 * Opens a file on the web. Its bytes are passed on as they arrive. Where the server does not tell the size, the file is
 * first spooled through n8n's binary storage. Redirects and private addresses are treated as n8n is set up to do.
 */
export async function openRemoteFile(context: IExecuteFunctions, url: string): Promise<BinaryFile> {
	checkUrl(url);
	const response = await request(context, url, 0);
	const first = response.body as unknown as ClosableStream;
	const mimeType = headerOf(response, 'content-type')?.split(';')[0] ?? 'application/octet-stream';
	const fileName = fileNameOf(url);
	const length = headerOf(response, 'content-length');
	if (length === undefined) {
		const { helpers } = context;
		const spooled = await helpers.prepareBinaryData(first as never, fileName, mimeType);
		return await openBinaryData(context, spooled);
	}
	let unused: ClosableStream | undefined = first;
	return {
		sizeBytes: Number(length),
		mimeType,
		fileName,
		isSeekable: false,
		open: async (offset, wanted) => {
			const stream = unused;
			unused = undefined;
			if (stream && offset === 0 && wanted === undefined) {
				return { bytes: stream, close: () => stream.destroy() };
			}
			stream?.destroy();
			return await reopen(context, url, offset, wanted);
		},
	};
}
