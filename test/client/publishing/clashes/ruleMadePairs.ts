import type { Pair } from './handMadePairs';

/** Posts about different things, in several languages. Each has a number, a link and hashtags. */
const posts: readonly string[] = [
	'Our spring catalog has 48 pages about chairs, tables and lamps that last a lifetime. https://example.com/catalog #design #furniture',
	'We tested 12 office chairs for a whole year and found three that we would buy again. https://example.com/chairs #office #test',
	'The city wants to plant 3,000 trees along the old railway line before the next summer. https://example.com/trees #city #climate',
	'Last night 250 people came to our open workshop and built small stools from leftover wood. https://example.com/open #workshop #wood',
	'Our bakery starts at 4:30 in the morning, and this is what the first hour looks like. https://example.com/bakery #bread #morning',
	'Ein Tisch aus Eiche hält 200 Jahre, wenn man ihn pflegt und ab und zu mit Öl behandelt. https://example.com/eiche #holz #pflege',
	'Am 14. Mai zeigen wir in Leipzig, wie aus alten Fenstern neue Möbel und Lampen entstehen. https://example.com/fenster #leipzig #upcycling',
	'Notre atelier fête ses 25 ans avec une exposition de photos, de la musique et un grand repas. https://example.com/atelier #atelier #fete',
	'Este otoño plantamos 600 olivos junto con las escuelas del barrio y muchos voluntarios. https://example.com/olivos #barrio #otono',
	'Мы открыли 7 новых классов, в которых дети учатся работать с деревом и красками. https://example.com/klass #дети #дерево',
];

const textOf = (post: string): string => post.slice(0, post.indexOf(' https://'));
const linkOf = (post: string): string => /https:\S+/.exec(post)?.[0] ?? '';
const tagsOf = (post: string): string => post.slice(post.indexOf(' #') + 1);

/** Swaps two neighboring letters in the longest word. */
function withTypo(post: string): string {
	const [longest = ''] = [...textOf(post).split(' ')].sort((a, b) => b.length - a.length);
	const [first = '', second = '', third = '', ...rest] = longest;
	return post.replace(longest, [first, third, second, ...rest].join(''));
}

/** What people and tools do to a text before they post it again. */
const repeats: ReadonlyArray<(post: string) => string> = [
	(post) => post.replace(linkOf(post), 'https://short.example/x9'),
	(post) => `${textOf(post)} ${linkOf(post)} #news #today #reading`,
	(post) => `🎉 ${textOf(post)} ✨ ${linkOf(post)}`,
	(post) => post.toUpperCase(),
	withTypo,
	(post) => `${textOf(post)}\n\n${linkOf(post)}\n\n${tagsOf(post)}`,
];

/** The same template with another number. */
const refilled = (post: string): string =>
	post.replace(/\d+/, '905').replace(linkOf(post), 'https://example.com/other');

/** A template with the words of two posts. */
const inTemplate = (post: string): string =>
	`New on our blog: ${textOf(post).split(' ').slice(0, 6).join(' ')}. Read more: ${linkOf(post)}`;

const next = (index: number): string => posts[(index + 1) % posts.length] ?? '';

/** Pairs that were made from ten posts by rules. */
export const ruleMadePairs: readonly Pair[] = posts.flatMap((post, index): Pair[] => [
	...repeats.map((repeat): Pair => [true, post, repeat(post)]),
	[false, post, refilled(post)],
	[false, post, next(index)],
	[false, inTemplate(post), inTemplate(next(index))],
]);
