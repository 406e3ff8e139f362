import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long the URL of a part can be used (N7). */
export const urlLifetimeSeconds = 900;

/** Paths of the storage begin with this; the rest is the storage's own key of the file. */
export const storagePrefix = '/storage/';

/** What a URL of the storage turned out to be. */
export type UrlState = 'valid' | 'expired' | 'forged';

const signatureName = 'X-Amz-Signature';
const dateShape = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

const writeDate = (moment: number): string => `${new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')}`;

const readDate = (text: string): number =>
	Date.parse(
		text.replace(dateShape, (_all, year, month, day, hour, minute, second) => {
			return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
		}),
	);

/** Signs the URLs that parts are sent to. Another signer, after a reset say, knows none of them. */
export class UrlSigner {
	private readonly secret = randomBytes(32);

	/** @param storageUrl origin of the storage. */
	constructor(private readonly storageUrl: string) {}

	/** A URL for one part, good for 15 minutes from `now` on. */
	sign(key: string, uploadId: string, partNumber: number, now: number): string {
		const path = `${storagePrefix}${key}`;
		const query = new URLSearchParams({
			partNumber: String(partNumber),
			uploadId,
			'X-Amz-Date': writeDate(now),
			'X-Amz-Expires': String(urlLifetimeSeconds),
		});
		query.set(signatureName, this.signatureOf(path, query).toString('hex'));
		return `${this.storageUrl}${path}?${query}`;
	}

	/** Whether a URL was signed here, exactly as it is, and when. */
	check({ pathname, searchParams }: URL, now: number): UrlState {
		const query = new URLSearchParams(searchParams);
		const given = Buffer.from(query.get(signatureName) ?? '', 'hex');
		query.delete(signatureName);
		const own = this.signatureOf(pathname, query);
		if (given.length !== own.length || !timingSafeEqual(given, own)) return 'forged';
		const signedAt = readDate(query.get('X-Amz-Date') ?? '');
		return now < signedAt + urlLifetimeSeconds * 1000 ? 'valid' : 'expired';
	}

	private signatureOf(path: string, query: URLSearchParams): Buffer {
		return createHmac('sha256', this.secret).update(`PUT\n${path}\n${query}`).digest();
	}
}
