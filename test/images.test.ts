import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './support/sourceFiles';

const SMALL_BYTES = 80 * 1024;

const folder = join(rootFolder, 'docs', 'images');
const table = JSON.parse(readFileSync(join(folder, 'images.json'), 'utf8')) as Array<{
	image: string;
	test: string;
	screenshot: string;
}>;
const pages = ['README.md', 'docs/approval.md', 'docs/reliability.md'].map((page) =>
	readFileSync(join(rootFolder, page), 'utf8'),
);

interface ShownImage {
	image: string;
	/** The text for people who can't see it. */
	alt: string;
}

const inMarkdown = (page: string): ShownImage[] =>
	[...page.matchAll(/!\[(.*)\]\((?:docs\/)?images\/(.+)\)/g)].map(([, alt = '', image = '']) => ({
		image,
		alt,
	}));

/** Images for light and dark in one `<picture>`, which share the text of its `<img>`. */
const inPictures = (page: string): ShownImage[] =>
	[...page.matchAll(/<picture>([^]*?)<\/picture>/g)].flatMap(([, picture = '']) => {
		const alt = /\balt="([^"]*)"/.exec(picture)?.[1] ?? '';
		const images = picture.matchAll(/\b(?:src|srcset)="(?:docs\/)?images\/([^"]+)"/g);
		return [...images].map(([, image = '']) => ({ image, alt }));
	});

const imagesIn = (page: string): ShownImage[] => [...inMarkdown(page), ...inPictures(page)];
const shown = pages.flatMap(imagesIn);

describe('the pictures of the README and the docs', () => {
	test('are those of the table from which they are renewed, no more and no fewer', () => {
		const names = table.map(({ image }) => image).sort();

		expect(shown.map(({ image }) => image).sort()).toEqual(names);
		expect(
			readdirSync(folder)
				.filter((file) => file !== 'images.json')
				.sort(),
		).toEqual(names);
	});

	test.each(table)(
		'$image is small, has a text for those who cannot see it, and a test that takes it',
		(row) => {
			const alt = shown.find(({ image }) => image === row.image)?.alt ?? '';
			const source = readFileSync(join(rootFolder, 'test', 'n8n', `${row.test}.test.ts`), 'utf8');

			expect(statSync(join(folder, row.image)).size).toBeLessThan(SMALL_BYTES);
			expect(alt.length).toBeGreaterThan(20);
			expect(source).toContain(`'${row.screenshot}'`);
		},
	);
});

test('images for light and dark share a text', () => {
	const picture =
		'<picture><source media="(prefers-color-scheme: dark)" srcset="docs/images/a-dark.webp"><img alt="A form" src="docs/images/a.webp"></picture>';

	expect(imagesIn(`${picture}\n\n![A list](images/b.webp)`)).toEqual([
		{ image: 'b.webp', alt: 'A list' },
		{ image: 'a-dark.webp', alt: 'A form' },
		{ image: 'a.webp', alt: 'A form' },
	]);
});
