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
const pages = ['README.md', 'docs/reliability.md'].map((page) =>
	readFileSync(join(rootFolder, page), 'utf8'),
);
const shown = pages.flatMap((page) => [...page.matchAll(/!\[(.*)\]\((?:docs\/)?images\/(.+)\)/g)]);

describe('the pictures of the README and the docs', () => {
	test('are those of the table from which they are renewed, no more and no fewer', () => {
		const names = table.map(({ image }) => image).sort();

		expect(shown.map(([, , image]) => image).sort()).toEqual(names);
		expect(
			readdirSync(folder)
				.filter((file) => file !== 'images.json')
				.sort(),
		).toEqual(names);
	});

	test.each(table)(
		'$image is small, has a text for those who cannot see it, and a test that takes it',
		(row) => {
			const alt = shown.find(([, , image]) => image === row.image)?.[1] ?? '';
			const source = readFileSync(join(rootFolder, 'test', 'n8n', `${row.test}.test.ts`), 'utf8');

			expect(statSync(join(folder, row.image)).size).toBeLessThan(SMALL_BYTES);
			expect(alt.length).toBeGreaterThan(20);
			expect(source).toContain(`'${row.screenshot}'`);
		},
	);
});
