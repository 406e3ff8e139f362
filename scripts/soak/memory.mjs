import { WebSocket } from 'undici';

const MIB = 1024 * 1024;
/** Several, because some objects are only freed by the collection after the one that releases them. */
const COLLECTIONS = 3;

/**
 * The memory of a process in MiB. `rss` is what it has from the system. `heap` and `external` are what its program still refers
 * to.
 *
 * @typedef {{ rss: number, heap: number, external: number }} Memory
 */

/** Reads the memory of a Node.js process that was started with `--inspect`, through its inspector. */
export class MemoryProbe {
	#socket;
	#calls = 0;

	/** @param {WebSocket} socket */
	constructor(socket) {
		this.#socket = socket;
	}

	/**
	 * @param {number} port of the inspector
	 * @returns {Promise<MemoryProbe>}
	 */
	static async open(port) {
		const targets = /** @type {{ webSocketDebuggerUrl: string }[]} */ (
			await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
		);
		const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
		await new Promise((resolve, reject) => {
			socket.addEventListener('open', resolve, { once: true });
			socket.addEventListener('error', reject, { once: true });
		});
		return new MemoryProbe(socket);
	}

	/**
	 * Collects garbage and then measures, so that only memory in use is left.
	 *
	 * @returns {Promise<Memory>}
	 */
	async measure() {
		for (let count = 0; count < COLLECTIONS; count++) await this.#call('HeapProfiler.collectGarbage');
		const expression = 'JSON.stringify(process.memoryUsage())';
		const { result } = await this.#call('Runtime.evaluate', { expression });
		const { rss, heapUsed, external } = JSON.parse(result.value);
		return { rss: rss / MIB, heap: heapUsed / MIB, external: external / MIB };
	}

	close() {
		this.#socket.close();
	}

	/**
	 * @param {string} method
	 * @param {object} [params]
	 * @returns {Promise<any>}
	 */
	#call(method, params = {}) {
		const id = ++this.#calls;
		return new Promise((resolve, reject) => {
			/** @param {{ data: unknown }} message */
			const receive = ({ data }) => {
				const answer = JSON.parse(String(data));
				if (answer.id !== id) return;
				this.#socket.removeEventListener('message', receive);
				if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
				else resolve(answer.result);
			};
			this.#socket.addEventListener('message', receive);
			this.#socket.send(JSON.stringify({ id, method, params }));
		});
	}
}

/** @param {readonly number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * How much more memory a process uses at the end than at the start: the median of the last third of its measurements minus the
 * median of the first third. Ignores the first measurement, because n8n is still warming up then.
 *
 * @param {readonly Memory[]} series
 * @param {keyof Memory} what
 */
export function growth(series, what) {
	const warm = series.slice(1).map((memory) => memory[what]);
	const third = Math.max(1, Math.floor(warm.length / 3));
	return median(warm.slice(-third)) - median(warm.slice(0, third));
}
