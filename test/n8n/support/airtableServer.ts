import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The types of fields that the stand-in knows, by Airtable's names. */
type FieldType =
	| 'dateTime'
	| 'multilineText'
	| 'multipleAttachments'
	| 'multipleSelects'
	| 'singleLineText'
	| 'singleSelect';

/** A field of the table. The choices belong to the selects. */
interface Field {
	name: string;
	type: FieldType;
	choices?: string[];
}

/** A file in a record, as someone adds it. */
interface Attachment {
	filename: string;
	type: string;
	content: Buffer;
}

type Fields = Record<string, unknown>;

interface StoredRecord {
	id: string;
	createdTime: string;
	fields: Fields;
}

/** A request that the stand-in answered. */
interface SeenRequest {
	method: string;
	path: string;
	status: number;
}

/** Airtable with one base that has one table, as far as Airtable's node needs it. It answers on 127.0.0.1. */
export interface AirtableServer {
	/** By the names of Airtable's hosts, the address that answers in their place. */
	hosts: Record<string, string>;
	base: string;
	table: string;
	requests: SeenRequest[];
	/** The fields of a record as the interface returns them, without those that are empty. */
	fieldsOf(id: string): Fields;
	/** Adds a record in Airtable's own interface, and returns its ID. */
	add(fields: Fields): string;
	/** Changes fields in Airtable's own interface. Null empties a field. */
	edit(id: string, fields: Fields): void;
	remove(id: string): void;
	/** The choices of a select. */
	choicesOf(name: string): string[];
	close(): Promise<void>;
}

/** An error as Airtable returns it. */
class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly type: string,
		message: string,
	) {
		super(message);
	}
}

/** Airtable's host for files, whose addresses change with each answer. */
const filesHost = 'v5.airtableusercontent.com';
const recordsPerRequest = 10;
const maxPageSize = 100;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || value === '' || (isList(value) && value.length === 0);

const badRequest = (message: string) => new Refusal(422, 'INVALID_REQUEST_UNKNOWN', message);
const unknownField = (name: string) =>
	new Refusal(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${name}"`);
const badValue = ({ name }: Field) =>
	new Refusal(422, 'INVALID_VALUE_FOR_COLUMN', `Field "${name}" cannot accept the provided value`);

/** Starts the stand-in on a free port. It accepts one token. */
export async function startAirtable(token: string, fields: readonly Field[]): Promise<AirtableServer> {
	const [base, table] = ['appCalendarOfATest', 'tblPostsOfTheTest1'];
	const ids = { table, name: 'Posts' };
	const records = new Map<string, StoredRecord>();
	const files = new Map<string, Attachment>();
	const choices = new Map(fields.map(({ name, choices: initial = [] }) => [name, [...initial]]));
	const requests: SeenRequest[] = [];
	let made = 0;

	const fieldOf = (name: string): Field => {
		const field = fields.find((one) => one.name === name);
		if (field === undefined) throw unknownField(name);
		return field;
	};

	/** A choice that a select has. With `typecast`, a new one is added. */
	const choose = (field: Field, choice: unknown, typecast: boolean): void => {
		const known = choices.get(field.name) ?? [];
		if (typeof choice !== 'string') throw badValue(field);
		if (known.includes(choice)) return;
		if (!typecast) {
			const message = `Insufficient permissions to create new select option "${choice}"`;
			throw new Refusal(422, 'INVALID_MULTIPLE_CHOICE_OPTIONS', message);
		}
		known.push(choice);
	};

	const requireValue = (field: Field, value: unknown, typecast: boolean): void => {
		if (value === null) return;
		const isText = typeof value === 'string';
		const checks: Record<FieldType, () => void> = {
			singleLineText: () => {
				if (!isText && !typecast) throw badValue(field);
			},
			multilineText: () => {
				if (!isText && !typecast) throw badValue(field);
			},
			dateTime: () => {
				if (!isText || Number.isNaN(Date.parse(value))) throw badValue(field);
			},
			singleSelect: () => choose(field, value, typecast),
			multipleSelects: () => {
				if (!isList(value)) throw badValue(field);
				for (const one of value) choose(field, one, typecast);
			},
			multipleAttachments: () => {
				throw badValue(field);
			},
		};
		checks[field.type]();
	};

	/** An attachment in an answer, with a new address. */
	const shownFile = (file: Attachment, index: number): object => {
		const path = `/v3/u/1/1/${++made}/${'x'.repeat(20)}/${index}`;
		files.set(path, file);
		const { filename, type, content } = file;
		return {
			id: `att${String(made).padStart(14, '0')}`,
			url: `https://${filesHost}${path}`,
			filename,
			size: content.length,
			type,
		};
	};

	const shownValue = (name: string, value: unknown): unknown =>
		fieldOf(name).type === 'multipleAttachments' ? (value as Attachment[]).map(shownFile) : value;

	const shown = ({ id, createdTime, fields: values }: StoredRecord): StoredRecord => {
		const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
		return {
			id,
			createdTime,
			fields: Object.fromEntries(filled.map(([name, value]) => [name, shownValue(name, value)])),
		};
	};

	const recordOf = (id: unknown): StoredRecord => {
		const record = records.get(String(id));
		if (record === undefined) {
			throw new Refusal(422, 'ROW_DOES_NOT_EXIST', `Record ID ${String(id)} does not exist in this table`);
		}
		return record;
	};

	/** The test of a record in a formula of AND, OR and comparisons with a text, which is all that the stand-in evaluates. */
	const filterOf = (formula: string): ((record: StoredRecord) => boolean) => {
		const [, operator, inner = ''] = /^(AND|OR)\((.*)\)$/s.exec(formula.trim()) ?? [];
		if (operator !== undefined) {
			const tests = inner.split(/,(?![^(]*\))/).map(filterOf);
			return (record) =>
				operator === 'AND' ? tests.every((test) => test(record)) : tests.some((test) => test(record));
		}
		const [, name = '', sign, value] = /^\{([^}]+)\}\s*(!?=)\s*'([^']*)'$/.exec(formula.trim()) ?? [];
		if (value === undefined || !fields.some((field) => field.name === name)) {
			throw new Refusal(422, 'INVALID_FILTER_BY_FORMULA', 'The formula for filtering records is invalid');
		}
		return (record) => ((record.fields[name] ?? '') === value) === (sign === '=');
	};

	const list = (query: URLSearchParams): object => {
		for (const name of query.keys()) {
			if (!['pageSize', 'offset', 'filterByFormula'].includes(name))
				throw badRequest(`Unknown parameter ${name}`);
		}
		const pageSize = Number(query.get('pageSize') ?? maxPageSize);
		if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > maxPageSize)
			throw badRequest('Bad pageSize');
		const formula = query.get('filterByFormula');
		const found = [...records.values()].filter(formula === null ? () => true : filterOf(formula));
		const start = Number((query.get('offset') ?? 'itr/0').split('/')[1]);
		const end = start + pageSize;
		const offset = end < found.length ? { offset: `itr/${end}` } : {};
		return { records: found.slice(start, end).map(shown), ...offset };
	};

	/** The records of a write. `typecast` is its only other property. */
	const readWrite = (body: string): { rows: { id?: unknown; fields: Fields }[]; typecast: boolean } => {
		const { records: rows, typecast = false, ...others } = JSON.parse(body) as Record<string, unknown>;
		if (Object.keys(others).length > 0) throw badRequest('Unknown property');
		if (!isList(rows) || rows.length === 0 || rows.length > recordsPerRequest) {
			const message = `You must provide an array of up to ${recordsPerRequest} record objects`;
			throw new Refusal(422, 'INVALID_REQUEST', message);
		}
		const typed = rows as { id?: unknown; fields: Fields }[];
		for (const { fields: values } of typed) {
			for (const [name, value] of Object.entries(values))
				requireValue(fieldOf(name), value, typecast === true);
		}
		return { rows: typed, typecast: typecast === true };
	};

	const add = (values: Fields): string => {
		const id = `rec${String(++made).padStart(14, '0')}`;
		for (const name of Object.keys(values)) fieldOf(name);
		records.set(id, { id, createdTime: new Date().toISOString(), fields: values });
		return id;
	};

	const edit = (id: string, values: Fields): void => {
		Object.assign(recordOf(id).fields, values);
	};

	const schema = (): object => ({
		tables: [
			{
				id: ids.table,
				name: ids.name,
				primaryFieldId: 'fld0',
				fields: fields.map(({ name, type }, index) => ({
					id: `fld${index}`,
					name,
					type,
					...(/Select/.test(type)
						? {
								options: {
									choices: (choices.get(name) ?? []).map((one) => ({ id: `sel${one}`, name: one })),
								},
							}
						: {}),
				})),
				views: [{ id: 'viw1', name: 'Grid view', type: 'grid' }],
			},
		],
	});

	/** What the interface's addresses return, by method and path. */
	const routes: Record<string, (query: URLSearchParams, body: string) => object> = {
		'GET /v0/meta/whoami': () => ({ id: 'usr1', scopes: ['data.records:read', 'data.records:write'] }),
		'GET /v0/meta/bases': () => ({ bases: [{ id: base, name: 'Calendar', permissionLevel: 'create' }] }),
		[`GET /v0/meta/bases/${base}/tables`]: schema,
		[`GET /v0/${base}/${table}`]: list,
		[`PATCH /v0/${base}/${table}`]: (_query, body) => {
			const { rows } = readWrite(body);
			for (const { id } of rows) recordOf(id);
			for (const { id, fields: values } of rows) edit(String(id), values);
			return { records: rows.map(({ id }) => shown(recordOf(id))) };
		},
		[`POST /v0/${base}/${table}`]: (_query, body) => ({
			records: readWrite(body).rows.map(({ fields: values }) => shown(recordOf(add(values)))),
		}),
	};

	const answer = (
		route: string,
		query: URLSearchParams,
		request: { authorization?: string; body: string },
	): object => {
		if (request.authorization !== `Bearer ${token}`) {
			throw new Refusal(401, 'AUTHENTICATION_REQUIRED', 'Authentication required');
		}
		const respond = routes[route];
		if (respond === undefined) {
			const message = 'Invalid permissions, or the requested model was not found.';
			throw new Refusal(403, 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND', message);
		}
		return respond(query, request.body);
	};

	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
			const { method = '', headers } = request;
			if (headers.host === filesHost) {
				const file = files.get(pathname);
				response
					.writeHead(file ? 200 : 410, { 'Content-Type': file?.type ?? 'text/plain' })
					.end(file?.content);
				return;
			}
			const reply = (status: number, content: object): void => {
				requests.push({ method, path: pathname, status });
				response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
			};
			try {
				reply(
					200,
					answer(`${method} ${pathname}`, searchParams, { authorization: headers.authorization, body }),
				);
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				reply(error.status, { error: { type: error.type, message: error.message } });
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		hosts: { 'api.airtable.com': url, [filesHost]: url },
		base,
		table,
		requests,
		fieldsOf: (id) => shown(recordOf(id)).fields,
		add,
		edit,
		remove: (id) => void records.delete(id),
		choicesOf: (name) => choices.get(name) ?? [],
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
