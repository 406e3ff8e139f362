/** Reads `Retry-After`, in seconds or as an HTTP date; seconds from now, never negative. */
export function retryAfterSeconds(header: string | undefined): number | undefined {
	if (header === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header);
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
