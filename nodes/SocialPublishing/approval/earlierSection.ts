import { firstCharacters, isLongerThan } from '../../../client/http/text';
import { markup, type Fragment, type Html } from './markup';
import type { EarlierView, TextChange } from './pageModel';
import { timesIn } from './times';
import type { DiffPart } from './wordDiff';

/** How much of a text without changes is shown before and after a change, in characters. */
const aroundMax = 120;

/** Words that only a screen reader reads. It doesn't read lines and colors. */
const unseen = (words: string): Html => markup`<span class="unseen">${words}</span>`;

const lastCharacters = (text: string, max: number): string => [...text.slice(-2 * max)].slice(-max).join('');

/** The middle of a long text that hasn't changed is folded away. */
function same(text: string): Fragment {
	if (!isLongerThan(text, 3 * aroundMax)) return text;
	const [start, end] = [firstCharacters(text, aroundMax), lastCharacters(text, aroundMax)];
	const middle = text.slice(start.length, text.length - end.length);
	return [
		start,
		markup`<details class="more"><summary><span class="closed">… Show text without changes</span><span class="opened">Hide text without changes</span></summary>${middle}</details>`,
		end,
	];
}

const kinds: Record<DiffPart['kind'], (text: string) => Fragment> = {
	same,
	removed: (text) => markup`<del>${unseen(' Removed: ')}${text}${unseen(' End. ')}</del>`,
	added: (text) => markup`<ins>${unseen(' Added: ')}${text}${unseen(' End. ')}</ins>`,
};

const change = ({ label, parts }: TextChange): Html =>
	markup`<h4><bdi>${label}</bdi></h4><div class="text" dir="auto" role="group" tabindex="0" aria-label="Changes">${parts.map(({ kind, text }) => kinds[kind](text))}</div>`;

function changesOf({ changes, notes }: EarlierView): Fragment {
	if (changes === undefined) return markup`<p class="dim">The earlier texts are too long to compare.</p>`;
	if (changes.length === 0 && notes.length === 0) return markup`<p>The texts are the same as before.</p>`;
	return markup`${notes.map((note) => markup`<p><bdi>${note}</bdi></p>`)}${changes.map(change)}`;
}

/** What the approver answered to the earlier request, and what has changed since. */
export function earlierSection(
	earlier: EarlierView | undefined,
	index: number,
	zones: readonly string[],
): Fragment {
	if (earlier === undefined) return false;
	const { comment, decidedBy = 'Someone', decidedAt } = earlier;
	const when = decidedAt === undefined ? '' : ` on ${timesIn(decidedAt, zones.slice(0, 1))}`;
	const id = `since-${index}`;
	return markup`<section class="since" aria-labelledby="${id}"><h3 id="${id}">Changed since the last request</h3>
<p><bdi>${decidedBy}</bdi> requested changes${when}:</p><blockquote class="text" dir="auto">${comment}</blockquote>
${changesOf(earlier)}</section>`;
}
