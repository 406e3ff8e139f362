import { firstCharacters, inSentence, isLongerThan } from '../../../../client/http/text.js';
import { type Html, markup, type Fragment } from '../markup.js';
import type { ChannelWords } from '../channelWords.js';
import type { EarlierAnswer } from '../request.js';
import { timesIn } from './html.js';
import { wordDiff, type DiffBudget, type DiffPart } from './wordDiff.js';

/** A text that has changed since an earlier request. */
interface TextChange {
	/** E.g. `Caption · Bluesky: acme.example`. */
	label: string;
	parts: DiffPart[];
}

/** What an approver answered to an earlier request, and what has changed since. */
export interface EarlierView extends Omit<EarlierAnswer, 'words'> {
	/** Undefined if the earlier texts aren't known. */
	changes?: TextChange[];
	/** Channels that were added or removed. */
	notes: string[];
}

/** The texts of a channel that are compared, as the page names them. */
const names = [
	['caption', 'Caption'],
	['title', 'Title'],
	['firstComment', 'First Comment'],
] as const;

/** A text before and after, and the channels that have both. */
interface Pair {
	name: string;
	before: string;
	after: string;
	labels: string[];
}

/** Returns each pair of texts that differ, once for all channels with the same pair. */
function pairsOf(before: ReadonlyMap<string, ChannelWords>, after: readonly ChannelWords[]): Pair[] {
	const pairs = new Map<string, Pair>();
	for (const channel of after) {
		const earlier = before.get(channel.channelId);
		const changed = names.filter(([field]) => earlier !== undefined && earlier[field] !== channel[field]);
		for (const [field, name] of changed) {
			const pair = { name, before: earlier?.[field] ?? '', after: channel[field], labels: [] };
			const key = JSON.stringify([name, pair.before, pair.after]);
			const known = pairs.get(key) ?? pair;
			pairs.set(key, known);
			known.labels.push(channel.label);
		}
	}
	return [...pairs.values()];
}

/** Returns what differs between the texts of two requests. Channels are named only if not all of them have the same change. */
export function changedTexts(
	before: readonly ChannelWords[],
	after: readonly ChannelWords[],
	budget: DiffBudget,
): Pick<EarlierView, 'changes' | 'notes'> {
	const byId = new Map(before.map((channel) => [channel.channelId, channel]));
	const isNow = new Set(after.map(({ channelId }) => channelId));
	const named = (channels: readonly ChannelWords[]): string =>
		inSentence(channels.map(({ label }) => label).filter((label) => label !== ''));
	const added = named(after.filter(({ channelId }) => !byId.has(channelId)));
	const removed = named(before.filter(({ channelId }) => !isNow.has(channelId)));
	const changes = pairsOf(byId, after).map(
		({ name, labels, before: earlier, after: later }): TextChange => ({
			label: labels.length === after.length ? name : `${name} · ${inSentence(labels)}`,
			parts: wordDiff(earlier, later, budget),
		}),
	);
	return {
		changes,
		notes: [...(added === '' ? [] : [`Added: ${added}`]), ...(removed === '' ? [] : [`Removed: ${removed}`])],
	};
}

/** Describes an earlier answer, and what has changed since. */
export function earlierView(
	{ words, ...answer }: EarlierAnswer,
	now: readonly ChannelWords[],
	budget: DiffBudget,
): EarlierView {
	return words === undefined ? { ...answer, notes: [] } : { ...answer, ...changedTexts(words, now, budget) };
}

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
	if (changes === undefined)
		return markup`<p class="dim">The earlier texts weren't kept, so they can't be compared.</p>`;
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
