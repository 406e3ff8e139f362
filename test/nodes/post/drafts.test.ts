import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ clock: 'real', seed: 'default' });
const { channels, media } = seed;
const { bluesky, facebook, linkedinBroken, tiktok, youtube } = channels;
const node = () => nodeFor(sandbox());

/** Everything that a draft can lack, on channels that a key can use. */
const faulty: IDataObject = {
	channels: [bluesky.id, youtube.id, linkedinBroken.id],
	caption: 'x'.repeat(520),
	options: { channelOverridesJson: { [facebook.id]: { caption: 'Hello' } } },
};

const advice =
	"Shorten it, turn on 'Adapt Text' where the post is written, or enter another text for the channel in 'Channel Overrides'";

const messages = [
	"'Channel Overrides (JSON)' for Facebook (Acme Studio) is for a channel that isn't in 'Channel Names or IDs'. It isn't sent",
	"'Caption' for Bluesky (acme.example) is too long: 520 of 300 characters",
	"'Title' for YouTube (Acme Studio TV) is empty, so the service chooses one",
	"'Media' for YouTube (Acme Studio TV) must have a video",
	'LinkedIn (Acme Careers) must be reconnected in the web app first',
];

const unpublishable = `It can't be published yet: ${messages
	.filter((text) => /is too long|must/.test(text))
	.join('. ')}.`;

async function runWithHints(operation: string, parameters: IDataObject) {
	const { outputs, hints } = await node().result(`post:${operation}`, parameters);
	const [output] = outputs[0]?.map(({ json }) => json) ?? [];
	return { output, warnings: hints.filter(({ type }) => type === 'warning').map(({ message }) => message) };
}

const savedDraft = async (): Promise<IDataObject> => {
	const [draft] = await node().json('post:create', { channels: [facebook.id], caption: 'Hello' });
	sandbox().requests.length = 0;
	return { postId: byId(String(draft?.id)) };
};

const requestsOf = (): string[] =>
	sandbox().requests.map(({ method, path }) => `${method} ${path.replace(/[\da-f-]{36}/g, '<id>')}`);

test.each<[operation: string, asked: (draft: IDataObject) => IDataObject]>([
	['create', () => faulty],
	[
		'update',
		(draft) => {
			const { options, ...updateFields } = faulty;
			return { ...draft, updateFields, options };
		},
	],
	['upsert', () => faulty],
	[
		'upsert',
		(draft) => ({ ...draft, ...faulty, options: { ...(faulty.options as object), onChanged: 'overwrite' } }),
	],
	['syncCalendar', () => faulty],
])('saves a draft with %s and warns as Validate does (P16, P45)', async (operation, asked) => {
	const parameters = asked(await savedDraft());
	const [validated] = await node().json('post:validate', faulty);
	const { errors, warnings: found } = validated as { errors: IDataObject[]; warnings: IDataObject[] };
	const { output, warnings } = await runWithHints(operation, parameters);
	expect(output).toMatchObject({ status: 'draft', message: expect.stringContaining(`. ${unpublishable}`) });
	const shown = output?.findings as IDataObject[];
	expect(shown.map(({ message }) => message)).toEqual(messages);
	expect(shown.every(({ severity }) => severity === 'warning')).toBe(true);
	// What keeps the draft from being published is an error for Validate.
	const blocking = shown.filter(({ blocksPublishing }) => blocksPublishing);
	expect(errors).toEqual(blocking.map(({ blocksPublishing: _, ...one }) => ({ ...one, severity: 'error' })));
	expect(found).toEqual(shown.filter((one) => !blocking.includes(one)));
	const [unused, tooLong, ...others] = messages;
	const numbered = [unused, `${tooLong}. ${advice}`, ...others].map(
		(text, index) => `(${index + 1}) ${text}.`,
	);
	expect(warnings).toEqual([numbered.join(' ')]);
});

test('leaves a draft that breaks a limit to the service, unless the option is on (P16)', async () => {
	const parameters = {
		channels: [channels.googleBusiness.id],
		caption: 'Hi',
		additionalFields: { firstComment: 'First' },
	};
	await node().error('post:create', parameters);
	expect(requestsOf().at(-1)).toBe('POST /api/v1/posts/');
	sandbox().requests.length = 0;
	const { message } = await node().error('post:create', { ...parameters, options: { checkFirst: true } });
	expect(message).toMatch(/^'First Comment' for Google Business/);
	expect(requestsOf()).not.toContain('POST /api/v1/posts/');
});

test('returns no findings for a draft without any (P45)', async () => {
	const [draft] = await node().json('post:create', { channels: [facebook.id], caption: 'Hello' });
	expect(draft?.findings).toEqual([]);
});

test.each(['create', 'upsert'])(
	'says a problem of several channels only once in the message of %s and only once above the output',
	async (operation) => {
		const empty = { channels: [facebook.id, bluesky.id], caption: '' };
		const { outputs, hints } = await node().result(`post:${operation}`, empty);
		const problem =
			"'Caption' for Facebook (Acme Studio) and Bluesky (acme.example) is empty, and the post has no media.";
		const saved =
			'A post without a caption was saved as a draft for Facebook (Acme Studio) and Bluesky (acme.example).';
		expect(outputs[0]?.[0]?.json.message).toBe(`${saved} It can't be published yet: ${problem}`);
		expect(hints.map(({ message }) => message)).toEqual([problem, saved]);
	},
);

test('returns for each channel what was found for it or for the whole post', async () => {
	const options = { ...(faulty.options as object), outputPerChannel: true };
	const outputs = await node().json('post:create', { ...faulty, options });
	const codes = outputs.map(({ findings }) => (findings as IDataObject[]).map(({ code }) => code));
	const [, tooLong, , withoutVideo, disconnected] = messages;
	const ends = [tooLong, withoutVideo, disconnected].map((text) => `. It can't be published yet: ${text}.`);
	expect(outputs.map(({ message }) => message)).toEqual(ends.map((end) => expect.stringContaining(end)));
	expect(codes).toEqual([
		['overrideUnused', 'captionTooLong'],
		['overrideUnused', 'titleMissing', 'mediaMissing'],
		['overrideUnused', 'connectionLost'],
	]);
});

test.each<[delivery: string, reads: string[]]>([
	['draft', ['GET /api/v1/accounts/', 'GET /api/v1/accounts/<id>/tiktok-creator-info']],
	['queue', ['GET /api/v1/accounts/', 'GET /api/v1/accounts/<id>/tiktok-creator-info']],
])('reads the same for a post with the delivery %s (P14, P22)', async (delivery, reads) => {
	const video = { media: 'assets', mediaAssetIds: media.video };
	await node().run('post:create', { channels: [tiktok.id], caption: 'Hello', ...video, delivery });
	expect(requestsOf()).toEqual([...reads, 'POST /api/v1/posts/']);
});

test('reads nothing for a draft if the check is off, and finds nothing (P45)', async () => {
	const [draft] = await node().json('post:create', { ...faulty, options: { checkFirst: false } });
	expect(requestsOf()).toEqual(['POST /api/v1/posts/']);
	expect(draft).not.toHaveProperty('findings');
});

test.each([
	['create', 'now'],
	['create', 'draft'],
	['validate', 'now'],
])(
	'%s says before the delivery %s that a video for YouTube has no title (N46)',
	async (operation, delivery) => {
		const video = { media: 'assets', mediaAssetIds: media.video };
		const post = { channels: [youtube.id], caption: 'Film', delivery, ...video };
		const { output, warnings } = await runWithHints(operation, post);
		const message = "'Title' for YouTube (Acme Studio TV) is empty, so the service chooses one";
		expect(output?.findings ?? output?.warnings).toContainEqual(
			expect.objectContaining({ severity: 'warning', code: 'titleMissing', message }),
		);
		if (operation === 'create') expect(warnings.join()).toContain(message);
	},
);

test.each([['draft'], ['queue']])(
	'names a text that is an object, with the delivery %s (P69)',
	async (delivery) => {
		const caption = '={{ ({ a: 1 }) }}';
		const { message } = await node().error('post:create', { channels: [facebook.id], caption, delivery });
		expect(message).toMatch(/^'Caption'/);
	},
);
