/** A common first mistake with the message in the node's panel. */
interface UsualMistake {
	mistake: string;
	title: string;
	advice: string;
}

const nothingSentAndFix = (advice: string): string =>
	`Nothing was sent for this item. ${advice} Fix this, then try again.`;
const nothingSent = 'Nothing was sent for this item. Fix this, then try again.';

/** The common mistakes. usualMistakes.test.ts makes each, and docs/errors.md lists them. */
export const usualMistakes = {
	wrongKey: {
		mistake: 'A wrong API key',
		title: 'The service refused the API key',
		advice:
			"The service says: Authorization: the key is not valid. Check the API key and 'Base URL' in the credential. The key may be wrong, expired, revoked or for another service.",
	},
	wrongAddress: {
		mistake: 'A wrong address',
		title: "The host in 'Base URL' wasn't found",
		advice: "Check 'Base URL' in the credential for typos, and the DNS of the machine that runs n8n.",
	},
	stoppedService: {
		mistake: "A service that isn't running",
		title: "The host in 'Base URL' refused the connection",
		advice: "Check 'Base URL' and its port in the credential. Make sure that the service is running.",
	},
	emptyText: {
		mistake: 'A post without text and media',
		title: "'Caption' for Bluesky (acme.example) is empty, and the post has no media",
		advice: nothingSent,
	},
	noChannel: {
		mistake: 'An expression without a channel',
		title: "'Channel Names or IDs' is empty",
		advice:
			"The expression in 'Channel Names or IDs' returned nothing for this item. Check it, and the node before this one. Nothing was sent for this item.",
	},
	pastTime: {
		mistake: 'A time in the past',
		title: "'Publish At' is in the past (2020-01-01T09:00:00+00:00)",
		advice: nothingSentAndFix(
			"Enter a later time. If it has no time zone, it's read in the one set under 'Options', otherwise in the workflow's.",
		),
	},
	tooLong: {
		mistake: 'A text that is too long',
		title: "'Caption' for Bluesky (acme.example) is too long: 330 of 300 characters",
		advice: nothingSentAndFix(
			"Shorten it, turn on 'Adapt Text' where the post is written, or enter another text for the channel in 'Channel Overrides'.",
		),
	},
	noBoard: {
		mistake: 'A pin without a board',
		title: "'Board' for Pinterest (acmestudio) is required",
		advice: nothingSent,
	},
	disconnectedChannel: {
		mistake: 'A channel that is disconnected',
		title: 'LinkedIn (Acme Careers) must be reconnected in the web app first',
		advice: nothingSent,
	},
	wrongFile: {
		mistake: "A file that isn't an image or a video",
		title: "'Media' has a file that can't be used",
		advice:
			"The node can't tell whether 'data' is an image, a GIF or a video (notes.txt, text/plain). PNG, JPEG, WebP, GIF, MP4, MOV and WebM are recognized. To send the file anyway, use Media > Upload with its option 'Media Type'. Nothing was sent for this item. Fix this, then try again.",
	},
	missingFile: {
		mistake: "A file that the item doesn't have",
		title: "The item has no file in its field 'photo'",
		advice: "Use one of these in 'Input Data Field Name': 'data'. Nothing was sent for this item.",
	},
	deadLink: {
		mistake: 'A file at a wrong address',
		title: "The file at 'URL' (media.invalid) couldn't be loaded",
		advice:
			"There is no server with the address's name. Check the address for typos, and the DNS of the machine that runs n8n. The post wasn't sent.",
	},
	emptyExpression: {
		mistake: 'An expression that returns nothing',
		title: "'Caption' has no value",
		advice:
			"The expression in 'Caption' returned nothing for this item. Correct it, or leave 'Caption' empty for a post without text. Nothing was sent for this item.",
	},
	failedItem: {
		mistake: 'An expression for an item that failed in an earlier node',
		title: 'The item failed before this node: The file was not found',
		advice:
			"To leave such items out, add a Filter on 'error' before this node. Nothing was sent for this item.",
	},
	unknownName: {
		mistake: 'A misspelled name',
		title: "In 'Channel Names or IDs', 'facebok' isn't the name or ID of a channel",
		advice: 'Did you mean Facebook: Acme Studio? Nothing was sent for this item.',
	},
} as const satisfies Record<string, UsualMistake>;

/** The name of a common mistake in the table. */
export type MistakeName = keyof typeof usualMistakes;
