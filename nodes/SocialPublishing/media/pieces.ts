import { withoutUndefined } from '../../../client/http/json.js';
import type { FileFacts } from '../../../client/publishing/media.js';
import type { ReadAt } from '../../shared/byteStreams.js';

/** A piece of a container: a box of MP4 and MOV, or an element of WebM. */
interface Piece {
	type: string;
	/** Where its content begins and ends in the file, in bytes. */
	start: number;
	end: number;
}

/** Reads the header of the piece at an offset. Undefined if there is none. */
export type ReadPiece = (read: ReadAt, offset: number) => Promise<Piece | undefined>;

/** What the pieces of a file or of one of its tracks say. */
export interface HeaderValues extends FileFacts {
	/** The kind of a track, as the container names it. */
	kind?: string;
	codec?: string;
	/** How many of the time units in `duration` a second has. */
	timescale?: number;
	duration?: number;
	/** The duration of a movie whose frames are in fragments. */
	fragmentsDuration?: number;
	/** How many frames a track has. */
	samples?: number;
	/** Nanoseconds for one unit of `duration`, and for one frame. */
	timestampScale?: number;
	frameNs?: number;
	displayWidth?: number;
	displayHeight?: number;
	/** What the display size is measured in. Pixels if it's missing. */
	displayUnit?: number;
	/** Whether one of the tracks is a picture. Undefined if the tracks weren't read to their end. */
	hasPicture?: boolean;
	/** Where the file ends at the earliest, according to its outermost pieces, in bytes. */
	declaredEnd?: number;
}

/** Reads values from the beginning of a piece's content. */
export interface PieceContent {
	/** How many bytes of the content are needed. */
	bytes: number;
	values: (content: Buffer) => HeaderValues;
}

/**
 * Concludes what the values inside a piece mean for the file.
 * @param isWhole whether the piece was read to its end. Otherwise, what is missing can change what the values mean
 */
export type Conclude = (values: HeaderValues, isWhole: boolean) => HeaderValues;

/** Which pieces to read, by type. Nothing else is read, so a file can't nest deeper than this. */
interface Shape {
	pieces: Map<string, Shape | PieceContent>;
	/** The last piece to read. Nothing of interest follows it. */
	last?: string;
	/** Default: the values themselves. */
	conclude?: Conclude;
	/** The pieces whose size says where the file ends at the earliest. */
	sized?: ReadonlySet<string>;
}

/** Describes a piece with pieces inside. */
export const shapeOf = (
	pieces: Record<string, Shape | PieceContent>,
	choices: Omit<Shape, 'pieces'> = {},
): Shape => ({ pieces: new Map(Object.entries(pieces)), ...choices });

/** What was found in a piece, and whether it was read to its end. */
interface Collected {
	values: HeaderValues;
	isWhole: boolean;
}

/** Reads the content of a piece. If the file ends inside it, the content says nothing. */
async function readContent(read: ReadAt, content: PieceContent, { start, end }: Piece): Promise<Collected> {
	const count = Math.min(content.bytes, end - start);
	const bytes = await read(start, count);
	if (bytes.length < count) return { values: {}, isWhole: false };
	return { values: withoutUndefined(content.values(bytes)), isWhole: true };
}

const concluded = ({ conclude }: Shape, { values, isWhole }: Collected): Collected => ({
	isWhole,
	values: conclude ? withoutUndefined(conclude(values, isWhole)) : values,
});

/**
 * Collects values from the pieces between two offsets. If a name occurs more than once, the first value counts. A piece ends no
 * later than the piece around it. Each step therefore moves forward in the file, and the reader's limit bounds the whole search.
 */
async function collect(
	read: ReadAt,
	readPiece: ReadPiece,
	shape: Shape,
	{ start, end }: Omit<Piece, 'type'>,
): Promise<Collected> {
	const found: Collected = { values: {}, isWhole: true };
	for (let offset = start; offset < end; ) {
		const piece = await readPiece(read, offset);
		if (!piece) return concluded(shape, { ...found, isWhole: end === Infinity && found.isWhole });
		const inside = { ...piece, end: Math.min(piece.end, end) };
		if (shape.sized?.has(piece.type) && piece.end !== Infinity)
			found.values.declaredEnd = Math.max(piece.end, found.values.declaredEnd ?? 0);
		const wanted = shape.pieces.get(piece.type);
		if (wanted) {
			const { values, isWhole } =
				'values' in wanted
					? await readContent(read, wanted, inside)
					: await collect(read, readPiece, wanted, inside);
			const hasPicture = values.hasPicture || found.values.hasPicture;
			found.values = { ...values, ...found.values, ...withoutUndefined({ hasPicture }) };
			found.isWhole &&= isWhole;
		}
		if (piece.type === shape.last) break;
		offset = inside.end;
	}
	return concluded(shape, found);
}

/** Collects values from the pieces of a whole file. */
export async function collectFrom(read: ReadAt, readPiece: ReadPiece, shape: Shape): Promise<HeaderValues> {
	const { values } = await collect(read, readPiece, shape, { start: 0, end: Infinity });
	return values;
}
