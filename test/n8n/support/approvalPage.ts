/** The page at an address, after the redirect of an approval link. */
async function openPage(link: string): Promise<{ url: string; text: string }> {
	const { url, status, text } = await fetch(link).then(async (response) => ({
		url: response.url,
		status: response.status,
		text: await response.text(),
	}));
	if (status !== 200) throw new Error(`The approval page answered ${status}: ${text}`);
	return { url, text };
}

/**
 * Sends the form of an approval page without editable fields, as a browser does: its hidden fields and these.
 * @returns the page before the decision, and the answer
 * @throws if the page can't be opened or the decision wasn't saved
 */
export async function decideOn(
	link: string,
	fields: Record<string, string>,
): Promise<{ page: string; answer: string }> {
	const { url, text: page } = await openPage(link);
	const body = new URLSearchParams(fields);
	for (const [, name = '', value = ''] of page.matchAll(
		/<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
	)) {
		body.set(name, value);
	}
	const response = await fetch(url, { method: 'POST', body });
	const answer = await response.text();
	if (response.status === 200 && answer.includes('Your decision was saved')) return { page, answer };
	throw new Error(`The decision wasn't saved (${response.status}): ${answer}`);
}
