import type { IDataObject } from 'n8n-workflow';
import { fieldsOf, type WaitingNode } from '../../support/approvalHost';
import { onDraft, onNewPost, tomorrow, useApprovals } from '../../support/useApprovals';

const { ask, made, node } = useApprovals();

const approvers = 'Anna\nben@example.com\nAnna\nСофия  «PR»';

const askThem = async (own: IDataObject = {}): Promise<WaitingNode> =>
	await ask({ ...onNewPost, ...tomorrow, options: { approvers, allowEdits: true, ...own } });

const linksOf = ({ output: [json] }: WaitingNode) =>
	(json?.approvers ?? []) as Array<{ name: string; link: string }>;

test('gives each approver a link of their own, and equal names one link', async () => {
	const waiting = await askThem();
	const links = linksOf(waiting);
	expect(links.map(({ name }) => name)).toEqual(['Anna', 'ben@example.com', 'София «PR»']);
	expect(new Set(links.map(({ link }) => link)).size).toBe(3);
	expect(waiting.output[0]).not.toHaveProperty('approvalLink');
	expect(waiting.hints.join()).toContain('Open the page as ben@example.com');
});

test('shows to whom a link belongs, and asks for no name', async () => {
	const waiting = await askThem({ nameField: 'required' });
	const [, ben] = linksOf(waiting);
	const { status, text } = await waiting.get(waiting.local(ben?.link));
	expect(status).toBe(200);
	expect(text).toContain('You decide as <strong><bdi>ben@example.com</bdi></strong>.');
	expect(text).not.toContain('name="name"');
});

test('keeps the name of the link, whatever a form says', async () => {
	const waiting = await askThem();
	const link = waiting.local(linksOf(waiting)[1]?.link);
	const fields = fieldsOf(await waiting.get(link));
	await waiting.post({ ...fields, action: 'approved', name: 'Anna', approver: 'Anna' }, link);
	expect(waiting.resumed).toMatchObject([[{ json: { approved: true, decidedBy: 'ben@example.com' } }]]);
});

test('opens nothing with a name in place of the visit', async () => {
	const waiting = await askThem();
	const link = waiting.linkWith({ visit: 'Anna', approver: 'Anna', name: 'Anna' });
	expect((await waiting.get(link)).status).toBe(410);
	expect((await waiting.post({ action: 'approved' }, link)).status).toBe(410);
	expect(waiting.resumed).toEqual([]);
});

test('the first of three decisions counts, and the others read who decided what', async () => {
	const waiting = await askThem();
	const links = linksOf(waiting).map(({ link }) => waiting.local(link));
	const pages = await Promise.all(links.map(async (link) => await waiting.get(link)));
	const actions = ['rejected', 'approved', 'approved'];
	const answers = await Promise.all(
		links.map(
			async (link, index) =>
				await waiting.post({ ...fieldsOf(pages[index] as never), action: String(actions[index]) }, link),
		),
	);
	const [[item] = []] = waiting.resumed;
	expect(waiting.resumed).toHaveLength(1);
	const decider = String(item?.json.decidedBy);
	const others = linksOf(waiting).filter(({ name }) => name !== decider);
	expect(others).toHaveLength(2);
	for (const { name, link } of others) {
		const page = answers[linksOf(waiting).findIndex((each) => each.name === name)];
		expect(page?.text).toContain('This request was already decided');
		expect(page?.text).toContain(`${decider} decided on `);
		const again = await waiting.post({ action: 'approved' }, waiting.local(link));
		expect(again.text).toContain(`${decider} decided on `);
	}
});

test('shows times in the zone of each approver', async () => {
	const waiting = await askThem({
		approvers: '[{"name":"Anna","timezone":"Asia/Tokyo"},{"name":"Ben"}]',
		approverTimezone: 'Europe/Paris',
	});
	const [anna, ben] = linksOf(waiting).map(({ link }) => waiting.local(link));
	expect((await waiting.get(anna)).text).toContain('6:00 PM (Asia/Tokyo)');
	expect((await waiting.get(ben)).text).toContain('10:00 AM (Europe/Paris)');
});

test('reads names on lines and between commas, but not a comma in a list', async () => {
	const names = async (given: unknown) => {
		const [sent] = await node().json('post:getApprovalLink', { approvers: given as string });
		return (sent?.approvers as Array<{ name: string }>).map(({ name }) => name);
	};
	expect(await names('anna@example.com, Ben\n Cem ,,\n{ "name": "Doe, Dana" }')).toEqual([
		'anna@example.com',
		'Ben',
		'Cem',
		'Doe, Dana',
	]);
	expect(await names('={{ ["Doe, Dana", "Ben"] }}')).toEqual(['Doe, Dana', 'Ben']);
});

test('leads each link of Get Approval Link to the page of its approver', async () => {
	const executionId = 'execution-of-three';
	const [sent] = await node().json('post:getApprovalLink', { approvers }, { executionId });
	const links = sent?.approvers as Array<{ name: string; link: string }>;
	expect(links.map(({ name }) => name)).toEqual(['Anna', 'ben@example.com', 'София «PR»']);
	expect(sent).not.toHaveProperty('approvalLink');
	const waiting = await ask(
		{ ...onDraft, options: { approvers: '={{ $json.approvers }}' } },
		{ executionId, items: [{ json: sent ?? {} }] },
	);
	const page = await waiting.get(waiting.local(links[2]?.link));
	expect(page.status).toBe(303);
	const own = await waiting.get(waiting.local(page.headers.get('location') ?? ''));
	expect(own.text).toContain('You decide as <strong><bdi>София «PR»</bdi></strong>.');
});

test.each<[string, unknown, string]>([
	[
		'an object without a name',
		[{ link: 'https://example.com' }],
		"An entry of 'Approvers' is an object with 'link'",
	],
	['a name that is an object', [{ name: {} }], "An entry of 'Approvers' is an object with 'name'"],
	['a long name', 'a'.repeat(201), "'Approvers' can't have the name"],
	['many names', Array.from({ length: 51 }, (_, index) => `Name ${index}`), "'Approvers' has 51 names"],
	['an unknown zone', [{ name: 'Anna', timezone: 'Mars/Base' }], "'Mars/Base' isn't a time zone"],
	['another link', [{ name: 'Anna', link: 'https://example.com' }], "'Approvers: link' isn't a link of"],
	['an option left empty', '', "'Approvers' has no names"],
	['blanks', ' \n\t', "'Approvers' has no names"],
	['an expression that returns an empty list', '={{ [] }}', "'Approvers' has no names"],
	['an expression that returns nothing', '={{ $json.nobody }}', "'Approvers' has no names"],
	['an expression that returns an empty text', '={{ "" }}', "'Approvers' has no names"],
	['an invisible name', [{ name: '\u200B' }], "An entry of 'Approvers' is an object with 'name'"],
])('refuses %s before it saves anything', async (_title, value, message) => {
	const error = await node().error('post:sendAndWait', {
		...onNewPost,
		options: { approvers: value as string },
	});
	expect(String(error.message)).toContain(message);
	expect(made()).toEqual([]);
});

test.each([' ', '={{ [] }}', '={{ $json.nobody }}', '={{ "" }}'])(
	'makes no link for everyone from approvers that have no names: %j',
	async (approvers) => {
		const error = await node().error('post:getApprovalLink', { approvers });
		expect(error.message).toBe("'Approvers' has no names");
	},
);

test('takes names that look the same for one approver', async () => {
	const names = ['Jos\u00e9', 'Jose\u0301', 'Jos\u200b\u00e9', 'Jose'];
	const [{ approvers: links } = {}] = await node().json('post:getApprovalLink', {
		approvers: names.join('\n'),
	});
	expect((links as unknown[]).length).toBe(2);
});

test('refuses one link for everyone together with approvers', async () => {
	const options = { approvers: 'Anna', approvalLink: 'https://acme.example' };
	const error = await node().error('post:sendAndWait', { ...onNewPost, options });
	expect(error.message).toBe("'Approval Link' can't be used together with 'Approvers'");
	expect(made()).toEqual([]);
});
