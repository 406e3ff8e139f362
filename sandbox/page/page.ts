import { script } from './script';
import { style } from './style';

/** The sandbox's own page: one document, nothing loaded from elsewhere. Its content comes from `/sandbox/api/state`. */
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
</header>
<main>
<section aria-labelledby="posts-title"><h2 id="posts-title">Posts</h2><div id="posts"></div></section>
<div>
<section aria-labelledby="channels-title"><h2 id="channels-title">Channels</h2><div id="channels"></div></section>
<section aria-labelledby="media-title"><h2 id="media-title">Media</h2><div id="media"></div></section>
<section aria-labelledby="activity-title"><h2 id="activity-title">Activity</h2><div id="activity"></div></section>
</div>
</main>
<script>${script}</script>
</body>
</html>
`;
