import type { Platform } from '../../../../client/publishing/values.js';
import { Html } from '../markup.js';

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

const networkColors = Object.entries(networkLooks)
	.map(([platform, { color }]) => `.n-${platform} { background: ${color}; }`)
	.join('\n');

/** The style of the page: one column on a phone, channels side by side on a wide screen, light or dark as the browser is set. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --soft: #f4f5f8; --line: #cdd2db; --edge: #6b7385; --text: #1d2330; --dim: #535b6c;
	--good: #14693a; --bad: #a3201c; --wait: #7a4b00; --link: #1a4fb4; --go: #1b5e37; --go-text: #fff; }
@media (prefers-color-scheme: dark) {
	:root { --page: #14171d; --soft: #1e222b; --line: #363c49; --edge: #8b93a5; --text: #e8eaf0; --dim: #a9b1c1;
		--good: #6fd29b; --bad: #ff938c; --wait: #f0c060; --link: #8db4ff; --go: #6fd29b; --go-text: #0d1710; }
}
html { scroll-padding: 1rem 0 6rem; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere; }
header, main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
header { padding-bottom: 0; }
.narrow header, .narrow main { max-width: 46rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
p { margin: 0 0 .5rem; }
ul { margin: 0 0 .5rem; padding-left: 1.25rem; }
.dim { color: var(--dim); }
.text { white-space: pre-wrap; unicode-bidi: isolate; max-height: 24rem; overflow: auto; margin: 0 0 .5rem; }
bdi { unicode-bidi: isolate; }
.alone { margin: 0 0 1rem; }
.post { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 1rem; }
.channels { display: grid; gap: .75rem; align-items: start; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); margin: .75rem 0; }
.channel { background: var(--soft); border-radius: .5rem; padding: .75rem; min-width: 0; max-width: 44rem; }
.who { display: flex; gap: .6rem; align-items: center; margin-bottom: .6rem; }
.who h3 { margin: 0; line-height: 1.3; min-width: 0; }
.avatars { display: flex; flex: none; }
.avatar { width: 2.25rem; height: 2.25rem; border-radius: 50%; display: grid; place-items: center; font-size: .87rem; font-weight: 700; color: #fff; background: #535b6c;
	border: 2px solid var(--soft); }
.avatar + .avatar { margin-left: -.3rem; }
.avatars .avatar:nth-child(n + 5) { display: none; }
${networkColors}
.mock { background: var(--page); border: 1px solid var(--line); border-radius: .6rem; padding: .75rem; margin: 0 0 .4rem; }
.mock > :last-child { margin-bottom: 0; }
.mark { font-weight: 400; color: var(--link); }
.more { display: inline; }
.more summary { display: inline-block; list-style: none; color: var(--dim); font-weight: 600; cursor: pointer; padding: .15rem .3rem; min-height: 1.75rem; }
.more summary::-webkit-details-marker { display: none; }
.more:not([open]) .opened, .more[open] .closed { display: none; }
.media { display: grid; gap: .4rem; padding: 0; margin: 0 0 .5rem; list-style: none; }
.media.several { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.media li { min-width: 0; display: grid; place-items: center; background: var(--soft); border-radius: .4rem; overflow: hidden; }
.media img { display: block; max-width: 100%; max-height: 22rem; }
.media.several img { max-height: 14rem; }
.media .alt { font-size: .93rem; color: var(--dim); margin: .25rem .5rem; }
.media .file { place-items: start; align-content: center; padding: .75rem; font-size: .93rem; line-height: 1.35; min-height: 4rem; }
.link { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .65rem; font-size: .93rem; }
.link .dim { display: block; font-size: .87rem; }
.title { font-size: 1.05rem; }
.since { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; margin: .75rem 0; }
.since > :last-child { margin-bottom: 0; }
.since h4 { font-size: .93rem; margin: .5rem 0 .25rem; }
blockquote { border-left: .2rem solid var(--edge); margin: 0 0 .5rem; padding-left: .75rem; }
del { color: var(--bad); } ins { color: var(--good); font-weight: 600; } del + ins { margin-left: .25em; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.edit { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; padding: 0 .75rem; }
.edit > summary { font-weight: 600; cursor: pointer; padding: .6rem 0; min-height: 2.75rem; }
.again { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; }
.again a { padding: .6rem 0; }
.edit[open] { padding-bottom: .75rem; }
.wrong { color: var(--bad); font-weight: 600; margin: .25rem 0 0; }
[aria-invalid] { border-color: var(--bad) !important; }
a { color: var(--link); }
.box h2 { font-size: 1rem; margin: 0 0 .25rem; }
.box ul { margin: 0; }
.box ul { padding-left: 1.1rem; } .box li { padding: .25rem 0; }
.back a { display: inline-block; padding: .4rem 0; }
.overview { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 1rem; }
.overview ol { list-style: none; margin: 0 0 .5rem; padding: 0; }
.overview li { display: grid; gap: 0 1rem; align-items: center; grid-template-columns: 4.5rem 12.5rem minmax(7rem, 14rem) 1fr auto; border-top: 1px solid var(--line); padding: .35rem 0; }
.overview li a { display: inline-flex; align-items: center; min-height: 2.25rem; font-weight: 600; }
.overview p { margin: 0; font-size: .87rem; }
.line { min-width: 0; }
.standing { font-size: .87rem; white-space: nowrap; }
.standing.bad { color: var(--bad); } .standing.wait { color: var(--wait); } .standing.good { color: var(--good); }
dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: .15rem .75rem; margin: .25rem 0 .5rem; font-size: .93rem; }
dt { color: var(--dim); }
dd { margin: 0; min-width: 0; }
.count { font-size: .87rem; color: var(--dim); }
.over { color: var(--bad); font-weight: 600; }
.box { border-left: .3rem solid var(--edge); background: var(--soft); border-radius: .25rem; padding: .6rem .8rem; margin: 0 0 .75rem; }
.channel .box { background: var(--page); padding: .4rem .6rem; margin-bottom: .5rem; font-size: .93rem; }
.box > :last-child { margin-bottom: 0; }
.bad { border-color: var(--bad); } .wait { border-color: var(--wait); } .good { border-color: var(--good); }
label, legend { display: block; font-weight: 600; padding: 0; }
fieldset > legend { margin-bottom: .25rem; }
.hint { display: block; font-weight: 400; color: var(--dim); font-size: .9rem; }
fieldset { border: 0; padding: 0; margin: 0 0 .75rem; min-width: 0; }
textarea, input[type=text], input[type=datetime-local] { font: inherit; color: inherit; background: var(--page); width: 100%; max-width: 44rem;
	display: block; border: 1px solid var(--edge); border-radius: .4rem; padding: .5rem .6rem; margin: .25rem 0 .75rem; min-height: 2.75rem; }
textarea { min-height: 6rem; resize: vertical; }
form { counter-reset: decided; }
.choices input:checked { counter-increment: decided; }
.tally { align-self: center; color: var(--dim); }
.tally::before { content: counter(decided) " "; }
.choices { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.choices label { display: inline-flex; gap: .5rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
input[type=radio] { width: 1.2rem; height: 1.2rem; margin: 0; accent-color: var(--link); }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; position: sticky; bottom: 0; background: var(--page); border-top: 1px solid var(--line); padding: .75rem 0; }
button { font: inherit; font-weight: 600; color: inherit; background: var(--soft); border: 1px solid var(--edge); border-radius: .4rem;
	padding: .4rem 1rem; min-height: 2.75rem; cursor: pointer; }
button:hover { border-color: var(--text); }
.go { background: var(--go); border-color: var(--go); color: var(--go-text); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 52rem) { .overview li { grid-template-columns: 4.5rem 1fr auto; } .overview li .dim, .line { grid-column: 2 / -1; } .overview li .standing { grid-row: 1; grid-column: 3; } }
@media (max-width: 30rem) { .overview li { grid-template-columns: 1fr auto; } .overview li .when, .overview li .dim, .line { grid-column: 1 / -1; } .overview li .standing { grid-column: 2; } .choices { flex-direction: column; gap: 0; } .actions { gap: .4rem; } .actions button { flex: 1 1 auto; padding: .4rem .3rem; font-size: .95rem; } dl { grid-template-columns: 1fr; } dd { margin-bottom: .25rem; } }
`;

/** The style as an HTML element. It's the package's own text, so it needs no escaping. */
export const styleElement = new Html(`<style>${style}</style>`);
