import type { IDataObject } from 'n8n-workflow';
import type { ToolResult } from '../../../../client/publishing/agent/results';
import type { Post } from '../../../../client/publishing/schemas';
import type { OperationResult } from '../../../shared/operation';
import { simplifyPost } from '../../postOutput';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isPost = (value: unknown): value is IDataObject & Post =>
	isObject(value) && Array.isArray(value.channels) && typeof value.caption === 'string';

const asItem = (value: unknown): IDataObject => (isObject(value) ? value : { value: value as string });

/** Posts look as they do everywhere in this node; what a write says beside its post is kept. */
function simplify(value: unknown): IDataObject {
	if (isPost(value)) return simplifyPost(value);
	const { post, ...others } = asItem(value);
	return isPost(post) ? { ...simplifyPost(post), ...others } : asItem(value);
}

/** The list inside of an answer, if it is one. */
function listIn(structured: unknown): unknown[] | undefined {
	if (Array.isArray(structured)) return structured;
	const { data } = asItem(structured);
	return Array.isArray(data) ? data : undefined;
}

/** What a tool gave back as items: simplified an item for each entry of a list, else the whole answer as one. */
export function toToolOutput({ structured, texts }: ToolResult, isSimplified: boolean): OperationResult {
	if (structured === undefined) return { text: texts.join('\n') };
	if (!isSimplified) return Array.isArray(structured) ? structured.map(asItem) : asItem(structured);
	return listIn(structured)?.map(simplify) ?? simplify(structured);
}
