declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** The files in a package's source that n8n lints. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Runs n8n's verification rules on a folder. `details` is a text for people. */
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
