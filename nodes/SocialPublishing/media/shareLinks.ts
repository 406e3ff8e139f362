import { ParameterError } from '../../shared/errors.js';
import { disguiseOf } from './disguises.js';

/** A storage service whose share links open a page that shows a file. */
interface ShareService {
	service: string;
	hosts: RegExp;
	/** The addresses of the file itself, in the order to try. Undefined if the address isn't that of a file. */
	fileAddresses(link: URL): string[] | undefined;
}

/** Returns a link with a parameter that asks for the file. */
const withParameter = (link: URL, name: string, without: string[] = []): string => {
	const url = new URL(link);
	for (const other of without) url.searchParams.delete(other);
	url.searchParams.set(name, '1');
	url.hash = '';
	return url.href;
};

/** Google warns on a page that it can't scan large files. With `confirm`, the same download starts without that page. */
function googleAddresses({ pathname, searchParams }: URL): string[] | undefined {
	const id =
		/^\/(?:a\/[\w.-]+\/)?file\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(pathname)?.[1] ?? searchParams.get('id');
	if (!id) return undefined;
	const key = searchParams.get('resourcekey');
	const query = new URLSearchParams({ export: 'download', id, ...(key ? { resourcekey: key } : {}) });
	return [
		`https://drive.google.com/uc?${query}`,
		`https://drive.usercontent.google.com/download?${query}&confirm=t`,
	];
}

const services: ShareService[] = [
	{
		service: 'Google Drive',
		hosts: /^(?:drive|docs|drive\.usercontent)\.google\.com$/,
		fileAddresses: googleAddresses,
	},
	{
		service: 'Dropbox',
		hosts: /^(?:www\.)?dropbox\.com$/,
		fileAddresses: (link) =>
			/^\/(?:s|scl\/fi)\//.test(link.pathname) ? [withParameter(link, 'dl', ['raw'])] : undefined,
	},
	{
		service: 'OneDrive',
		hosts: /^(?:1drv\.ms|onedrive\.live\.com|[\w-]+\.sharepoint\.com)$/,
		fileAddresses: (link) => [withParameter(link, 'download', ['web'])],
	},
];

/** A share link of a storage service. */
interface ShareLink {
	service: string;
	/** The addresses of the file itself, in the order to try. */
	addresses: string[];
}

/** Returns where the file of a share link is. Undefined for other addresses, and for links that aren't encrypted. */
export function shareLinkOf(address: string): ShareLink | undefined {
	if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return undefined;
	const link = new URL(address);
	// A port or a user name isn't part of a share link.
	if (link.host !== link.hostname || link.username !== '') return undefined;
	const { service, fileAddresses } = services.find(({ hosts }) => hosts.test(link.host)) ?? {};
	const addresses = fileAddresses?.(link);
	return service && addresses ? { service, addresses } : undefined;
}

/** What is requested for a share link, without what can be secret. Undefined for other addresses. */
export function requestedFor(address: string): string | undefined {
	const { service, addresses: [first = ''] = [] } = shareLinkOf(address) ?? {};
	return service && `${new URL(first).origin}/… (the file of a ${service} link)`;
}

/** A storage service has answered with a page in place of the file. */
class SharePageError extends ParameterError {
	constructor(name: string, service: string) {
		super(
			`'${name}' is a share link of ${service} that doesn't lead to the file`,
			`${service} answered with a web page. Share the file with anyone who has the link. If it was downloaded very often, its limit may be reached: try again later, or download it with the ${service} node and choose 'Input Files'`,
		);
	}
}

/** Throws for a page that a storage service sends in place of a file, whatever media type the user chose. */
export function refuseSharePage(name: string, address: string, head: Uint8Array, mimeType: string): void {
	const link = shareLinkOf(address);
	if (link && (/^text\/html$/i.test(mimeType) || disguiseOf(head)?.name === 'a web page'))
		throw new SharePageError(name, link.service);
}

/** Opens a file. For a share link, opens the file that it shows. @param open throws what {@link refuseSharePage} throws */
export async function openShared<File>(
	address: string,
	open: (address: string) => Promise<File>,
): Promise<File> {
	const [first = address, ...others] = shareLinkOf(address)?.addresses ?? [];
	let opening = open(first);
	for (const other of others) {
		opening = opening.catch(async (error: unknown) => {
			if (error instanceof SharePageError) return await open(other);
			throw error;
		});
	}
	return await opening;
}
