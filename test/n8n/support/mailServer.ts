import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** An SMTP server that keeps the mails it receives. */
interface MailServer {
	port: number;
	/** Texts of the mails, with their headers. */
	mails: string[];
	close(): Promise<void>;
}

/** Decodes quoted-printable text. */
const decoded = (text: string): string =>
	text
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Accepts every command of a connection, and a mail once its last line is a dot. */
function receive(socket: Socket, mails: string[]): void {
	let received = '';
	let isMail = false;
	socket.write('220 mail.example ESMTP\r\n');
	socket.on('error', () => undefined);
	socket.on('data', (chunk) => {
		received += chunk.toString('latin1');
		for (let end = 0; end >= 0; ) {
			const mark = isMail ? '\r\n.\r\n' : '\r\n';
			end = received.indexOf(mark);
			if (end < 0) return;
			const text = received.slice(0, end);
			received = received.slice(end + mark.length);
			if (isMail) mails.push(decoded(text));
			const startsMail = !isMail && /^DATA/i.test(text);
			isMail = startsMail;
			socket.write(startsMail ? '354 Go on\r\n' : /^QUIT/i.test(text) ? '221 Bye\r\n' : '250 OK\r\n');
		}
	});
}

/** Starts the server on a free port of 127.0.0.1. */
export async function startMailServer(): Promise<MailServer> {
	const mails: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		receive(socket, mails);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		mails,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
