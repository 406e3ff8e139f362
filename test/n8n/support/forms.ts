/** The password that the forms of examples ask for, as `scripts/n8n/credentials.mjs` saves it. */
const signIn = (password: string) => ({
	Authorization: `Basic ${Buffer.from(`demo:${password}`).toString('base64')}`,
});

/** Sends a form of n8n as a browser does, with the answers in the order of its fields. Returns n8n's answer. */
export async function sendForm(
	url: string,
	answers: Array<string | File>,
	password = 'sandbox',
): Promise<string> {
	const form = new FormData();
	answers.forEach((answer, index) => form.set(`field-${index}`, answer));
	const response = await fetch(url, { method: 'POST', body: form, headers: signIn(password) });
	const text = await response.text();
	if (!response.ok) throw new Error(`The form answered ${response.status}: ${text}`);
	return text;
}

/** The text of a page, such as an empty form. */
export async function readPage(url: string): Promise<string> {
	return await (await fetch(url, { headers: signIn('sandbox') })).text();
}

/** The address of a published workflow's form. */
export function formUrl({ nodes }: { nodes: object[] }): string {
	const { webhookId } = nodes.find((node) => 'webhookId' in node) as { webhookId: string };
	return `${testbed.n8nUrl}/form/${webhookId}`;
}
