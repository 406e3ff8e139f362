/** What an upload can be (N1). */
export const mediaTypes = ['image', 'gif', 'video'] as const;

/** What an agent can upload besides (N39): a document, such as a PDF. */
export const agentMediaTypes = [...mediaTypes, 'document'] as const;
export type MediaType = (typeof agentMediaTypes)[number];

/** One request to the storage. The query of its URL is a signature and is not kept. */
export interface StorageRequest {
	method: string;
	/** Ends in the asset's id. */
	path: string;
	partNumber: number;
	/** Lower-case names; a key is masked. */
	headers: Record<string, string>;
	/** Bytes that arrived. */
	bytes: number;
	/** Hexadecimal, of the whole body; null when it broke off. */
	md5: string | null;
	/** 0 while it runs, and when the connection was dropped. */
	status: number;
	/** ISO 8601, by the sandbox's clock. */
	at: string;
}

/** A media asset as it is now; the sizes are unknown for those of the seed. */
export interface MediaState {
	id: string;
	/** The name of the workspace. */
	workspace: string;
	mediaType: MediaType;
	state: 'ready' | 'uploading';
	sizeBytes: number | null;
	altText: string | null;
	/** What was told at complete (N47). */
	width: number | null;
	height: number | null;
	durationSec: number | null;
	partsArrived: number;
	partCount: number;
}
