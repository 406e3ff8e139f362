import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { Platform } from '../../../../client/publishing/values';
import { parallelReads } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { toChannelId } from '../../names';

/** The parts that differ between operations that read one channel. */
interface ChannelOperation
	extends Pick<Operation<PublishingClient>, 'name' | 'value' | 'action' | 'description'> {
	/** The field for the channel. It lists the channels that the operation supports. */
	channel: INodeProperties;
	/** The network of the channel. Undefined for operations that support every network. */
	platform?: Platform;
	run(accounts: PublishingClient['accounts'], channelId: string): Promise<object>;
}

/** Builds an operation that reads data of one channel. */
export function channelOperation({
	channel,
	platform,
	run,
	...texts
}: ChannelOperation): Operation<PublishingClient> {
	return {
		...texts,
		parallelRequests: parallelReads,
		fields: [channel],
		async execute(parameters, { accounts }) {
			const name = parameters.id('channelId', 'Channel');
			const channelId = await toChannelId(accounts, name, { field: 'Channel', platform });
			return (await run(accounts, channelId)) as IDataObject | IDataObject[];
		},
	};
}
