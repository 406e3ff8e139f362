import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ContentScoringApi } from '../../../credentials/ContentScoringApi.credentials';
import { SocialPublishingApi } from '../../../credentials/SocialPublishingApi.credentials';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingTrigger } from '../../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { requestsOf } from '../../operations/example';
import { publishingExamples } from '../../operations/publishing';
import { scoringExamples } from '../../operations/scoring';
import { fileOfKind, itemWith } from '../../support/mediaItems';
import { useBinaryMode } from '../../support/n8nBinary';
import { loadOptions, pollNode, searchList } from '../../support/n8nContexts';
import { testCredential } from '../../support/n8nCredentialTest';
import { beside, byId, nodeFor } from '../../support/nodeUnderTest';
import type { Reply } from '../../support/recordingServer';
import { sampleIds } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';

const home = useRecordingServer();
const elsewhere = useRecordingServer();
const key = 'the-key-that-stays-home';
const run = { continueOnFail: true };

const publishingData = () => ({ baseUrl: home().url, apiKey: key });
const scoringData = () => ({ apiUrl: home().url, apiKey: key });
const publishingCredential = () => ({
	credentials: [{ type: new SocialPublishingApi(), data: publishingData() }],
});
const scoringCredential = () => ({ credentials: [{ type: new ContentScoringApi(), data: scoringData() }] });

let items: INodeExecutionData[] = [];
beforeAll(async () => {
	await useBinaryMode('default');
	items = [await itemWith({ data: fileOfKind('png', 100) })];
});
beforeEach(() => elsewhere().answerWith({ body: { data: [], urls: [] } }));

type Call = () => Promise<unknown>;

/** The only list that sends no request. */
const listOfItsOwn = 'getTimezones';
/** A field next to a channel, for the lists that depend on one. */
const place = beside('channelOverrides', 'channels', 'boardId', byId(sampleIds.channel));

const dropdowns = (names: object, open: (name: string) => Call) =>
	Object.keys(names)
		.filter((name) => name !== listOfItsOwn)
		.map((name): [string, Call] => [`the list ${name}`, open(name)]);

const publishing = new SocialPublishing();
const scoring = new ContentScoring();

/** Every part of the package that sends a key. */
const calls: Array<[string, Call]> = [
	...requestsOf(publishingExamples).map(([name, values]): [string, Call] => [
		name,
		async () => await nodeFor(home(), { key }).run(name, values, { ...run, items }),
	]),
	...requestsOf(scoringExamples).map(([name, values]): [string, Call] => [
		name,
		async () => await nodeFor(home(), { key }).run(name, values, run),
	]),
	...dropdowns(
		publishing.methods.listSearch,
		(name) => async () => await searchList(publishing, name, { ...publishingCredential(), ...place }),
	),
	...dropdowns(
		publishing.methods.loadOptions,
		(name) => async () => await loadOptions(publishing, name, { ...publishingCredential(), ...place }),
	),
	...dropdowns(
		scoring.methods.listSearch,
		(name) => async () => await searchList(scoring, name, scoringCredential()),
	),
	[
		'a poll of the trigger',
		async () =>
			await pollNode(new SocialPublishingTrigger(), {
				...publishingCredential(),
				parameters: { events: ['postCreated'] },
				mode: 'manual',
			}),
	],
	[
		'the test of the publishing credential',
		async () => await testCredential(new SocialPublishingApi(), publishingData(), publishing),
	],
	[
		'the test of the scoring credential',
		async () => await testCredential(new ContentScoringApi(), scoringData(), scoring),
	],
];

describe.each([301, 302, 303, 304, 305, 306, 307, 308])('a redirect with status %d', (status) => {
	test.each(calls)('sends no request of %s to another host (D1, P87, S-N7)', async (_name, call) => {
		home().answerWith({ status, headers: { Location: `${elsewhere().url}/taken` } });
		await call().catch(() => undefined);
		const sent = home().requests.filter(({ headers }) => JSON.stringify(headers).includes(key));
		expect(sent.length).toBeGreaterThan(0);
		expect(elsewhere().requests).toEqual([]);
	});
});

/** Everything that a request carried. */
const carried = () => JSON.stringify(elsewhere().requests);
const upload = async (parameters: IDataObject = {}) =>
	await nodeFor(home(), { key }).run('media:upload', parameters, { ...run, items });
const part = () => ({ partNumber: 1, url: `${elsewhere().url}/storage/part?X-Amz-Signature=abc` });
const started = (): Reply => ({
	status: 201,
	body: { mediaAssetId: sampleIds.asset, partSize: 1000, partCount: 1, urls: [part()] },
});

describe('URLs from the service or the user', () => {
	test("receive a part's bytes without the key (P82, P87, D9)", async () => {
		home().answerWith(started(), { body: { id: sampleIds.asset } });
		elsewhere().answerWith({ headers: { ETag: '"1"' } });
		const [item] = await upload();
		expect(item?.json).toMatchObject({ id: sampleIds.asset });
		expect(elsewhere().requests.map(({ method, headers }) => [method, headers.authorization])).toEqual([
			['PUT', undefined],
		]);
		expect(carried()).not.toContain(key);
	});

	test.each([301, 302, 303, 307, 308])(
		'receive no key after a redirect of a part with %d (P82, P87, D9)',
		async (status) => {
			home().answerWith(started(), { body: { urls: [part()] } });
			elsewhere().answerWith({ status, headers: { Location: `${elsewhere().url}/further` } });
			await upload();
			expect(elsewhere().requests.length).toBeGreaterThan(0);
			expect(elsewhere().requests.filter(({ target }) => target === '/further')).toEqual([]);
			expect(carried()).not.toContain(key);
		},
	);

	test.each([200, 302])('are read without the key for a file (status %d) (P81, P87, D1)', async (status) => {
		home().answerWith({ status: 401 });
		elsewhere().answerWith(
			{
				status,
				headers: { Location: `${elsewhere().url}/file.png`, 'Content-Type': 'image/png' },
				body: 'x',
			},
			{ headers: { 'Content-Type': 'image/png' }, body: 'x' },
		);
		await upload({ fileFrom: 'url', url: `${elsewhere().url}/picture.png` });
		expect(elsewhere().requests.length).toBeGreaterThan(0);
		expect(carried()).not.toContain(key);
	});

	test('are sent to the service for a thumbnail, and only asked for their status without the key (S8, S-N3)', async () => {
		home().answerWith({ body: { score: 0.5 } });
		elsewhere().answerWith({ headers: { 'Content-Type': 'image/png' }, body: '' });
		const parameters = { thumbnailFrom: 'url', thumbnailUrl: `${elsewhere().url}/thumbnail.png` };
		await nodeFor(home(), { key }).run('score:packaging', parameters, run);
		expect(home().requests[0]?.body).toContain('/thumbnail.png');
		expect(elsewhere().requests.map(({ method }) => method)).toEqual(['HEAD']);
		expect(carried()).not.toContain(key);
	});
});
