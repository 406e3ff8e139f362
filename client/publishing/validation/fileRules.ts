import { quote } from '../../http/redact.js';
import type { FindingCode, Severity } from '../findings.js';
import { formatOf } from '../formats.js';
import { sizeProblem } from '../values.js';
import type { MediaFacts } from './types.js';

/** What is wrong or unusual about one file. */
interface FileProblem {
	code: FindingCode;
	severity: Severity;
	/** Completes a sentence that starts with the file: `is 65 MiB large`. */
	problem: string;
}

/** A rule about one file, whatever the channels are. Undefined if the file keeps it, or if that isn't known. */
type FileRule = (file: MediaFacts) => FileProblem | undefined;

const size: FileRule = ({ mediaType, sizeBytes = 0 }) => {
	const problem = mediaType && sizeProblem(mediaType, sizeBytes);
	return problem === undefined ? undefined : { code: 'fileTooLarge', severity: 'warning', problem };
};

const completeness: FileRule = ({ isIncomplete }) =>
	isIncomplete
		? {
				code: 'fileIncomplete',
				severity: 'error',
				problem: 'is incomplete, because it ends in the middle. Download or export it again',
			}
		: undefined;

/** A type that the user chose isn't in the facts, so the content is all that counts. */
const format: FileRule = ({ contentType = '' }) => {
	const { name, mediaType, advice } = formatOf(contentType) ?? {};
	if (advice === undefined) return undefined;
	if (mediaType === undefined)
		return { code: 'fileWithoutPicture', severity: 'error', problem: `is ${name}. ${advice}` };
	return {
		code: 'fileUnusual',
		severity: 'warning',
		problem: `is ${name}, which the service might refuse. ${advice}`,
	};
};

/** Only the file's MIME type says that it's an image or a video. */
const recognition: FileRule = ({ isUnrecognized, mediaType }) =>
	isUnrecognized
		? {
				code: 'fileUnusual',
				severity: 'warning',
				problem: `doesn't begin like any image or video that the node knows, although it's declared as ${mediaType === 'video' ? 'a video' : 'an image'}. Check that it opens`,
			}
		: undefined;

const description: FileRule = ({ isWithoutAltText }) =>
	isWithoutAltText
		? {
				code: 'altTextRefused',
				severity: 'warning',
				problem: 'was saved without its alt text, because the service refused it',
			}
		: undefined;

const rules: readonly FileRule[] = [size, completeness, format, recognition, description];

/** Finds what is wrong or unusual about one file. */
export const fileProblems = (file: MediaFacts): FileProblem[] => rules.flatMap((rule) => rule(file) ?? []);

/** Names a file of a post: by its number if there are several, and by its own name if that's known. */
export function fileLabel(media: readonly MediaFacts[], index: number): string {
	const name = media[index]?.name;
	const quoted = name === undefined ? [] : [quote(name)];
	return [...(media.length > 1 ? [`file ${index + 1}`] : []), ...quoted].join(', ');
}

/** The most files that one sentence names. */
const namedFilesMax = 3;

/** Names the files, in parentheses after a blank. Empty for a post with one file. */
export function namedFiles(media: readonly MediaFacts[], indexes: number[]): string {
	if (media.length < 2 || indexes.length === 0) return '';
	const labels = indexes.slice(0, namedFilesMax).map((index) => fileLabel(media, index));
	const others = indexes.length - labels.length;
	return ` (${[...labels, ...(others > 0 ? [`${others} more`] : [])].join('; ')})`;
}

/** Names the files with a value above a limit. Undefined values exceed nothing. */
export const filesAbove = (
	media: readonly MediaFacts[],
	values: ReadonlyArray<number | undefined>,
	max: number,
): string =>
	namedFiles(
		media,
		[...media.keys()].filter((index) => (values[index] ?? 0) > max),
	);
