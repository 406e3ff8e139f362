import { generateKeyPairSync, sign } from 'node:crypto';

/** A value in the encoding of certificates, with its tag, its length and its content. */
function encode(tag: number, ...contents: Array<Buffer | number[]>): Buffer {
	const content = Buffer.concat(contents.map((piece) => Buffer.from(piece)));
	const { length } = content;
	const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Array<Buffer | number[]>): Buffer => encode(0x30, ...contents);
const integer = (value: number): Buffer => encode(0x02, [value]);
const time = (digits: string): Buffer => encode(0x17, Buffer.from(`${digits}Z`));
const ecdsaWithSha256 = sequence(encode(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));

/** A new key with a self-signed certificate for a server in a test. Clients must not check it. */
export function selfSigned(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const unnamed = sequence();
	const validity = sequence(time('200101000000'), time('491231235959'));
	const contents = sequence(
		integer(1),
		ecdsaWithSha256,
		unnamed,
		validity,
		unnamed,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = encode(0x03, [0], sign('sha256', contents, privateKey));
	const certificate = sequence(contents, ecdsaWithSha256, signature).toString('base64');
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
	};
}
