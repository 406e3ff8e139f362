import type { Check } from '../../api/check';
import { text } from '../../api/check';
import { badRequest } from '../http/readRequest';

/** A text that says something: an empty or blank one is refused. */
export const words =
	(max: number): Check<string> =>
	(value, path) => {
		const given = text({ min: 1, max })(value, path);
		if (given.trim() === '') throw badRequest(path, 'must not be blank');
		return given;
	};

/** How long an address may be (S-N3 to S-N5). */
export const maxUrlLength = 1024;

/** An http or https address, or null. */
export const parseUrl = (text: string): URL | null => {
	const url = URL.canParse(text) ? new URL(text) : null;
	return url !== null && /^https?:$/.test(url.protocol) ? url : null;
};

/** An http or https address. */
export const webUrl: Check<string> = (value, path) => {
	const given = words(maxUrlLength)(value, path);
	if (parseUrl(given) === null) throw badRequest(path, 'must be an http or https URL');
	return given;
};
