import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './support/sourceFiles';

const SMALL_BYTES = 80 * 1024;
/** For a moving picture. */
const MOVING_BYTES = 1_000_000;

const folder = join(rootFolder, 'docs', 'images');
const images = readdirSync(folder).sort();
const handwritten = readdirSync(join(rootFolder, 'docs')).filter((file) => file.endsWith('.md'));
const pages = ['README.md', 'examples/README.md', ...handwritten.map((file) => `docs/${file}`)].map((page) =>
	readFileSync(join(rootFolder, page), 'utf8'),
);
const picturesTest = readFileSync(join(rootFolder, 'test', 'n8n', 'pictures', 'pictures.test.ts'), 'utf8');

interface ShownImage {
	image: string;
	/** The alt text. */
	alt: string;
}

const inMarkdown = (page: string): ShownImage[] =>
	[...page.matchAll(/!\[(.*)\]\((?:(?:..\/)?docs\/)?images\/(.+)\)/g)].map(([, alt = '', image = '']) => ({
		image,
		alt,
	}));

/** Light and dark images in one `<picture>`, which share the alt text of its `<img>`. */
const inPictures = (page: string): ShownImage[] =>
	[...page.matchAll(/<picture>([^]*?)<\/picture>/g)].flatMap(([, picture = '']) => {
		const alt = /\balt="([^"]*)"/.exec(picture)?.[1] ?? '';
		const images = picture.matchAll(/\b(?:src|srcset)="(?:(?:..\/)?docs\/)?images\/([^"]+)"/g);
		return [...images].map(([, image = '']) => ({ image, alt }));
	});

const imagesIn = (page: string): ShownImage[] => [...inMarkdown(page), ...inPictures(page)];
const shown = pages.flatMap(imagesIn);

/** The name of an image in the test that takes it. */
const nameOf = (image: string): string => image.replace(/-(?:light|dark)\.webp$/, '');

/** Whether the header of an image has the flag for animations. */
const isMoving = (image: string): boolean => ((readFileSync(join(folder, image))[20] ?? 0) & 0x02) !== 0;

describe('the pictures of the README and the docs', () => {
	test('are all shown, each in the light and in the dark theme', () => {
		const names = [...new Set(images.map(nameOf))];

		expect(images).toEqual(names.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]).sort());
		expect([...new Set(shown.map(({ image }) => image))].sort()).toEqual(images);
	});

	test.each(images)(
		'%s is small, has an alt text, and is taken by a test of the documentation pictures',
		(image) => {
			const alt = shown.find((one) => one.image === image)?.alt ?? '';

			expect(statSync(join(folder, image)).size).toBeLessThan(isMoving(image) ? MOVING_BYTES : SMALL_BYTES);
			expect(alt.length).toBeGreaterThan(20);
			if (!image.startsWith('example-')) expect(picturesTest).toContain(`'${nameOf(image)}'`);
		},
	);

	test('show every example', () => {
		const examples = readdirSync(join(rootFolder, 'examples')).filter((file) => file.endsWith('.json'));

		const names = images.map(nameOf).filter((name) => name.startsWith('example-'));
		expect([...new Set(names)]).toEqual(
			examples.map((file) => `example-${file.replace('.json', '')}`).sort(),
		);
	});
});

test('light and dark images share an alt text', () => {
	const picture =
		'<picture><source media="(prefers-color-scheme: dark)" srcset="docs/images/a-dark.webp"><img alt="A form" src="docs/images/a.webp"></picture>';

	expect(imagesIn(`${picture}\n\n![A list](images/b.webp)`)).toEqual([
		{ image: 'b.webp', alt: 'A list' },
		{ image: 'a-dark.webp', alt: 'A form' },
		{ image: 'a.webp', alt: 'A form' },
	]);
});
