import { seed } from '../seed';

/** What differs between the pictures: the colors of the wall and the chair, and what is drawn over them. */
interface Drawing {
	wall: string;
	chair: string;
	over?: string;
}

const play = '<circle cx="320" cy="240" r="56" fill="#1d2330cc"/><path d="M300 208v64l54-32z" fill="#fff"/>';

const moving = `<text x="32" y="64" font-family="sans-serif" font-size="34" font-weight="700" fill="#1d2330">GIF</text>`;

const drawings: Readonly<Record<string, Drawing>> = {
	[seed.media.image]: { wall: '#cfd4d8', chair: '#c2563d' },
	[seed.media.video]: { wall: '#d9e4dd', chair: '#8a5a33', over: play },
	[seed.media.gif]: { wall: '#eadfd5', chair: '#6d4527', over: moving },
};

const draw = ({ wall, chair, over = '' }: Drawing): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480">
<path fill="${wall}" d="M0 0h640v480H0z"/><path fill="#e9dfd0" d="M0 360h640v120H0z"/>
<path fill="#fff" d="M60 60h180v150H60z"/><path fill="#bcd8ea" d="M70 70h160v130H70z"/>
<path fill="${chair}" d="M390 170h26v150h-26zM390 300h170v34H390zM398 334h18v86h-18zM532 334h18v86h-18z"/>
<path fill="#7a8f6a" d="M418 176h20v124h-20zM418 276h134v26H418z"/>${over}
</svg>`;

/** The picture of an asset of the seed, as SVG. Undefined for other assets. */
export const seedPicture = (assetId: string): string | undefined => {
	const drawing = drawings[assetId];
	return drawing && draw(drawing);
};
