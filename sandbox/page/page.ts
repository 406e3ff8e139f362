import { style } from './style';

/** The script that all pages share. It creates elements from text and reloads the state regularly. */
const commonScript = String.raw`
const refreshMs = 2000;
let shown = '';
let isPaused = false;

const el = (name, props, ...children) => {
	const node = Object.assign(document.createElement(name), props);
	node.append(...children.filter((child) => child !== null && child !== ''));
	return node;
};
const words = (value) => String(value).replaceAll('_', ' ');
const when = (iso) => iso === null ? '' : el('time', { dateTime: iso }, new Date(iso).toLocaleString());
const list = (items, props) => el('ul', { role: 'list', ...props }, ...items);
const fill = (id, nodes, nothing) => document.getElementById(id)
	.replaceChildren(...(nodes.length > 0 ? nodes : [el('p', { className: 'dim' }, nothing)]));


const update = (state) => {
	const { now, ...content } = state;
	document.getElementById('now').replaceChildren(when(now), ', ' + count(state));
	const text = JSON.stringify(content);
	if (text === shown) return;
	shown = text;
	const focused = document.activeElement && document.activeElement.id;
	show(state);
	const again = focused && document.getElementById(focused);
	if (again) again.focus({ preventScroll: true });
};

const refresh = async () => {
	try {
		update(await (await fetch('/sandbox/api/state')).json());
	} catch {
		document.getElementById('now').textContent = 'The sandbox does not answer.';
	}
};

document.getElementById('pause').onclick = ({ currentTarget }) => {
	isPaused = !isPaused;
	currentTarget.ariaPressed = String(isPaused);
	if (!isPaused) refresh();
};

const loop = async () => { if (!isPaused) await refresh(); setTimeout(loop, refreshMs); };
loop();
`;

/** The parts of a sandbox's page. */
interface PageParts {
	title: string;
	/** One sentence below the title. */
	intro: string;
	/** Titles by ID, for the sections of the main column and of the column beside it. */
	main: Readonly<Record<string, string>>;
	aside: Readonly<Record<string, string>>;
	/** JavaScript with `show(state)`, which fills the sections, and `count(state)`, which returns the text at the top. */
	script: string;
}

const section = ([name, title]: [string, string]): string =>
	`<section id="${name}-section" aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2><div id="${name}"></div></section>`;

/**
 * Writes a page as one document that loads nothing from other addresses. Its data comes from `/sandbox/api/state`. Screen
 * readers announce changes in the region `news` and errors in `message`.
 */
export const writePage = ({ title, intro, main, aside, script }: PageParts): string => {
	const links = Object.entries({ ...main, ...aside }).map(
		([name, text]) => `<a href="#${name}-section">${text}</a>`,
	);
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="dim">${intro} <span id="now"></span></p>
<p id="message" role="alert"></p>
<p id="news" role="status" class="only-read"></p>
<nav aria-label="On this page">${links.join('')}
<button type="button" id="pause" aria-pressed="false">Pause updates</button></nav>
</header>
<main>
<div>
${Object.entries(main).map(section).join('\n')}
</div>
<div>
${Object.entries(aside).map(section).join('\n')}
</div>
</main>
<script>${script}${commonScript}</script>
</body>
</html>
`;
};
