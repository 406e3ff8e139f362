import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

/** What n8n scans, by where it lies. */
const PATTERNS = { source: SOURCE_FILE_PATTERNS, tarball: ['**/*.js', 'package.json'] };

/**
 * n8n's verification scan, offline: its command line takes published packages only, and ends with 0 whatever it finds.
 * So its words are read here: they have to say that it passed and nothing else.
 *
 * @param {keyof typeof PATTERNS} kind
 * @param {string} folder with the source, or with the unpacked tarball
 * @returns {Promise<string[]>} what it has to say; empty when n8n would accept the package
 */
export async function scan(kind, folder) {
	const { passed, message, details } = await analyzePackage(folder, PATTERNS[kind]);
	const words = [message, details].filter((text) => typeof text === 'string' && text !== '').map(String);
	if (passed) return words;
	return words.length > 0 ? words : ['The scan failed and does not say why.'];
}
