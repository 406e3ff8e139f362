/** The three ways in which a file reaches the workers, and when the client chooses each of them. */
interface FeedChoice {
	feed: 'window' | 'buffer' | 'straight';
	isSeekable: boolean;
	bufferBytesMax: number;
	/** How many parts are uploaded in parallel. */
	workers: number;
}

/** The choices for parts of a size. */
export const feedsFor = (partSize: number): FeedChoice[] => [
	{ feed: 'window', isSeekable: true, bufferBytesMax: 0, workers: 5 },
	{ feed: 'buffer', isSeekable: false, bufferBytesMax: 3 * partSize, workers: 3 },
	{ feed: 'straight', isSeekable: false, bufferBytesMax: partSize, workers: 1 },
];
