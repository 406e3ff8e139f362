/** A package or program to measure. */
interface Subject {
	/** Its name in the table. */
	title: string;
	/** Part sizes in MiB: those from the options, a fixed size, or null for the whole file in one piece. */
	parts: 'any' | number | null;
	/** Its file in `subjects`. */
	script: string;
	/** A fixed file size in MB, instead of those from the options. */
	fileMB?: number;
	/** Measured only once, because the memory is that of the whole file. */
	isOnce?: boolean;
}

/** The subjects by the names of their files. The others are compared with the first. */
export const subjects: Readonly<Record<string, Subject>> = {
	ours: { title: 'this package', parts: 'any', script: 'ours' },
	oursFromUrl: { title: 'this package, a file from a URL', parts: 'any', script: 'oursFromUrl' },
	awsS3: { title: "n8n's AWS S3 node, multipart", parts: 5, script: 'awsS3' },
	uploadPost: { title: 'n8n-nodes-upload-post', parts: null, script: 'uploadPost', isOnce: true },
	zernio: { title: 'n8n-nodes-zernio', parts: null, script: 'zernio', isOnce: true },
	blotato: { title: '@blotato/n8n-nodes-blotato', parts: null, script: 'blotato', isOnce: true },
	bufferPut: {
		title: 'whole Buffer in one presigned PUT',
		parts: null,
		script: 'bufferPut',
		isOnce: true,
	},
	undici: { title: 'plain undici stream (floor)', parts: null, script: 'undici' },
	undiciFromUrl: { title: 'plain undici stream, a file from a URL', parts: null, script: 'undiciFromUrl' },
	empty: { title: 'empty run: this package, 1 MB', parts: null, script: 'ours', fileMB: 1 },
};

/** Limits of the sink. */
interface Cap {
	title: string;
	/** For each connection. Null for no limit. */
	bytesPerSecond: number | null;
	latencyMs: number;
}

/** The caps by name. */
export const caps: Readonly<Record<string, Cap>> = {
	none: { title: 'no cap', bytesPerSecond: null, latencyMs: 0 },
	'10MB/s': { title: '10 MB/s per connection, 80 ms per answer', bytesPerSecond: 10_000_000, latencyMs: 80 },
};

/** The selected measurements. */
export interface Choice {
	subjects: string[];
	files: number[];
	caps: string[];
	parts: number[];
}

/** One measurement. 1 MB is 1,000,000 bytes, and 1 MiB is 1,048,576 bytes. */
export interface Measurement {
	subject: string;
	fileMB: number;
	partMiB: number | null;
	cap: string;
}

function partsOf(subject: string, wanted: number[]): Array<number | null> {
	const parts = subjects[subject]?.parts ?? null;
	return parts === 'any' ? wanted : [parts];
}

const isFixed = (subject: string): boolean => subjects[subject]?.fileMB !== undefined;

/** Lists all selected measurements, in the order of the table. */
export function planMeasurements({
	subjects: chosen,
	files,
	caps: chosenCaps,
	parts,
}: Choice): Measurement[] {
	const measurementsOf = (subject: string, fileMB: number, cap: string): Measurement[] =>
		partsOf(subject, parts).map((partMiB) => ({ subject, fileMB, partMiB, cap }));
	const fixed = chosen.filter(isFixed);
	const others = chosen.filter((subject) => !isFixed(subject));
	return [
		...fixed.flatMap((subject) => measurementsOf(subject, subjects[subject]?.fileMB ?? 0, 'none')),
		...files.flatMap((fileMB) =>
			chosenCaps.flatMap((cap) => others.flatMap((subject) => measurementsOf(subject, fileMB, cap))),
		),
	];
}
