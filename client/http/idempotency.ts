/** The longest idempotency key, in characters (contract section 8). */
export const idempotencyKeyMax = 128;

/** How long a service remembers an idempotency key, in milliseconds (contract section 8). */
export const idempotencyKeyMs = 86_400_000;

/** Options of a write that an idempotency key protects from being done twice within 24 hours (contract section 8). */
export interface KeyedWrite {
	/** At most 128 characters. Empty means no key. Without a key, a write whose answer is lost isn't sent again. */
	idempotencyKey?: string;
	/** Whether the next try after a refusal can have another key that follows from this one. Default false. */
	isReplaceable?: boolean;
}

/** The FNV-1a checksum of a text, in hexadecimal. It isn't safe against attacks. */
export function checksum(text: string): string {
	let sum = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
	}
	return (sum >>> 0).toString(16).padStart(8, '0');
}

/**
 * Derives the key for a write that follows from another write, so that each has a key of its own. If the result is too long, a
 * checksum replaces the end of the original key.
 */
export function followingKey({ idempotencyKey = '', ...others }: KeyedWrite, purpose: string): KeyedWrite {
	if (idempotencyKey === '') return {};
	const whole = `${idempotencyKey}-${purpose}`;
	if (whole.length <= idempotencyKeyMax) return { ...others, idempotencyKey: whole };
	const end = `-${checksum(idempotencyKey)}-${purpose}`;
	return { ...others, idempotencyKey: `${idempotencyKey.slice(0, idempotencyKeyMax - end.length)}${end}` };
}
