import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message as Telegram's node sends it. */
interface Message {
	chat_id: string;
	text: string;
	parse_mode: string;
}

/** Telegram's API as far as its node needs it to send messages. */
export interface TelegramServer {
	/** The base URL for the credential. */
	url: string;
	messages: Message[];
	close(): Promise<void>;
}

/** HTML that Telegram would refuse: a tag that isn't one of its own, or an ampersand that isn't an entity. */
const brokenHtml = /<(?!\/?(b|i|u|s|a|code|pre)\b)|&(?!(lt|gt|amp|quot);)/;

/** Starts the server on a free port of 127.0.0.1. It accepts one token, and texts in HTML with at most 4,096 characters. */
export async function startTelegramServer(token: string): Promise<TelegramServer> {
	const messages: Message[] = [];
	const refusalOf = (path: string, message: Message): string | undefined => {
		if (path !== `/bot${token}/sendMessage`) return 'Not Found';
		if (message.chat_id === '' || message.chat_id === undefined) return 'Bad Request: chat not found';
		if (message.parse_mode === 'HTML' && brokenHtml.test(message.text)) {
			return "Bad Request: can't parse entities";
		}
		return message.text.length > 4_096 ? 'Bad Request: message is too long' : undefined;
	};
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const message = JSON.parse(body) as Message;
			const refusal = refusalOf(request.url ?? '', message);
			if (refusal === undefined) messages.push(message);
			response.writeHead(refusal === undefined ? 200 : 400, { 'Content-Type': 'application/json' });
			response.end(
				JSON.stringify(
					refusal === undefined
						? { ok: true, result: { message_id: messages.length, text: message.text } }
						: { ok: false, error_code: 400, description: refusal },
				),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		messages,
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
}
