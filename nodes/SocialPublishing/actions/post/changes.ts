import type { IDataObject } from 'n8n-workflow';
import type { UpdatePost } from '../../../../client/publishing/requests';
import { ParameterError } from '../../../shared/errors';
import type { ParameterReader } from '../../../shared/parameters';
import type { LiveOptions } from '../../../../client/publishing/liveOptions';
import { readChannelOptions } from '../../channelOptions';
import { readCleared } from './clearing';
import { readContent } from './fields';
import { readOverrides } from './overrides';

/** What an update changes, and which files of the item go with it. */
export interface Changes {
	changes: UpdatePost;
	liveOptions: LiveOptions;
	binaryFields: unknown;
}

/** The request calls them accounts. */
const toRequest = ({ channels, ...others }: IDataObject): IDataObject =>
	channels === undefined ? others : { accounts: channels, ...others };

/** Whether there is no value in an object, such as in an override in which nothing is set. */
const saysNothing = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	Object.values(value).every(saysNothing);

/**
 * Reads what an update sets and clears; an update of nothing is a `ParameterError`.
 * @param additionalBody what the user adds to the request, so that it alone is an update too
 */
export function readChanges(parameters: ParameterReader, additionalBody: IDataObject | undefined): Changes {
	const set = readContent(parameters, parameters.collection('updateFields'));
	const cleared = readCleared(parameters.list('clearFields'), set);
	const perAccount = readOverrides(parameters);
	const liveOptions = readChannelOptions(parameters);
	if (saysNothing({ ...set, ...cleared, ...perAccount, ...liveOptions, ...additionalBody })) {
		throw new ParameterError('There is nothing to update', 'Add a field to set, to clear or to override');
	}
	const { binaryFields, ...values } = toRequest(set);
	return {
		changes: { ...cleared, ...values, ...(perAccount ? { perAccount } : {}) } as UpdatePost,
		binaryFields,
		liveOptions,
	};
}
