import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { Platform } from '../../../../client/publishing/values';
import { parallelReads } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { toChannelId } from '../../names';

/** The parts in which operations that read one channel differ. */
interface ChannelOperation
	extends Pick<Operation<PublishingClient>, 'name' | 'value' | 'action' | 'description'> {
	/** The field for the channel. Its list has the channels that the operation works with. */
	channel: INodeProperties;
	/** The network of the channel. Absent for operations that work with every network. */
	platform?: Platform;
	run(accounts: PublishingClient['accounts'], channelId: string): Promise<object>;
}

/** Builds an operation that reads something of one channel. */
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
