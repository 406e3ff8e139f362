/** Shows a warning in browsers, because everyone could read the API key there. */
export function warnInBrowser(): void {
	const { window } = globalThis as { window?: { document?: unknown } };
	if (window?.document === undefined) return;
	console.warn(
		'content-scoring is for servers. In a browser, everyone who opens the page can read your API key and spend its credits.',
	);
}
