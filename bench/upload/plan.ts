/** What is measured. */
export interface Subject {
	/** In words, for the table. */
	title: string;
	/** Part sizes in MiB: those of the options, a fixed one, or null where a file goes up in one piece. */
	parts: 'any' | number | null;
	/** False: nothing is uploaded. */
	hasFile: boolean;
}

/** The subjects by the names of their files; the first is what the others are compared with. */
export const subjects: Readonly<Record<string, Subject>> = {
	ours: { title: 'this package', parts: 'any', hasFile: true },
	awsS3: { title: "n8n's AWS S3 node, multipart", parts: 5, hasFile: true },
	uploadPost: { title: 'n8n-nodes-upload-post', parts: null, hasFile: true },
	zernio: { title: 'n8n-nodes-zernio', parts: null, hasFile: true },
	blotato: { title: '@blotato/n8n-nodes-blotato', parts: null, hasFile: true },
	bufferPut: { title: 'whole Buffer in one presigned PUT', parts: null, hasFile: true },
	undici: { title: 'plain undici stream (floor)', parts: null, hasFile: true },
	empty: { title: 'empty run', parts: null, hasFile: false },
};

/** What holds the sink back. */
export interface Cap {
	title: string;
	/** Of one connection; null: no bound. */
	bytesPerSecond: number | null;
	latencyMs: number;
}

/** The caps by name. */
export const caps: Readonly<Record<string, Cap>> = {
	none: { title: 'no cap', bytesPerSecond: null, latencyMs: 0 },
	'10MB/s': { title: '10 MB/s per connection, 80 ms per answer', bytesPerSecond: 10_000_000, latencyMs: 80 },
};

/** What to choose from. */
export interface Choice {
	subjects: string[];
	files: number[];
	caps: string[];
	parts: number[];
}

/** One thing to measure. A megabyte (MB) is 1,000,000 bytes, a mebibyte (MiB) 1,048,576. */
export interface Measurement {
	subject: string;
	/** 0 for the empty run. */
	fileMB: number;
	partMiB: number | null;
	cap: string;
}

function partsOf(subject: string, wanted: number[]): Array<number | null> {
	const parts = subjects[subject]?.parts ?? null;
	return parts === 'any' ? wanted : [parts];
}

/** Every measurement of a choice, in the order of the table. */
export function planMeasurements({
	subjects: chosen,
	files,
	caps: chosenCaps,
	parts,
}: Choice): Measurement[] {
	const withFile = chosen.filter((subject) => subjects[subject]?.hasFile);
	const empty = chosen.filter((subject) => !subjects[subject]?.hasFile);
	return [
		...empty.map((subject) => ({ subject, fileMB: 0, partMiB: null, cap: 'none' })),
		...files.flatMap((fileMB) =>
			chosenCaps.flatMap((cap) =>
				withFile.flatMap((subject) =>
					partsOf(subject, parts).map((partMiB) => ({ subject, fileMB, partMiB, cap })),
				),
			),
		),
	];
}
