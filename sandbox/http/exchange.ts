import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxState } from '../state';
import type { Credential } from '../world/records';
import { failureAnswer, respond, type Answer } from './answers';
import { toIso } from './clock';
import { faultAnswer, spoiled, type FaultSpec } from './faults';
import { recordedBody, recordedHeaders, type RecordedRequest } from './requestLog';
import { ClientLeft, isChosenUserAgent, proxyRefusal, readBodyText, waitFor } from './requests';
import type { Asked, Room } from './room';
import { roomOf } from './rooms';

const answeredBefore: ReadonlySet<string> = new Set(['status', 'body']);
const droppedBefore: ReadonlySet<string> = new Set(['drop', 'dropMidBody']);

const headersOf = (request: IncomingMessage): Asked['headers'] =>
	Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]));

/** One API request on its way through the sandbox. */
class Exchange {
	private readonly method: string;
	private readonly room: Room;
	private fault: FaultSpec | undefined;
	private isLate = false;

	constructor(
		private readonly state: SandboxState,
		private readonly url: URL,
		private readonly request: IncomingMessage,
		private readonly response: ServerResponse,
	) {
		this.method = request.method ?? 'GET';
		this.room = roomOf(url.pathname);
	}

	async run(): Promise<void> {
		const bodyText = await readBodyText(this.request, this.room.maxBodyBytes);
		const record = this.record(bodyText);
		const ended = this.state.watcher.look({
			method: this.method,
			path: record.path,
			headers: headersOf(this.request),
			body: record.body,
		});
		const answer = await this.reachableAnswer(bodyText).catch((error: unknown) => {
			ended({ status: 0 });
			throw error;
		});
		if (answer === null) {
			ended({ status: 0 });
			this.response.destroy();
			return;
		}
		record.status = answer.status;
		const breaksOff = this.fault?.kind === 'dropMidAnswer';
		ended(breaksOff ? { status: 0 } : answer);
		respond(this.response, answer, { breaksOff });
	}

	/** Null: the connection is dropped, before the work or after it. */
	private async reachableAnswer(bodyText: string | null): Promise<Answer | null> {
		const answer = await this.answer(bodyText);
		await this.beLate();
		return this.fault?.kind === 'dropAfter' ? null : answer;
	}

	/** Null: the connection is dropped. */
	private async answer(bodyText: string | null): Promise<Answer | null> {
		if (this.room.isGuarded && !isChosenUserAgent(this.request.headers['user-agent'])) {
			return { status: 403, body: proxyRefusal, headers: { 'Content-Type': 'text/plain' } };
		}
		this.fault = this.state.faults.take(this.method, this.url.pathname);
		const { fault } = this;
		if (fault !== undefined && droppedBefore.has(fault.kind)) return null;
		if (fault !== undefined && answeredBefore.has(fault.kind)) return faultAnswer(fault);
		return spoiled(await this.work(bodyText), fault);
	}

	private async work(bodyText: string | null): Promise<Answer> {
		const { state, url, method, request } = this;
		const asked = { method, url, headers: headersOf(request), bodyText };
		const around = {
			...this.surroundings(),
			state,
			logActivity: (credential: Credential, status: number) => this.logActivity(credential, status),
		};
		try {
			return await this.room.answer(asked, around);
		} catch (error) {
			if (error instanceof ClientLeft) throw error;
			return failureAnswer(error);
		}
	}

	private surroundings() {
		const { world, limiter, idempotency } = this.state;
		return {
			world,
			limiter,
			idempotency,
			pause: () => this.pause(),
			failsAfterwards: this.fault?.kind === 'statusAfter',
		};
	}

	private async pause(): Promise<void> {
		if (this.fault?.kind === 'stall') await waitFor(this.response, this.fault.ms ?? Infinity);
		await this.beLate();
	}

	/** Adds the latency, once: before the work where there is any. */
	private async beLate(): Promise<void> {
		const { latencyMs } = this.state.settings;
		if (latencyMs === 0 || this.isLate) return;
		this.isLate = true;
		await waitFor(this.response, latencyMs);
	}

	private record(bodyText: string | null): RecordedRequest {
		const { state, url, request } = this;
		return state.log.record({
			method: this.method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers: recordedHeaders(request.headers),
			body: recordedBody(bodyText),
			status: 0,
			at: toIso(state.world.time()),
		});
	}

	private logActivity({ name, workspaceId }: Credential, status: number): void {
		const { activityLog, world } = this.state;
		const path = this.url.pathname;
		activityLog.add({ at: toIso(world.time()), workspaceId, key: name, method: this.method, path, status });
	}
}

/** Answers one request to the API: proxy rule, faults, then the API itself. */
export const answerApi = async (
	state: SandboxState,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	try {
		await new Exchange(state, url, request, response).run();
	} catch {
		// The client left, or broke off while sending: there is nobody to answer.
		response.destroy();
	}
};
