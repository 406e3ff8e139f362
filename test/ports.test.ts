import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Runs code that can use `freePorts` and `listen`, and returns what it prints as JSON. */
const run = (code: string): unknown =>
	JSON.parse(
		execFileSync(process.execPath, [
			'--input-type=module',
			'--eval',
			`import { createServer } from 'node:net';
			import { freePorts } from ${JSON.stringify(path.resolve('scripts/lib/ports.mjs'))};
			const listen = (port) => new Promise((resolve) => {
				const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
			});
			${code}
			process.exit();`,
		]).toString(),
	);

test('finds different ports, which the system gives to no server that starts meanwhile', () => {
	const [ports, others] = run(`
		const ports = await freePorts(Array(20).fill(0));
		const servers = await Promise.all(Array.from({ length: 200 }, () => listen(0)));
		console.log(JSON.stringify([ports, servers.map((server) => server.address().port)]));`) as number[][];
	expect(new Set(ports).size).toBe(20);
	expect(others).toHaveLength(200);
	expect(Math.max(...(ports ?? []))).toBeLessThan(Math.min(...(others ?? [])));
});

test('uses a preferred port unless it is taken', () => {
	const [wanted, unused, taken] = run(`
		const [wanted] = await freePorts([0]);
		const unused = await freePorts([wanted]);
		await listen(wanted);
		console.log(JSON.stringify([wanted, unused, await freePorts([wanted])]));`) as [number, number[], number[]];
	expect(unused).toEqual([wanted]);
	expect(taken).toHaveLength(1);
	expect(taken).not.toContain(wanted);
});
