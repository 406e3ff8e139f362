const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as it's written in HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => entities[each] ?? each);

/** Writes a document that loads nothing from other addresses. `title` is text, `style` is CSS, and `body` is HTML. */
export const writeDocument = ({
	title,
	style,
	body,
}: {
	title: string;
	style: string;
	body: string;
}): string =>
	`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
