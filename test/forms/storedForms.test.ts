import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { createFromSource, readPackageJson } from '../support/packageFiles';
import { rootFolder } from '../support/sourceFiles';
import {
	changesOf,
	complaintAbout,
	formsOf,
	mayRewrite,
	storedForm,
	toText,
	type StoredField,
} from './storedForm';

/** Set by `npm run docs`. */
const isWriting = process.env.WRITE_DOCS === '1';

/** Whether the changelog has a version with a number. Until then, no workflow of a user has a stored form. */
const isReleased = /^## \[\d/m.test(readFileSync(join(rootFolder, 'CHANGELOG.md'), 'utf8'));

const keptFiles = readdirSync(__dirname).filter((file) => file.endsWith('.json'));
const forms = new Map(
	readPackageJson().n8n.nodes.flatMap((file) => formsOf(createFromSource<INodeType>(file).description)),
);

const readKept = (file: string): StoredField[] =>
	keptFiles.includes(file) ? (JSON.parse(readFileSync(join(__dirname, file), 'utf8')) as StoredField[]) : [];

test.each([...new Set([...keptFiles, ...forms.keys()])])(
	'%s says what workflows store; npm run docs -- forms writes it before the first release',
	(file) => {
		const form = forms.get(file);
		const changes = changesOf(readKept(file), form ?? []);
		if (isWriting && mayRewrite(changes, isReleased)) {
			if (form) writeFileSync(join(__dirname, file), toText(form));
			else rmSync(join(__dirname, file));
			return;
		}
		expect(complaintAbout(file, changes, isReleased)).toBe('');
	},
);

const comment: INodeProperties = {
	displayName: 'First Comment',
	name: 'firstComment',
	type: 'string',
	default: '',
};
const send: INodeProperties = {
	displayName: 'Send',
	name: 'send',
	type: 'options',
	options: [
		{ name: 'Draft', value: 'draft' },
		{ name: 'Now', value: 'now' },
	],
	default: 'draft',
	displayOptions: { show: { resource: ['post'], operation: ['create', 'update'] } },
};
const groupOf = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	default: {},
	options,
});

const formWith = (...properties: INodeProperties[]): StoredField[] =>
	storedForm({ name: 'sample', properties } as INodeTypeDescription, 1);
const kept = formWith(send, groupOf(comment));

const lostWith = (...properties: INodeProperties[]) => changesOf(kept, formWith(...properties));

describe('a change after the first release', () => {
	test.each<[string, INodeProperties[], string]>([
		['a field that leaves its group', [send, groupOf(), comment], 'additionalFields.firstComment: '],
		[
			'a field with another name',
			[send, groupOf({ ...comment, name: 'comment' })],
			'additionalFields.firstComment: ',
		],
		[
			'a field of another type',
			[send, groupOf({ ...comment, type: 'json' })],
			'additionalFields.firstComment: ',
		],
		[
			'another default',
			[{ ...send, default: 'now' }, groupOf(comment)],
			'send: {"type":"options","default":"draft"}',
		],
		[
			'a value that is gone',
			[{ ...send, options: send.options?.slice(1) }, groupOf(comment)],
			'send: value "draft" (post:create, post:update)',
		],
		[
			'a field that an operation no longer has',
			[
				{ ...send, displayOptions: { show: { resource: ['post'], operation: ['create'] } } },
				groupOf(comment),
			],
			'send: value "now" (post:update)',
		],
		[
			'a field that is shown less often',
			[send, groupOf({ ...comment, displayOptions: { show: { '/send': ['now'] } } })],
			'additionalFields.firstComment: ',
		],
		[
			'a group that can have several entries',
			[send, { ...groupOf(comment), typeOptions: { multipleValues: true } }],
			'additionalFields: ',
		],
	])('needs a new version of the node: %s', (_title, properties, lost) => {
		const changes = lostWith(...properties);
		expect(changes.lost.join('\n')).toContain(lost);
		expect(mayRewrite(changes, true)).toBe(false);
		const complaint = complaintAbout('sample.v1.json', changes, true);
		expect(complaint).toContain(`\n- ${lost}`);
		expect(complaint).toContain('a new version of the node');
	});

	test.each<[string, INodeProperties[], string]>([
		['a new field', [send, groupOf(comment, { ...comment, name: 'title' })], 'additionalFields.title: '],
		[
			'a new value',
			[{ ...send, options: [...(send.options ?? []), { name: 'Queue', value: 'queue' }] }, groupOf(comment)],
			'send: value "queue"',
		],
	])('only has to be kept, too: %s', (_title, properties, added) => {
		const changes = lostWith(...properties);
		expect(changes).toEqual({ lost: [], added: [expect.stringContaining(added)] });
		expect(complaintAbout('sample.v1.json', changes, true)).toContain('npm run docs -- forms');
	});

	test('needs nothing if only texts, notices or the order changed', () => {
		const notice: INodeProperties = { displayName: 'Note', name: 'note', type: 'notice', default: '' };
		const changes = lostWith(groupOf({ ...comment, displayName: 'Comment', hint: 'Short' }), notice, send);
		expect(complaintAbout('sample.v1.json', changes, true)).toBe('');
	});
});

test('a change before the first release only has to be kept', () => {
	const changes = lostWith(send, groupOf(), comment);
	expect(mayRewrite(changes, false)).toBe(true);
	expect(complaintAbout('sample.v1.json', changes, false)).toContain('npm run docs -- forms');
});

test('each version of a node has its own form', () => {
	const since = (version: number, field: INodeProperties): INodeProperties => ({
		...field,
		displayOptions: { show: { '@version': [{ _cnd: { gte: version } }] } },
	});
	const until = { ...comment, name: 'comment', displayOptions: { show: { '@version': [1] } } };
	const description = { name: 'sample', version: [1, 2], properties: [until, since(2, comment)] };
	const fields = formsOf(description as INodeTypeDescription).map(([file, form]) => [
		file,
		form.map(({ field }) => field),
	]);
	expect(fields).toEqual([
		['sample.v1.json', ['comment']],
		['sample.v2.json', ['firstComment']],
	]);
});

test('a form that the node loads needs a row of what it stores', () => {
	const loaded: INodeProperties = {
		displayName: 'Board Options',
		name: 'boardOptions',
		type: 'resourceMapper',
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: 'getBoardOptions',
				mode: 'add',
				fieldWords: { singular: 'option', plural: 'options' },
			},
		},
		default: null,
	};
	expect(() => formWith(loaded)).toThrow('getBoardOptions');
});
