import { ownValue } from '../http/json.js';
import type { MediaType } from './values.js';

/** A format of files, and whether the service is known to accept it (wire detail N8). */
interface FileFormat {
	/** As people write it, with its article. */
	name: string;
	/** What to upload it as. Undefined for a file without a picture. */
	mediaType?: MediaType;
	/** What to do about a format that the service isn't known to accept. */
	advice?: string;
}

const toJpeg = 'Convert it to JPEG first';
const toMp4 = 'Convert it to MP4 first';
const unpack = 'Unpack it first, for example with the Compression node';

const formats: Record<string, FileFormat> = {
	'image/gif': { name: 'a GIF', mediaType: 'gif' },
	'image/jpeg': { name: 'a JPEG', mediaType: 'image' },
	'image/png': { name: 'a PNG', mediaType: 'image' },
	'image/webp': { name: 'a WebP', mediaType: 'image' },
	'video/mp4': { name: 'an MP4', mediaType: 'video' },
	'video/quicktime': { name: 'a MOV', mediaType: 'video' },
	'video/webm': { name: 'a WebM', mediaType: 'video' },
	'image/avif': { name: 'an AVIF', mediaType: 'image', advice: toJpeg },
	'image/bmp': { name: 'a BMP', mediaType: 'image', advice: toJpeg },
	'image/heic': {
		name: 'a HEIC from an iPhone or a similar device',
		mediaType: 'image',
		advice: `${toJpeg}. For new photos, choose 'Most Compatible' in the iPhone's Settings > Camera > Formats`,
	},
	'image/jxl': { name: 'a JPEG XL', mediaType: 'image', advice: toJpeg },
	'image/tiff': { name: 'a TIFF', mediaType: 'image', advice: toJpeg },
	'video/3gpp': { name: 'a 3GP', mediaType: 'video', advice: toMp4 },
	'video/mp2t': { name: 'an MPEG transport stream', mediaType: 'video', advice: toMp4 },
	'video/mpeg': { name: 'an MPEG', mediaType: 'video', advice: toMp4 },
	'video/x-flv': { name: 'a Flash video', mediaType: 'video', advice: toMp4 },
	'video/x-matroska': { name: 'an MKV', mediaType: 'video', advice: toMp4 },
	'video/x-ms-wmv': { name: 'a WMV', mediaType: 'video', advice: toMp4 },
	'video/x-msvideo': { name: 'an AVI', mediaType: 'video', advice: toMp4 },
	'application/gzip': { name: 'a gzip archive', advice: unpack },
	'application/zip': { name: 'a ZIP archive or an Office document', advice: unpack },
};

/** Sound without a picture, in any format. */
const sound: FileFormat = {
	name: 'a sound file without a picture',
	advice: 'To post the sound, make a video of it, for example with a still image',
};

/** Returns what is known about a format by its MIME type. Undefined for an unknown one. */
export const formatOf = (contentType: string): FileFormat | undefined =>
	contentType.startsWith('audio/') ? sound : ownValue(formats, contentType);
