import { nothing } from './feed';
import { createRecutter, type Recutter } from './recut';
import type { Source } from './source';

/** A file that is read from start to end. */
export interface Reader {
	/** Opens the file when it is first needed. */
	get(): Promise<Recutter>;
	close(): void;
}

/** Reads a file from `offset` to its end. */
export function createReader(source: Source, offset: number): Reader {
	const open = async () => {
		const stream = await source.open(offset);
		return { stream, recutter: createRecutter(stream.bytes, source.sizeBytes, offset) };
	};
	let opened: ReturnType<typeof open> | undefined;
	return {
		get: async () => (await (opened ??= open())).recutter,
		close: () => void opened?.then(({ stream }) => stream.close(), nothing),
	};
}
