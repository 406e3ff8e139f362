/** The three ways in which a file reaches the workers, and what makes the client choose them. */
export interface FeedChoice {
	feed: 'window' | 'buffer' | 'straight';
	isSeekable: boolean;
	bufferBytesMax: number;
	/** How many parts can be under way at once. */
	workers: number;
}

/** The choices for parts of a size. */
export const feedsFor = (partSize: number): FeedChoice[] => [
	{ feed: 'window', isSeekable: true, bufferBytesMax: 0, workers: 5 },
	{ feed: 'buffer', isSeekable: false, bufferBytesMax: 3 * partSize, workers: 3 },
	{ feed: 'straight', isSeekable: false, bufferBytesMax: partSize, workers: 1 },
];
