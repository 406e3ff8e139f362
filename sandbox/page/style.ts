/**
 * The style of the page. It has one column on a phone and two on a larger screen, and follows the reader's light or dark mode.
 */
export const style = `
:root { color-scheme: light dark; --line: #d5d9e0; --soft: #f4f5f8; --text: #1d2330; --dim: #5a6274; --page: #fff;
	--good: #14693a; --bad: #a3201c; --wait: #7a4b00; --link: #1a4fb4; --busy: #3d3a9e; }
@media (prefers-color-scheme: dark) {
	:root { --line: #363c49; --soft: #1e222b; --text: #e8eaf0; --dim: #a3abbb; --page: #14171d;
		--good: #6fd29b; --bad: #ff938c; --wait: #f0c060; --link: #8db4ff; --busy: #b6b3ff; }
}
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: break-word; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
header { padding: 1rem; border-bottom: 1px solid var(--line); background: var(--soft); }
h1 { font-size: 1.25rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 0 0 .6rem; }
h3 { font-size: .95rem; margin: .8rem 0 .3rem; }
article h3 { margin-top: 0; font-size: 1rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; margin-top: .5rem; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 .2rem; }
.only-read { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
	white-space: nowrap; }
p { margin: 0; }
.dim { color: var(--dim); font-size: .87rem; }
main { display: grid; gap: 1.5rem; padding: 1rem; max-width: 84rem; margin: 0 auto; }
main > * { min-width: 0; }
@media (min-width: 62rem) { main { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); } }
article { border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; margin-bottom: .8rem; }
.head { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline; margin-bottom: .3rem; }
.caption { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 9rem; overflow: auto; }
.badge { border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem; font-size: .82rem; font-weight: 600;
	display: inline-block; }
.good { color: var(--good); } .bad { color: var(--bad); } .wait { color: var(--wait); } .busy { color: var(--busy); }
ul { list-style: none; margin: .5rem 0 0; padding: 0; }
li { padding: .35rem 0; border-top: 1px solid var(--line); }
li a { display: inline-block; min-height: 1.75rem; padding: .2rem 0; }
a { color: var(--link); }
section + section { margin-top: 1.5rem; }
.id { margin-top: .5rem; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .6rem; }
.actions:empty { display: none; }
button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--dim); border-radius: .4rem;
	padding: .3rem .8rem; min-height: 2.75rem; min-width: 2.75rem; cursor: pointer; }
button[aria-pressed=true] { background: var(--text); color: var(--page); }
button:hover { border-color: var(--text); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code { font: .85rem ui-monospace, monospace; overflow-wrap: anywhere; }
.own { white-space: pre-wrap; font-size: .92rem; }
.own strong { font-weight: 600; color: var(--dim); }
.media { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
.media img, .media video { height: 9rem; max-width: 100%; border-radius: .4rem; background: var(--soft); object-fit: contain; }
li .media img, li .media video { height: 4.5rem; }
#message { color: var(--bad); }
#message:not(:empty) { margin-top: .4rem; }
`;
