import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A button below a message that opens a page. */
interface Button {
	text: string;
	url: string;
}

/** A message as Telegram's node sends it. */
interface Message {
	chat_id: string;
	text: string;
	parse_mode: string;
	reply_markup?: { inline_keyboard?: Button[][] };
}

/** Where a bot gets its messages, as Telegram's trigger registers it. */
interface Webhook {
	url: string;
	secret_token: string;
}

/** Telegram's API as far as its node and its trigger need it for messages and files. */
export interface TelegramServer {
	/** The base URL for the credential. */
	url: string;
	messages: Message[];
	/** The files that a bot can download, by their IDs. */
	files: Map<string, Buffer>;
	/** Sends a message to the bot, as someone does in a chat. */
	write(message: object): Promise<void>;
	/** The address that a button of a message opens, of the last one by default. */
	buttonUrl(text: string, message?: Message): string;
	close(): Promise<void>;
}

/** HTML that Telegram would refuse: a tag that isn't one of its own, or an ampersand that isn't an entity. */
const brokenHtml = /<(?!\/?(b|i|u|s|a|code|pre)\b)|&(?!(lt|gt|amp|quot);)/;

/** Whether Telegram would refuse a text in Markdown, because a mark isn't closed. */
const isBrokenMarkdown = (text: string): boolean => {
	const withoutEscapes = text.replace(/\\[_*`[]/g, '');
	return ['_', '*', '`'].some((mark) => withoutEscapes.split(mark).length % 2 === 0);
};

const refusalOf = ({ chat_id: chat, text, parse_mode: mode }: Message): string | undefined => {
	if (chat === '' || chat === undefined) return 'Bad Request: chat not found';
	const isBroken = mode === 'HTML' ? brokenHtml.test(text) : mode === 'Markdown' && isBrokenMarkdown(text);
	if (isBroken) return "Bad Request: can't parse entities";
	return text.length > 4_096 ? 'Bad Request: message is too long' : undefined;
};

/**
 * Starts the server on a free port of 127.0.0.1. It accepts one token, texts of at most 4,096 characters in HTML or Markdown, and
 * one webhook.
 */
export async function startTelegramServer(token: string): Promise<TelegramServer> {
	const messages: Message[] = [];
	const files = new Map<string, Buffer>();
	let webhook: Webhook | undefined;

	/** What the API's methods return, or why they refuse. */
	const methods: Record<string, (body: Record<string, string>) => { result: unknown } | string> = {
		sendMessage: (body) => {
			const message = body as unknown as Message;
			const refusal = refusalOf(message);
			if (refusal !== undefined) return refusal;
			messages.push(message);
			return { result: { message_id: messages.length, text: message.text } };
		},
		getWebhookInfo: () => ({ result: { url: webhook?.url ?? '' } }),
		setWebhook: ({ url = '', secret_token = '' }) => {
			webhook = { url, secret_token };
			return { result: true };
		},
		deleteWebhook: () => {
			webhook = undefined;
			return { result: true };
		},
		getFile: ({ file_id = '' }) =>
			files.has(file_id)
				? { result: { file_id, file_path: `videos/${file_id}.mp4` } }
				: 'Bad Request: invalid file_id',
	};

	const server = createServer((request, response) => {
		void buffer(request).then((content) => {
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
			const [, file] = new RegExp(`^/file/bot${token}/videos/(.+)\\.mp4$`).exec(pathname) ?? [];
			if (file !== undefined) {
				response.writeHead(files.has(file) ? 200 : 404).end(files.get(file));
				return;
			}
			const body = content.length > 0 ? JSON.parse(content.toString()) : Object.fromEntries(searchParams);
			const answer = methods[pathname.replace(`/bot${token}/`, '')]?.(body) ?? 'Not Found';
			const isRefused = typeof answer === 'string';
			response.writeHead(isRefused ? 400 : 200, { 'Content-Type': 'application/json' });
			response.end(
				JSON.stringify(
					isRefused ? { ok: false, error_code: 400, description: answer } : { ok: true, ...answer },
				),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	let updates = 0;
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		messages,
		files,
		write: async (message) => {
			if (webhook === undefined) throw new Error('The bot has no webhook');
			const { ok, status } = await fetch(webhook.url, {
				method: 'POST',
				headers: {
					'Content-Type': 'application/json',
					'X-Telegram-Bot-Api-Secret-Token': webhook.secret_token,
				},
				body: JSON.stringify({ update_id: ++updates, message }),
			});
			if (!ok) throw new Error(`The webhook answered ${status}`);
		},
		buttonUrl: (text, message = messages.at(-1)) => {
			const buttons = message?.reply_markup?.inline_keyboard?.flat() ?? [];
			return buttons.find((button) => button.text.includes(text))?.url ?? '';
		},
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
}
