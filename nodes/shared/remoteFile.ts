import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { CancelledError } from '../../client/http/errors';
import { openBinaryData, type BinaryFile } from './binary';
import { readOn, type ByteStream, type ClosableStream, type Explain } from './byteStreams';
import { ParameterError } from './errors';
import { createPeekable } from './peekable';
import { openUrl } from './transport';

const headerOf = ({ headers }: IN8nHttpFullResponse, name: string): string | undefined => {
	const value = (headers as Record<string, unknown>)[name];
	return typeof value === 'string' ? value : undefined;
};

function checkUrl(url: string): void {
	if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
	throw new ParameterError(
		"'URL' is not a web address",
		'Give an address that starts with http:// or https://',
	);
}

// The cause stands in the description: a title with a code of the system is replaced by n8n with one of its own.
const notLoaded = (cause: string): ParameterError =>
	new ParameterError(
		"The file at 'URL' could not be loaded",
		`${cause}. Check that the address is right and can be opened without a login`,
	);

const brokenOff =
	(context: IExecuteFunctions): Explain =>
	({ message }) =>
		context.getExecutionCancelSignal()?.aborted
			? new CancelledError()
			: new ParameterError(
					"The file at 'URL' broke off while it was loaded",
					`Nothing was finished. Run the node again, or download the file with another node first. Cause: ${message}`,
				);

async function request(
	context: IExecuteFunctions,
	url: string,
	offset: number,
): Promise<IN8nHttpFullResponse & { stream: ClosableStream }> {
	const response = await openUrl(context, url, offset).catch((error: Error) => {
		throw error instanceof CancelledError ? error : notLoaded(`No answer came: ${error.message}`);
	});
	const stream = response.body as unknown as ClosableStream;
	if (response.statusCode >= 200 && response.statusCode < 300) return { ...response, stream };
	stream.destroy();
	throw notLoaded(`Its server answered with status ${response.statusCode}`);
}

/** Opens the address again at an offset; a server that does not do ranges is read up to there. */
async function reopen(
	context: IExecuteFunctions,
	url: string,
	offset: number,
	length?: number,
): Promise<ByteStream> {
	const { statusCode, stream } = await request(context, url, offset);
	return readOn(stream, brokenOff(context), statusCode === 206 ? 0 : offset, length);
}

/** Where the server does not tell the size, all of the file goes through n8n's binary storage first. */
async function spool(context: IExecuteFunctions, stream: ClosableStream, mimeType: string) {
	const { prepareBinaryData } = context.helpers;
	const spooled = await prepareBinaryData(stream as never, undefined, mimeType).catch((error: Error) => {
		throw brokenOff(context)(error);
	});
	return await openBinaryData(context, ['URL', spooled]);
}

/**
 * Opens a file on the web. Its bytes are passed on as they arrive. Where the server does not tell the size, the file is
 * first spooled through n8n's binary storage. Redirects and private addresses are treated as n8n is set up to do.
 */
export async function openRemoteFile(context: IExecuteFunctions, url: string): Promise<BinaryFile> {
	checkUrl(url);
	const response = await request(context, url, 0);
	const mimeType = headerOf(response, 'content-type')?.split(';')[0]?.trim() || 'application/octet-stream';
	const length = headerOf(response, 'content-length');
	if (length === undefined) return await spool(context, response.stream, mimeType);
	const first = createPeekable(response.stream, brokenOff(context));
	return {
		sizeBytes: Number(length),
		mimeType,
		isSeekable: false,
		head: first.head,
		open: async (offset, wanted) =>
			(offset === 0 && wanted === undefined && first.take()) || (await reopen(context, url, offset, wanted)),
		close: first.close,
	};
}
