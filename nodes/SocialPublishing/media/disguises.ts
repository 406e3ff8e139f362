import { signatureBytes } from './formats.js';

/** What the bytes of a file certainly are, although they aren't those of an image or a video. */
export interface Disguise {
	/** As people write it, with its article. */
	name: string;
	advice: string;
	/** Whether it helps even if nothing says that the file is an image or a video. */
	isCertain?: boolean;
}

const readAgain =
	"A node that reads a file as text destroys it. In HTTP Request, set 'Response Format' to File";

const base64Advice =
	"Convert to File makes such a file if its 'Base64 Input Field' has more than Base64, and reports success. Use a field that has only the Base64";

const checkSource =
	'Check what the node that reads or downloads the file returned. It often is the message of an error';

export const webPage = 'a web page';

/** The first bytes of a file, each as one character. The first match counts. */
const shapes: ReadonlyArray<readonly [shape: RegExp, disguise: Disguise]> = [
	[
		/^\s*data:[\w.+-]+\/[\w.+-]+[;,]/i,
		{
			name: 'a data URI as text',
			isCertain: true,
			advice:
				"Convert to File reads a data URI as if it were Base64, and reports success. Use only what follows 'base64,', such as {{ $json.image.split('base64,').pop() }}",
		},
	],
	[
		/^-{2,}[^\r\n]{1,70}\r?\nContent-(?:Disposition|Type):/i,
		{
			name: "a form's body with its boundary",
			isCertain: true,
			advice: "In the node that receives the form, turn off 'Raw Body' and use the file of the form",
		},
	],
	// Base64 of JPEG, PNG, GIF, RIFF, MP4 and WebM.
	[
		/^\s*(?:\/9j\/|iVBORw0KGgo|R0lGOD|UklGR|AAAA[\w+/]{2}Z0eX|GkXfo)[\w+/=\s]*$/,
		{ name: 'Base64 as text', advice: base64Advice, isCertain: true },
	],
	[
		/^(?:[\w+/-]{76}\r?\n){3}|^[\w+/-]{512}$/,
		{ name: 'Base64 as text', advice: base64Advice, isCertain: true },
	],
	[/^\s*<(?:!doctype html|html|head|body)\b/i, { name: webPage, advice: checkSource, isCertain: true }],
	[
		/^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,200}-->\s*)?(?:<!doctype svg[^>]{0,200}>\s*)?<svg\b/i,
		{ name: 'an SVG drawing', advice: 'Convert it to PNG first', isCertain: true },
	],
	[/^%PDF-/, { name: 'a PDF', advice: 'Convert its pages to images first', isCertain: true }],
	[/^\s*[{[]\s*["{[\d\]}]/, { name: 'JSON', advice: checkSource }],
	// A decoder puts EF BF BD in place of each byte that isn't UTF-8, and an encoder of Latin-1 makes two bytes of one.
	[
		/(?:\xEF\xBF\xBD[^]{0,60}?){4}|^\xC3\xBF\xC3\x98\xC3\xBF|^\xC2\x89PNG/,
		{ name: 'a file that was read as text', advice: readAgain, isCertain: true },
	],
	[
		/^(?:\xFF\xFE)?(?:[\t\r\n -~]\0){8}|^(?:\xFE\xFF)?(?:\0[\t\r\n -~]){8}/,
		{ name: 'text in UTF-16', advice: checkSource },
	],
	// Media have control characters among their first bytes.
	[/^[\t\n\r -~\x80-\xFF]+$/, { name: 'text', advice: checkSource }],
];

/** Everything that is recognized as neither an image nor a video. */
export const disguises: readonly Disguise[] = shapes.map(([, disguise]) => disguise);

/** Recognizes bytes that are certainly something else than an image or a video. Undefined if they may be one. */
export function disguiseOf(head: Uint8Array): Disguise | undefined {
	const beginning = Buffer.from(head.subarray(0, signatureBytes)).toString('latin1');
	return shapes.find(([shape]) => shape.test(beginning))?.[1];
}
