/** Pages of storage services that show a file, and how to get the address of the file itself. */
interface SharePage {
	hosts: RegExp;
	service: string;
	advice: string;
}

const pages: SharePage[] = [
	{
		hosts: /(^|\.)(drive|docs|drive\.usercontent)\.google\.com$/,
		service: 'Google Drive',
		advice:
			"Share the file with anyone who has the link, and enter https://drive.google.com/uc?export=download&id= followed by the file's ID, which is between /d/ and /view in its link. For a file above 100 MB, download it with the Google Drive node and choose 'Input Files'",
	},
	{
		hosts: /(^|\.)dropbox\.com$/,
		service: 'Dropbox',
		advice:
			"Change dl=0 at the end of the link to dl=1, or add it. You can also download the file with the Dropbox node and choose 'Input Files'",
	},
];

/** Returns which storage service an address is of, and what to enter instead of its page. Undefined for other addresses. */
export function sharePageOf(url: string): Omit<SharePage, 'hosts'> | undefined {
	const host = URL.canParse(url) ? new URL(url).hostname : '';
	return pages.find(({ hosts }) => hosts.test(host));
}
