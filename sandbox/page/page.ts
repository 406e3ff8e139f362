import { script } from './script';
import { style } from './style';

const sections = { posts: 'Posts', channels: 'Channels', media: 'Media', activity: 'Activity' } as const;

type Section = keyof typeof sections;

const section = (name: Section): string =>
	`<section id="${name}-section" aria-labelledby="${name}-title"><h2 id="${name}-title">${sections[name]}</h2><div id="${name}"></div></section>`;

const links = Object.entries(sections).map(([name, title]) => `<a href="#${name}-section">${title}</a>`);

/**
 * The sandbox's own page: one document, nothing loaded from elsewhere. Its content comes from `/sandbox/api/state`;
 * what changes is told to screen readers in the region `news`, what fails in `message`.
 */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Publishing sandbox</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>Publishing sandbox</h1>
<p class="dim">What your workflows did, and the buttons to play reviewer and network. <span id="now"></span></p>
<p id="message" role="alert"></p>
<p id="news" role="status" class="only-read"></p>
<nav aria-label="On this page">${links.join('')}
<button type="button" id="pause" aria-pressed="false">Pause updates</button></nav>
</header>
<main>
${section('posts')}
<div>
${section('channels')}
${section('media')}
${section('activity')}
</div>
</main>
<script>${script}</script>
</body>
</html>
`;
