declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** What n8n lints in a package's source. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Runs n8n's verification rules over a folder. `details` is text for people. */
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
