/**
 * Short forms of IDs and times. n8n stores the trigger's memory in its database and loads it with each workflow, so it has to be small.
 * Every text can be written and reads back unchanged. One that isn't a UUID or a time in UTC is stored as it is, after a mark.
 */

const asIs = '!';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Writes an ID with 22 characters. */
export const packId = (id: string): string =>
	uuid.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : `${asIs}${id}`;

/** Reads an ID that {@link packId} has written. */
export function unpackId(packed: string): string {
	if (packed.startsWith(asIs)) return packed.slice(asIs.length);
	const digits = Buffer.from(packed, 'base64url').toString('hex');
	return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A time in UTC, with its fraction of a second and its offset. */
const utcTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d+)?(Z|\+00:00)$/;

/** Times from 1972 on have at least 6 characters, so that no index in the same place is mistaken for one. */
const firstEpoch = 36 ** 5;

/** Writes a time with 6 characters and its fraction of a second. */
export function packTime(time: string): string {
	const [, seconds = '', fraction = '', offset] = utcTime.exec(time) ?? [];
	const epoch = Date.parse(`${seconds}Z`) / 1000;
	const isExact = epoch >= firstEpoch && new Date(epoch * 1000).toISOString().startsWith(seconds);
	return isExact ? `${epoch.toString(36)}${fraction}${offset === 'Z' ? 'Z' : ''}` : `${asIs}${time}`;
}

/** Reads a time that {@link packTime} has written. */
export function unpackTime(packed: string): string {
	if (packed.startsWith(asIs)) return packed.slice(asIs.length);
	const [, epoch = '', fraction = '', isShort] = /^([0-9a-z]+)(\.\d+)?(Z)?$/.exec(packed) ?? [];
	const seconds = new Date(parseInt(epoch, 36) * 1000).toISOString().slice(0, 19);
	return `${seconds}${fraction}${isShort === undefined ? '+00:00' : 'Z'}`;
}

/** The shape of a time that {@link packTime} has written. */
export const packedTime = '(?:[0-9a-z]{6,8}(?:\\.\\d+)?Z?|![^|]*)';
