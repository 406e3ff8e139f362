const box = (type: string, ...contents: Buffer[]): Buffer => {
	const header = Buffer.alloc(8);
	const size = contents.reduce((sum, { length }) => sum + length, header.length);
	header.writeUInt32BE(size);
	header.write(type, 4, 'latin1');
	return Buffer.concat([header, ...contents]);
};

/** The movie header of version 0: flags, two dates, time scale and duration in its units, then what does not matter here. */
function movieHeader(seconds: number): Buffer {
	const fields = Buffer.alloc(100);
	fields.writeUInt32BE(1_000, 12);
	fields.writeUInt32BE(seconds * 1_000, 16);
	return box('mvhd', fields);
}

/** An MP4 file that says how long it is, with its data before its header, as cameras write it. */
export const movieOf = (seconds: number): Buffer =>
	Buffer.concat([
		box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
		box('mdat', Buffer.alloc(5_000, 7)),
		box('moov', movieHeader(seconds)),
	]);
