const secretPatterns: ReadonlyArray<[RegExp, string]> = [
	[/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 [hidden]'],
	// The query of a URL may be a signature.
	[/(https?:\/\/[^\s"'<>?]+)\?[^\s"'<>]+/gi, '$1?[hidden]'],
];

/** Removes credentials, the named secrets and the queries of URLs from a text that a person will read. */
export function redact(text: string, secrets: readonly string[] = []): string {
	const named = secrets
		.filter((secret) => secret !== '')
		.reduce((result, secret) => result.replaceAll(secret, '[hidden]'), text);
	return secretPatterns.reduce((result, [pattern, by]) => result.replace(pattern, by), named);
}
