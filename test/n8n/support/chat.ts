import { WebSocket } from 'undici';

/** A chat with a workflow, as in n8n's hosted chat. */
interface Chat {
	/** The next message of the workflow. Returns immediately if it has already arrived. */
	next(): Promise<string>;
	say(text: string): void;
	close(): void;
}

const sessionId = 'session-of-the-test';

/** What n8n sends besides messages. */
const heartbeat = 'n8n|heartbeat';
const goesOn = 'n8n|continue';

/**
 * Sends the first message to a published chat trigger that uses response nodes.
 * @param url of the trigger
 */
export async function openChat(url: string, chatInput: string): Promise<Chat> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput }),
	});
	const { executionId, resumeToken = '' } = (await response.json()) as Record<string, string>;
	const address = new URL('/chat', url.replace(/^http/, 'ws'));
	address.search = String(
		new URLSearchParams({
			sessionId,
			executionId: String(executionId),
			isPublic: 'true',
			token: resumeToken,
		}),
	);
	const socket = new WebSocket(address);
	const unread: string[] = [];
	const waiting: Array<(message: string) => void> = [];
	socket.addEventListener('message', ({ data }) => {
		const message = String(data);
		if (message === heartbeat) return socket.send(`${heartbeat}-ack`);
		if (message === goesOn) return;
		const reader = waiting.shift();
		if (reader) reader(message);
		else unread.push(message);
	});
	return {
		next: async () => {
			const message = unread.shift();
			return message ?? (await new Promise((resolve) => waiting.push(resolve)));
		},
		say: (text) => socket.send(JSON.stringify({ action: 'sendMessage', sessionId, chatInput: text })),
		close: () => socket.close(),
	};
}
