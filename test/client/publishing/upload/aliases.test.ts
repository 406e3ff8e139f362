import { fetchSend } from '../../../support/fetchSend';
import { clientOf, errorOf } from '../../../support/publishingClient';
import { sampleIds } from '../../../support/sampleAnswers';
import { sourceOf } from '../../../support/testSource';
import { useRecordingServer } from '../../../support/useRecordingServer';

const server = useRecordingServer();
const id = sampleIds.asset;
const other = sampleIds.post;

const media = () => clientOf({ baseUrl: server().url, sendToStorage: fetchSend() }).media;

describe('the start response in other formats (P81, N2, N3)', () => {
	const urls = [
		{ partNumber: 1, url: 'u1' },
		{ partNumber: 2, url: 'u2' },
	];
	const usual = { mediaAssetId: id, partSize: 60, partCount: 2, urls };
	const read = { assetId: id, partSize: 60, partCount: 2, urls };

	test.each<[string, object, object]>([
		['as documented', { ...usual, uploadId: other, r2Key: 'media/1' }, {}],
		['assetId', { ...usual, mediaAssetId: undefined, assetId: id, id: other }, {}],
		['id', { ...usual, mediaAssetId: undefined, id, uploadId: other }, {}],
		['uploadId, without another ID', { ...usual, mediaAssetId: null, uploadId: id }, {}],
		['parts', { ...usual, urls: undefined, parts: urls }, {}],
		['partUrls', { ...usual, urls: undefined, partUrls: urls }, {}],
		[
			'number and uploadUrl',
			{ ...usual, urls: urls.map(({ partNumber, url }) => ({ number: partNumber, uploadUrl: url })) },
			{},
		],
		[
			'part and signedUrl',
			{ ...usual, urls: urls.map(({ partNumber, url }) => ({ part: partNumber, signedUrl: url })) },
			{},
		],
		['a plain list', { ...usual, urls: ['u1', 'u2'] }, {}],
		['empty entries', { ...usual, urls: [null, 7, {}, ...urls, { partNumber: 3 }] }, {}],
		['no partCount', { ...usual, partCount: undefined }, {}],
		['no URLs', { ...usual, urls: undefined }, { urls: [] }],
		['one URL for the whole file', { id, urls: ['u1'] }, { partSize: 100, partCount: 1, urls: [urls[0]] }],
		['new fields', { ...usual, expiresIn: 900 }, {}],
	])('%s', async (_title, body, difference) => {
		server().answerWith({ status: 201, body });
		expect(await media().start({ mediaType: 'image', sizeBytes: 100 })).toEqual({ ...read, ...difference });
	});

	test.each<[string, unknown, string]>([
		['nothing', {}, 'has no ID of a media asset'],
		['a value other than an object', [], 'must be an object'],
		['an empty id', { ...usual, mediaAssetId: '' }, 'has no ID of a media asset'],
		['parts too small for the file', { ...usual, partSize: 30 }, '2 parts of 30 bytes'],
		['more parts than the file has', { ...usual, partCount: 3 }, '3 parts of 60 bytes'],
		['several URLs without a part size', { id, urls: ['u1', 'u2'], partCount: 2 }, '2 parts of 100 bytes'],
		['a fractional part size', { ...usual, partSize: 60.5 }, '2 parts of 100 bytes'],
	])('rejects %s', async (_title, body, problem) => {
		server().answerWith({ status: 201, body });
		const error = await errorOf(media().start({ mediaType: 'image', sizeBytes: 100 }));
		expect(error).toMatchObject({ name: 'UnexpectedResponseError', statusCode: 201 });
		expect(error.message).toContain(problem);
	});
});

describe('a response with more URLs in other formats (P83, N4)', () => {
	const nine = [
		{ partNumber: 9, url: 'u9' },
		{ partNumber: 10, url: 'u10' },
	];

	test.each<[string, object]>([
		['as documented', { urls: nine }],
		['parts', { parts: nine.map(({ partNumber, url }) => ({ number: partNumber, signedUrl: url })) }],
		['partUrls', { partUrls: nine }],
		['a plain list, which begins with the requested part', { urls: ['u9', 'u10'] }],
	])('%s', async (_title, body) => {
		server().answerWith({ body });
		expect(await media().partUrls(id, 9, 99)).toEqual(nine);
		expect(server().requests[0]).toMatchObject({
			target: `/api/v1/media/uploads/${id}/parts`,
			body: '{"fromPart":9,"count":16}',
		});
	});
});

describe('the end of an upload (P84, N5, N6)', () => {
	test.each<[string, object, string]>([
		['as documented', { id: other, mediaType: 'image', processingStatus: 'ready' }, other],
		['mediaAssetId', { mediaAssetId: other }, other],
		['assetId', { assetId: other }, other],
		['asset.id', { asset: { id: other } }, other],
		['media.id', { media: { id: other } }, other],
		['data.id', { data: { id: other } }, other],
		['no ID', { processingStatus: 'ready' }, id],
		['an invalid ID', { id: 7, asset: null, media: [] }, id],
	])('%s', async (_title, body, read) => {
		server().answerWith({ body });
		expect(await media().complete(id, [{ partNumber: 1, etag: '"a"' }])).toEqual({ ...body, id: read });
	});

	test('sends the parts in order, with their ETags unchanged, and nothing else', async () => {
		server().answerWith({ body: {} });
		const parts = [10, 2, 1].map((partNumber) => ({ partNumber, etag: `W/"${partNumber}"` }));
		await media().complete(id, parts);
		expect(server().requests[0]).toMatchObject({
			method: 'POST',
			target: `/api/v1/media/uploads/${id}/complete`,
			body: JSON.stringify({ parts: [...parts].reverse() }),
		});
	});
});

test('uploads the whole file to one URL in another format and returns its ETag (P82, N7)', async () => {
	const url = `${server().url}/put?signature=secret`;
	server().answerWith(
		{ status: 201, body: { assetId: id, parts: [{ number: 1, uploadUrl: url }] } },
		{ headers: { eTaG: '"Abc-1"' } },
		{ body: { data: { id: other } } },
	);
	const source = sourceOf(Buffer.from('all of it'));
	expect(await media().upload(source, { mediaType: 'gif' })).toMatchObject({ id: other });
	const [, put, complete] = server().requests;
	expect(put).toMatchObject({ method: 'PUT', target: '/put?signature=secret', body: 'all of it' });
	expect(put?.headers).toMatchObject({ 'content-length': '9' });
	expect(put?.headers).not.toHaveProperty('authorization');
	expect(complete?.body).toBe('{"parts":[{"partNumber":1,"etag":"\\"Abc-1\\""}]}');
});
