import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { parallelReads } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';

/** What differs between operations that read something of one channel. */
interface ChannelOperation
	extends Pick<Operation<PublishingClient>, 'name' | 'value' | 'action' | 'description'> {
	/** The locator that lists the channels in question. */
	channel: INodeProperties;
	run(accounts: PublishingClient['accounts'], channelId: string): Promise<object>;
}

/** Builds an operation that reads something of one channel. */
export function channelOperation({ channel, run, ...texts }: ChannelOperation): Operation<PublishingClient> {
	return {
		...texts,
		parallelRequests: parallelReads,
		fields: [channel],
		async execute(parameters, { accounts }) {
			const channelId = parameters.id('channelId', 'Channel');
			return (await run(accounts, channelId)) as IDataObject | IDataObject[];
		},
	};
}
