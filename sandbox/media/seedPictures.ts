import { seed } from '../seed';
import { drawPng, type Rectangle } from './png';

/** What differs between the pictures: the colors of the wall and the chair, and what is drawn over them. */
interface Drawing {
	wall: number;
	chair: number;
	over?: Rectangle[];
}

const dark = 0x1d2330;

/** The sign of a video. Its rows get wider and then narrower. */
const play: Rectangle[] = [
	[dark, 264, 196, 112, 88],
	...Array.from(
		{ length: 56 },
		(_row, y): Rectangle => [0xffffff, 304, 212 + y, 2 * Math.min(y, 55 - y) || 1, 1],
	),
];

/** Frames behind each other, the sign of a GIF. */
const moving: Rectangle[] = [
	[dark, 24, 24, 60, 44],
	[0xffffff, 28, 28, 52, 36],
	[dark, 36, 36, 60, 44],
	[0xffffff, 40, 40, 52, 36],
];

const drawings: Readonly<Record<string, Drawing>> = {
	[seed.media.image]: { wall: 0xcfd4d8, chair: 0xc2563d },
	[seed.media.video]: { wall: 0xd9e4dd, chair: 0x8a5a33, over: play },
	[seed.media.gif]: { wall: 0xeadfd5, chair: 0x6d4527, over: moving },
};

const draw = ({ wall, chair, over = [] }: Drawing): Buffer =>
	drawPng(640, 480, [
		[wall, 0, 0, 640, 480],
		[0xe9dfd0, 0, 360, 640, 120],
		// The window.
		[0xffffff, 60, 60, 180, 150],
		[0xbcd8ea, 70, 70, 160, 130],
		// The chair.
		[chair, 390, 170, 26, 150],
		[chair, 390, 300, 170, 34],
		[chair, 398, 334, 18, 86],
		[chair, 532, 334, 18, 86],
		[0x7a8f6a, 418, 176, 20, 124],
		[0x7a8f6a, 418, 276, 134, 26],
		...over,
	]);

const drawn = new Map<string, Buffer>();

/** The picture of an asset of the seed, as PNG, so that 'Media: URL' can use its address. Undefined for other assets. */
export function seedPicture(assetId: string): Buffer | undefined {
	const drawing = drawings[assetId];
	if (drawing && !drawn.has(assetId)) drawn.set(assetId, draw(drawing));
	return drawn.get(assetId);
}
