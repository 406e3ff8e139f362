/** A text and the addresses that it has. */
type TextWithAddresses = readonly [text: string, ...addresses: string[]];

const a = 'https://example.com/a';

const chinese: TextWithAddresses[] = [
	['详情见https://example.com/a。欢迎光临', a],
	['报名（https://example.com/a）截止周五', a],
	['新品【https://example.com/a】开售', a],
	['「https://example.com/a」和『https://example.com/b』', a, 'https://example.com/b'],
	['请访问https://example.com/a，谢谢！', a],
	[
		'官网：https://example.com；商店：https://shop.example.com/',
		'https://example.com',
		'https://shop.example.com/',
	],
	['点https://example.com/a查看', a],
	['百科https://zh.wikipedia.org/wiki/水星_(消歧义)。', 'https://zh.wikipedia.org/wiki/水星_(消歧义)'],
	['https://zh.wikipedia.org/wiki/史蒂夫·乔布斯、等等', 'https://zh.wikipedia.org/wiki/史蒂夫·乔布斯'],
	['搜索https://example.com/?q=春节&城市=北京！', 'https://example.com/?q=春节&城市=北京'],
	['域名https://例子.测试/新 很好', 'https://例子.测试/新'],
	['https://t恤.example/a买一送一', 'https://t恤.example/a'],
	['请看https://example.com/a.欢迎', a],
	['两个https://example.com/a、https://example.com/b', a, 'https://example.com/b'],
	['链接https://example.com/a？真的', a],
	['《https://example.com/a》', a],
	['https://example.com(新店)', 'https://example.com'],
	['打开https://example.com/a%E6%98%A5开始', 'https://example.com/a%E6%98%A5'],
	['去https://example.com/东https://example.com/b', 'https://example.com/东', 'https://example.com/b'],
];

const japanese: TextWithAddresses[] = [
	['https://example.com/newをご覧ください', 'https://example.com/new'],
	['https://ja.wikipedia.org/wiki/東京', 'https://ja.wikipedia.org/wiki/東京'],
	[
		'詳しくは「https://ja.wikipedia.org/wiki/スティーブ・ジョブズ」で',
		'https://ja.wikipedia.org/wiki/スティーブ・ジョブズ',
	],
	['https://example.com/a・春の新作', a],
	['https://example.com/東京・大阪', 'https://example.com/東京'],
	['&lt;https://example.com/a&gt;', a],
	['&quot;https://example.com/a&quot; and', a],
	['https://example.com/a?x=1&amp;y=2', 'https://example.com/a?x=1&amp;y=2'],
	['新作→https://example.com/a♪', a],
	['公式サイトhttps://日本語.example/をご覧', 'https://日本語.example/をご覧'],
	['https://www.youtube.com/@東京カメラ部　見てね', 'https://www.youtube.com/@東京カメラ部'],
	['**https://example.com/a**をどうぞ', a],
	['応募は https://example.com/a＃春 まで', a],
	['https://example.com/a・https://example.com/b', a, 'https://example.com/b'],
	['（詳細https://example.com/?id=1）', 'https://example.com/?id=1'],
	['https://example.com/a〜明日まで', a],
];

const korean: TextWithAddresses[] = [
	['https://example.com/new에서 보세요', 'https://example.com/new'],
	['https://ko.wikipedia.org/wiki/서울_(동음이의)', 'https://ko.wikipedia.org/wiki/서울_(동음이의)'],
	['자세히: https://한국.example/소개.', 'https://한국.example/소개'],
	['https://example.com를 클릭', 'https://example.com'],
	['‘https://example.com/a’를 보세요', a],
	['https://example.com/2026년', 'https://example.com/2026'],
];

const arabicAndHebrew: TextWithAddresses[] = [
	['اقرأ https://example.com/a، ثم شارك', a],
	['هل رأيت https://example.com/a؟', a],
	['المقال https://ar.wikipedia.org/wiki/القاهرة؛ رائع', 'https://ar.wikipedia.org/wiki/القاهرة'],
	['«https://example.com/a»', a],
	['\u2067https://example.com/a\u2069 هنا', a],
	['https://fa.wikipedia.org/wiki/می\u200Cخواهم', 'https://fa.wikipedia.org/wiki/می\u200Cخواهم'],
	['https://he.wikipedia.org/wiki/תל־אביב״', 'https://he.wikipedia.org/wiki/תל־אביב'],
	['קראו: https://example.com/a.', a],
	['https://example.com/a۔ شکریہ', a],
];

const cyrillicAndGreek: TextWithAddresses[] = [
	['Подробнее: https://example.com/новости, читайте', 'https://example.com/новости'],
	['„https://example.com/a“', a],
	['«https://пример.example/а»', 'https://пример.example/а'],
	['https://ru.wikipedia.org/wiki/Меркурий_(планета)!', 'https://ru.wikipedia.org/wiki/Меркурий_(планета)'],
	['Δείτε https://el.wikipedia.org/wiki/Αθήνα;', 'https://el.wikipedia.org/wiki/Αθήνα'],
];

const indicAndThai: TextWithAddresses[] = [
	['देखें https://example.com/a। धन्यवाद', a],
	['https://hi.wikipedia.org/wiki/दिल्ली', 'https://hi.wikipedia.org/wiki/दिल्ली'],
	['ดูที่https://example.com/aได้เลย', a],
	['https://th.wikipedia.org/wiki/กรุงเทพ ครับ', 'https://th.wikipedia.org/wiki/กรุงเทพ'],
	['https://example.com/aនៅទីនេះ។', a],
	['https://example.com/aທີ່ນີ້', a],
];

const latin: TextWithAddresses[] = [
	['See https://example.com/a.', a],
	['Seen https://example.com/a?', a],
	['Wow https://example.com/a!!! Great', a],
	['(https://example.com/a)', a],
	['(https://example.com/a_(b))', 'https://example.com/a_(b)'],
	['https://en.wikipedia.org/wiki/Mercury_(planet)', 'https://en.wikipedia.org/wiki/Mercury_(planet)'],
	['https://example.com/?tags[]=a&tags[]=b.', 'https://example.com/?tags[]=a&tags[]=b'],
	['https://example.com/?a={b}', 'https://example.com/?a={b}'],
	['https://example.com/über', 'https://example.com/über'],
	['„https://example.com/a“ und ‚https://bücher.example/b‘', a, 'https://bücher.example/b'],
	['“https://example.com/a” or ‘https://example.com/b’', a, 'https://example.com/b'],
	['«\u00A0https://example.com/a\u00A0»', a],
	["https://example.com/l'art-de-vivre et", "https://example.com/l'art-de-vivre"],
	['https://example.com/l’art-de-vivre.', 'https://example.com/l’art-de-vivre'],
	["https://example.com/blog's news", 'https://example.com/blog'],
	['We love https://example.com’s', 'https://example.com'],
	["'https://example.com/a'", a],
	["https://example.com'dan", 'https://example.com'],
	['https://example.com/_next/a_b', 'https://example.com/_next/a_b'],
	['https://example.com/a—great', a],
	[
		'https://en.wikipedia.org/wiki/Einstein–Szilard_letter',
		'https://en.wikipedia.org/wiki/Einstein–Szilard_letter',
	],
	['https://example.com/a…', a],
	['https://example.com/a...', a],
	['https://example.com/a,https://example.com/b', a, 'https://example.com/b'],
	['https://web.example/2026/https://example.com/a', 'https://web.example/2026/https://example.com/a'],
	['https://example.com/?u=https://example.org/b', 'https://example.com/?u=https://example.org/b'],
	['HTTPS://EXAMPLE.COM/X', 'HTTPS://EXAMPLE.COM/X'],
	['http://localhost:5678/form', 'http://localhost:5678/form'],
	['https://user:secret@example.com:8443/a', 'https://user:secret@example.com:8443/a'],
	['http://[::1]:8080/a', 'http://[::1]:8080/a'],
	['https://example.com/#top.', 'https://example.com/#top'],
	['https://example.com/ahttps://example.com/b', a, 'https://example.com/b'],
	['https://example.com/a\u200Bnext', a],
	['https://example.com/a\nhttps://example.com/b', a, 'https://example.com/b'],
	['See:https://example.com/a', a],
	['https:// and http://[ and https://…'],
	['git+https://example.com/a and ftp://example.com'],
	['No address, example.com'],
];

const marksAndEmoji: TextWithAddresses[] = [
	['**https://example.com/a**', a],
	['_https://example.com/a_b_', 'https://example.com/a_b'],
	['~~https://example.com/a~~', a],
	['`https://example.com/a`', a],
	['**https://example.com/a**now', a],
	['| https://example.com/a | new |', a],
	['|Shop|https://example.com/?a=1|now|', 'https://example.com/?a=1'],
	['https://example.com/css?family=A|B', 'https://example.com/css?family=A|B'],
	['[https://example.com/a](https://example.com/a)', a, a],
	['[![Logo](https://example.com/logo.png)](https://example.com/a)', 'https://example.com/logo.png', a],
	['[docs](https://example.com/a_(b) "Title")', 'https://example.com/a_(b)'],
	['https://example.com/a[docs](https://example.com/b)', a, 'https://example.com/b'],
	['<https://example.com/a>', a],
	['<a href="https://example.com/a">x</a>', a],
	['New 🎉https://example.com/a🎉 now', a],
	['https://example.com/🎉', 'https://example.com/🎉'],
	['https://example.com/a👩‍🚀', a],
	['https://example.com\u{1F1E9}\u{1F1EA}', 'https://example.com'],
	['https://example.com/a\uD83D', a],
];

/** Texts in ten scripts, with the addresses that a reader sees in each. */
export const textsWithAddresses: readonly TextWithAddresses[] = [
	...chinese,
	...japanese,
	...korean,
	...arabicAndHebrew,
	...cyrillicAndGreek,
	...indicAndThai,
	...latin,
	...marksAndEmoji,
];
