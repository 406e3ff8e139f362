import type { Platform } from '../../../client/publishing/values';

interface NetworkLook {
	/** The color behind the initial. White text on it has a contrast of at least 4.5. */
	color: string;
	/** About how many characters of a text the network shows in its feed before the reader has to open it. */
	visibleCharacters?: number;
}

/**
 * The networks publish no numbers for the place where they cut a text, and it depends on the screen. These are the ones that
 * guides for writers agree on for a wide screen, as of November 2026. A network without a number doesn't cut texts of a usual
 * length, or the guides don't agree.
 */
export const networkLooks: Readonly<Record<Platform, NetworkLook>> = {
	bluesky: { color: '#0a62c9' },
	devto: { color: '#2f3136' },
	facebook: { color: '#0b5ed0', visibleCharacters: 480 },
	google_business: { color: '#1765cc' },
	instagram: { color: '#b52f7b', visibleCharacters: 125 },
	linkedin: { color: '#0a66c2', visibleCharacters: 210 },
	mastodon: { color: '#563acc' },
	pinterest: { color: '#bd081c' },
	threads: { color: '#26292e' },
	tiktok: { color: '#0f3d3e', visibleCharacters: 150 },
	youtube: { color: '#c4302b', visibleCharacters: 157 },
};

/** The class of elements in the color of a network. */
export const classOfNetwork = (platform: string): string =>
	`n-${Object.hasOwn(networkLooks, platform) ? platform : 'other'}`;

/** The colors as CSS. */
export const networkColors = Object.entries(networkLooks)
	.map(([platform, { color }]) => `.n-${platform} { background: ${color}; }`)
	.join('\n');
