/** Characters of an idempotency key, at most (contract section 8). */
export const idempotencyKeyMax = 128;

/** Options of a write that the service protects by an idempotency key for 24 hours (contract section 8). */
export interface KeyedWrite {
	/** At most 128 characters. Empty means none. Without one, a write isn't sent again when its answer is lost. */
	idempotencyKey?: string;
}

/** A checksum of a text, in hexadecimal (FNV-1a). */
export function checksum(text: string): string {
	let sum = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
	}
	return (sum >>> 0).toString(16).padStart(8, '0');
}

/**
 * A key for the write that follows from another one: one write more, one key more. Of a key that leaves no room, a
 * checksum stands for the end.
 */
export function followingKey({ idempotencyKey = '' }: KeyedWrite, purpose: string): KeyedWrite {
	if (idempotencyKey === '') return {};
	const whole = `${idempotencyKey}-${purpose}`;
	if (whole.length <= idempotencyKeyMax) return { idempotencyKey: whole };
	const end = `-${checksum(idempotencyKey)}-${purpose}`;
	return { idempotencyKey: `${idempotencyKey.slice(0, idempotencyKeyMax - end.length)}${end}` };
}
