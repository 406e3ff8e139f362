import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rootFolder } from '../support/sourceFiles';

interface Service {
	image: string;
	depends_on?: Record<string, unknown>;
	network_mode?: string;
	ports?: string[];
	volumes?: string[];
	command?: string[];
}

const compose = parse(readFileSync(join(rootFolder, 'compose.yaml'), 'utf8')) as {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);

test.each(services)('compose.yaml: %s uses only services and volumes of the file', (_name, service) => {
	const others = [
		...Object.keys(service.depends_on ?? {}),
		...(service.network_mode?.startsWith('service:') ? [service.network_mode.slice('service:'.length)] : []),
	];
	const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
	expect(others.filter((other) => !(other in compose.services))).toEqual([]);
	expect(mounted.filter((source) => !source.startsWith('.') && !(source in compose.volumes))).toEqual([]);
});

test('compose.yaml publishes ports only on the local machine', () => {
	const ports = services.flatMap(([, service]) => service.ports ?? []);
	expect(ports.length).toBeGreaterThan(0);
	expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});

test('compose.yaml starts the sandbox from its source', () => {
	const [file = ''] = compose.services.sandbox?.command?.slice(1) ?? [];
	expect(existsSync(join(rootFolder, file.replace('build/', '').replace(/\.js$/, '.ts')))).toBe(true);
});
