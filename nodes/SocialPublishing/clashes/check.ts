import { shortened } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { PostWish } from '../../../client/publishing/posts/wish.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { isDraft } from '../../../client/publishing/posts/status.js';
import { ParameterError } from '../../shared/errors.js';
import { sentences } from '../../shared/errorTexts.js';
import type { ReadWish } from '../form/wish.js';
import { itemEntry } from '../../shared/idempotency.js';
import type { ParameterReader, RunItem } from '../../shared/parameters.js';
import { toldTimezone } from '../../shared/timezone.js';
import { itemCell } from '../../shared/runState.js';
import type { ComparedWith } from '../output/results.js';
import { readComparison, type ComparisonSettings } from '../form/compareOption.js';
import { nameClashes, namePosts, showClash, type ShownClash } from './clashReport.js';
import { decideItem, type ItemClashes } from './runClashes.js';

/** What was found for an item of a run. */
interface FoundClashes {
	clashes: ShownClash[];
	/** The posts with which the item was compared, for the output. Undefined if an earlier try has compared it. */
	comparedWith?: ComparedWith;
	planned?: ItemClashes['planned'];
	settings: ComparisonSettings;
	/** Drafts of this API key that an earlier run may have saved for the item. */
	savedDrafts?: ItemClashes['savedDrafts'];
}

const foundClashes = itemCell<FoundClashes>();

function keep<Found extends FoundClashes>({ context, itemIndex }: RunItem, found: Found): Found {
	foundClashes(context).set(itemIndex, found);
	return found;
}

/** Returns what was found for an item. Undefined if it wasn't compared. */
export const clashesOf = ({ context, itemIndex }: RunItem): FoundClashes | undefined =>
	foundClashes(context).get(itemIndex);

/** An item that the user wants to leave out because it clashes. Not an error: its operation returns one item that says so. */
export class SkippedItem extends Error {
	override readonly name = 'SkippedItem';

	constructor(readonly clashes: readonly ShownClash[]) {
		super(sentences(...nameClashes(clashes)));
	}
}

interface ComparedItem {
	/** A retry doesn't compare again, because it would find the post that the first try may have made. */
	hasPassed: boolean;
}

const keptMax = 3;
const keptTextMax = 500;

function rememberPassed(item: RunItem, clashes: readonly ShownClash[]): void {
	const short = clashes
		.slice(0, keptMax)
		.map((clash) => ({ ...clash, caption: shortened(clash.caption, keptTextMax) }));
	const entry = itemEntry<ComparedItem>(item);
	entry.note({ hasPassed: true });
	entry.keep('clashes', short);
}

/** The clashes with which an earlier try was sent, as far as they are kept. Undefined if none was. */
function passedBefore(item: RunItem): ShownClash[] | undefined {
	const entry = itemEntry<ComparedItem>(item);
	const clashes = entry.large<ShownClash[]>('clashes');
	const known = clashes.is === 'kept' ? clashes.value : [];
	return entry.facts.hasPassed ? known : undefined;
}

function stopFor(parameters: ParameterReader, clashes: readonly ShownClash[]): ParameterError {
	const [first = '', ...others] = nameClashes(clashes);
	return new ParameterError(
		first,
		sentences(
			'Nothing was sent for this item',
			...others,
			...namePosts(clashes, toldTimezone(parameters)),
			"Change the text or the time, or choose another action in 'If a Post Clashes'",
		),
	);
}

function act(
	parameters: ParameterReader,
	clashes: readonly ShownClash[],
	{ action }: ComparisonSettings,
): void {
	if (clashes.length === 0 || action === 'warn') return rememberPassed(parameters, clashes);
	throw action === 'skip' ? new SkippedItem(clashes) : stopFor(parameters, clashes);
}

/** Compares an item with other posts if the user wants it, and keeps what was found for the output. */
export async function findItemClashes(
	parameters: ParameterReader,
	client: PublishingClient,
	read: ReadWish,
): Promise<FoundClashes | undefined> {
	const settings = readComparison(parameters);
	if (settings === undefined) return undefined;
	const { clashes, ...others } = await decideItem(parameters, client, read);
	const zone = toldTimezone(parameters);
	return keep(parameters, {
		...others,
		settings,
		clashes: clashes.map((clash) => showClash(clash, zone)),
	});
}

/**
 * Compares an item with other posts before anything is sent for it. Throws a {@link SkippedItem} or a `ParameterError` if the user
 * wants that for a post that clashes.
 * @param mayBeDone whether an earlier try may have sent the post
 */
export async function checkClashes(
	parameters: ParameterReader,
	client: PublishingClient,
	read: ReadWish,
	mayBeDone = false,
): Promise<void> {
	const settings = readComparison(parameters);
	if (settings === undefined) return;
	const passed = mayBeDone ? passedBefore(parameters) : undefined;
	if (passed) return void keep(parameters, { settings, clashes: passed });
	const found = await findItemClashes(parameters, client, read);
	if (found) act(parameters, found.clashes, settings);
}

/**
 * Returns the draft that an earlier run has saved for an item and not delivered. It has all wanted values, also the same media. Reads
 * it again, because it comes from a list.
 */
export async function findSavedDraft(
	parameters: RunItem,
	{ posts }: PublishingClient,
	wanted: PostWish,
): Promise<Post | undefined> {
	const listed = clashesOf(parameters)?.savedDrafts?.find((draft) => posts.hasContent(draft, wanted));
	const draft = listed && (await posts.getIfThere(listed.id));
	return draft && isDraft(draft) && posts.hasContent(draft, wanted) ? draft : undefined;
}

/** Begins the comparison of an item with what an earlier try has found. That's what an item shows that a retry doesn't send again. */
export function beginComparison(parameters: ParameterReader): void {
	try {
		const settings = readComparison(parameters);
		if (settings) keep(parameters, { settings, clashes: passedBefore(parameters) ?? [] });
	} catch {
		// A value that can't be used becomes an error of the item when it's checked.
	}
}
