import type { EarlierView, TextChange } from './pageModel';
import type { ChannelWords, EarlierAnswer } from './request';
import { wordDiff, type DiffBudget } from './wordDiff';

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

const listed = new Intl.ListFormat('en');

/** Returns what differs between the texts of two requests. Channels are named only if not all of them have the same change. */
export function changedTexts(
	before: readonly ChannelWords[],
	after: readonly ChannelWords[],
	budget: DiffBudget,
): Pick<EarlierView, 'changes' | 'notes'> {
	const byId = new Map(before.map((channel) => [channel.channelId, channel]));
	const isNow = new Set(after.map(({ channelId }) => channelId));
	const named = (channels: readonly ChannelWords[]): string =>
		listed.format(channels.map(({ label }) => label).filter((label) => label !== ''));
	const added = named(after.filter(({ channelId }) => !byId.has(channelId)));
	const removed = named(before.filter(({ channelId }) => !isNow.has(channelId)));
	const changes = pairsOf(byId, after).map(
		({ name, labels, before: earlier, after: later }): TextChange => ({
			label: labels.length === after.length ? name : `${name} · ${listed.format(labels)}`,
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
